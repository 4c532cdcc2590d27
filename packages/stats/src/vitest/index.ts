import type { RowLike } from "@whileai/core";
import { expect } from "vitest";
import { matchers } from "./matchers.js";
import type { NotToRegressOptions } from "./not-to-regress.js";
import type { ToBeatBaselineOptions } from "./to-beat-baseline.js";
import type { ToPassAtOptions } from "./to-pass-at.js";

export type { MatcherContext, MatcherResult } from "./matcher-result.js";
export type { NotToRegressOptions } from "./not-to-regress.js";
export type { ToBeatBaselineOptions } from "./to-beat-baseline.js";
export type { ToPassAtOptions } from "./to-pass-at.js";
export { matchers };

expect.extend(matchers);

declare global {
  /** Vitest's assertions take over what Chai's have, in every version; their own type parameters change. */
  namespace Chai {
    interface Assertion {
      /** Holds when the pass rate of the rows is shown to be at least this. */
      toPassAt(expected: number | ToPassAtOptions): void;
      /** Holds when the rows are shown to be better than those of the baseline. */
      toBeatBaseline(before: Iterable<RowLike>, options?: ToBeatBaselineOptions): void;
      /** Holds when no loss is shown, or with `margin` when a larger loss is ruled out. */
      notToRegress(before: Iterable<RowLike>, options?: NotToRegressOptions): void;
      /** The same as `notToRegress`. */
      toNotRegress(before: Iterable<RowLike>, options?: NotToRegressOptions): void;
    }
  }
}
