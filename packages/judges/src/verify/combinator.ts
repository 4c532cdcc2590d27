import type { Judgment } from "@whileai/core";
import { type JudgedPart, judgeParts, type NamedPart } from "./judge-parts.js";
import { makeVerifier, type Verifier } from "./verifier.js";

/** What tells one combinator from another. */
interface Combination {
  readonly type: string;
  readonly parts: readonly NamedPart[];
  readonly options: { readonly name?: string | undefined };
  /** What besides its parts makes the combinator judge differently. */
  readonly settings?: readonly unknown[];
  /** True when the parts that were not asked yet cannot matter. Default: all are asked. */
  readonly isDecided?: (judged: readonly JudgedPart[]) => boolean;
  /** Whether the parts' scores become markers of the row. Default true. */
  readonly isMarking?: boolean;
  readonly decide: (judged: readonly JudgedPart[]) => { score: Judgment["reward"]; reason: string };
}

/**
 * A verifier made of others: asks its parts in order and decides from what they said. Every score is kept by name in
 * `judge_meta.parts` and as a marker `verify:<name>`; parts are prepared together, versioned when all of them are, and
 * what they say of themselves is said.
 */
export function makeCombinator(combination: Combination): Verifier {
  const { type, parts, options, settings = [], isDecided, isMarking = true, decide } = combination;
  return makeVerifier({
    type,
    options,
    gold: "none",
    isVersioned: parts.every(({ judge }) => judge.version !== undefined),
    settings: [...settings, ...parts.flatMap((part) => [part.name, part.judge.version])],
    prepare: async (context) => {
      await undefined;
      for (const { judge } of parts) await judge.prepare?.(context);
    },
    notes: () => parts.flatMap(({ judge }) => judge.notes?.() ?? []),
    async check({ row, context }) {
      const judged = await judgeParts(parts, row, context, isDecided);
      const scores = judged.map((part) => [part.name, part.judgment.reward] as const);
      const marked = scores.flatMap(([name, score]) => (score === null ? [] : [[`verify:${name}`, score] as const]));
      return {
        ...decide(judged),
        meta: { parts: Object.fromEntries(scores) },
        ...(isMarking ? { markers: Object.fromEntries(marked) } : {}),
      };
    },
  });
}
