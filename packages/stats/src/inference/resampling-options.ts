/** How {@link ResamplingOptions} are checked. */
export { resamplingRules } from "@whileai/core";

/** Options of everything that draws at random. */
export interface ResamplingOptions {
  /** Draws, where draws are needed. Default 2000. */
  readonly draws?: number | undefined;
  /** Same seed, same result. Default 0. */
  readonly seed?: number | string | undefined;
}
