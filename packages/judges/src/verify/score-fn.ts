import {
  contentText,
  isRecord,
  normalizeJudgeResult,
  OptionError,
  optionRule,
  type Row,
  type Verdict,
} from "@whileai/core";
import { judgmentOutcome } from "./judgment-outcome.js";
import { makeVerifier, type Outcome, type Verifier, type VerifierOptions } from "./verifier.js";

/** Options of {@link scoreFn}. */
export interface ScoreFnOptions extends VerifierOptions {
  /** Rows without a reference cannot be judged; false unless given. */
  readonly requireReference?: boolean | undefined;
}

/** A reward function as trainers write it. `reference` is undefined when the row has none. */
export type ScoreFunction = (
  prompt: string,
  completion: string,
  reference: unknown,
  row: Readonly<Row>,
) => Verdict | Promise<Verdict>;

/**
 * A verifier from a function of prompt, completion and reference. It may return whatever a judge may; a text is no
 * reward. What it throws becomes status `error`. When the reference is privileged, what the function says in words is not
 * written on the row, since it may quote the reference.
 *
 * @example
 * const short = verify.scoreFn((prompt, completion) => completion.length < 200, { name: "short" });
 */
export function scoreFn(score: ScoreFunction, options: ScoreFnOptions = {}): Verifier {
  if (typeof score !== "function")
    throw new OptionError({
      option: "score",
      received: score,
      message: "verify.scoreFn: the first argument must be a function.",
      fix: "Write verify.scoreFn((prompt, completion, reference) => …).",
    });
  const requireReference = options?.requireReference ?? false;
  const isGiven = options !== null && typeof options === "object";
  const named: ScoreFnOptions = isGiven ? { ...options, name: options.name ?? (score.name || undefined) } : options;
  return makeVerifier({
    type: "scoreFn",
    options: named,
    rules: { requireReference: optionRule.flag },
    gold: requireReference ? "required" : "optional",
    isVersioned: false,
    check({ candidate, gold, row }) {
      const conclude = (returned: unknown): Outcome => {
        const outcome = judgmentOutcome(normalizeJudgeResult(returned));
        return gold?.isPrivileged ? { ...outcome, ...withoutTexts(outcome) } : outcome;
      };
      const returned: unknown = score(contentText(row.prompt), candidate, gold?.value, row);
      return isThenable(returned) ? Promise.resolve(returned).then(conclude) : conclude(returned);
    },
  });
}

/** Promises of other makes too. */
const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  isRecord(value) && typeof value.then === "function";

/** Words of a function that has seen a secret may repeat it; its numbers may stay. */
const withoutTexts = ({ meta = {} }: Outcome): Pick<Outcome, "reason" | "meta"> => ({
  reason: "scored by the function",
  meta: Object.fromEntries(
    Object.entries(meta).filter(([, value]) => typeof value === "number" || typeof value === "boolean"),
  ),
});
