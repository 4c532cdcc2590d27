import { checkOptions, optionRule } from "../options/check-options.js";
import type { Embedder, EmbedderUsage, EmbedOptions } from "./embedder.js";

const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/** Refuses what is no list of texts, which would be embedded as something else, and unknown options. */
export function checkEmbedCall(embedder: string, texts: readonly string[], options: EmbedOptions): void {
  checkOptions(embedder, { texts: texts ?? null }, { texts: optionRule.listOf(optionRule.text) });
  checkOptions(embedder, options, { signal: optionRule.signal });
}

/** An embedder of this package: callable, prints as it was written, holds what it holds out of sight. */
export type ReadyEmbedder = Embedder & {
  (texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>;
  readonly model: string;
  readonly batchSize: number;
  readonly concurrency: number;
  usage(): EmbedderUsage;
};

/** What an embedder says of itself. */
export interface EmbedderFacts {
  readonly label: string;
  readonly model: string;
  readonly batchSize: number;
  readonly concurrency: number;
  readonly usage: () => EmbedderUsage;
}

/** Gives a function what an embedder says of itself. */
export function embedderObject(
  embed: (texts: readonly string[], options?: EmbedOptions) => Promise<Float32Array[]>,
  { label, ...facts }: EmbedderFacts,
): ReadyEmbedder {
  const print = { value: () => label };
  const describe = { value: () => ({ model: facts.model }) };
  return Object.freeze(
    Object.defineProperties(Object.assign(embed, facts), { toString: print, toJSON: describe, [INSPECT]: print }),
  );
}
