import { optionRule } from "@whileai/core";
import { compareMath, type MathVerdict } from "./math/compare-math.js";
import { extractAnswer, referenceText } from "./math/extract-answer.js";
import { readAnswer } from "./math/read-answer.js";
import {
  goldTexts,
  makeVerifier,
  type Outcome,
  quoted,
  unusableGold,
  type Verifier,
  type VerifierOptions,
} from "./verifier.js";

/** Says of two answers, as they are written, whether they are equal; null when it cannot tell. */
export type AlgebraSystem = (answer: string, reference: string) => boolean | null | Promise<boolean | null>;

/** Options of {@link MathEqual}. */
export interface MathEqualOptions extends VerifierOptions {
  /** The whole reply must be the answer, without a sentence or a box around it; false unless given. */
  readonly strict?: boolean | undefined;
  /** Only a `\boxed{}` counts as an answer; false unless given. */
  readonly requireBox?: boolean | undefined;
  /** Asked about what MathEqual itself cannot read or compute, never about what it has decided. */
  readonly cas?: AlgebraSystem | undefined;
}

/**
 * Passes when the reply's answer is mathematically the reference: numbers as exact fractions without a tolerance, formulas
 * by their values at fixed points, sets, tuples, intervals, matrices, equations and inequalities by their structure. Reads
 * LaTeX, Unicode and plain spellings; the answer is the last box, `#### x`, "answer is …", formula or number. A reference
 * that is missing or cannot be read gives no reward; with a list any of them is right. Work is counted and capped, so that
 * every case ends well within a second.
 *
 * @example
 * verify.MathEqual()({ final_text: "So \\boxed{\\frac{2}{4}}.", answer: "0.5" }); // reward 1
 */
export function MathEqual(options: MathEqualOptions = {}): Verifier {
  const { strict, requireBox, cas } = options;
  return makeVerifier({
    type: "MathEqual",
    options,
    rules: { strict: optionRule.flag, requireBox: optionRule.flag, cas: optionRule.callable },
    gold: "required",
    isVersioned: cas === undefined,
    check({ candidate, gold }) {
      const references = goldTexts(gold?.value)?.map(referenceText);
      if (references === undefined) return unusableGold("is empty");
      const answer = extractAnswer(candidate, { strict, requireBox })?.text;
      if (answer === undefined) {
        const isReadable = references.every((reference) => readAnswer(reference).length > 0);
        return isReadable ? { score: 0, reason: "no answer found" } : unusableGold("cannot be read");
      }
      const verdicts = references.map((reference) => compareMath(answer, reference).verdict);
      const open = references.filter((_, index) => verdicts[index] === "unclear" || verdicts[index] === "unreadable");
      const settled = outcomeOf(verdicts, answer, references);
      return cas === undefined || settled.score === 1 || open.length === 0
        ? settled
        : askedAlgebra(cas, answer, open, settled);
    },
  });
}

function outcomeOf(
  verdicts: readonly MathVerdict["verdict"][],
  answer: string,
  references: readonly string[],
): Outcome {
  if (verdicts.includes("equal")) return { score: 1, reason: `equal: ${quoted(answer)}` };
  if (verdicts.includes("unreadable")) return unusableGold("cannot be read");
  const reason = `not equal: ${quoted(answer)}`;
  return { score: 0, reason, openReason: `${reason}, not ${references.map(quoted).join(" or ")}` };
}

/** What an algebra system says of the references that were left open; the outcome so far where it cannot tell. */
async function askedAlgebra(
  cas: AlgebraSystem,
  answer: string,
  references: readonly string[],
  settled: Outcome,
): Promise<Outcome> {
  const said: (boolean | null)[] = [];
  for (const reference of references) said.push(await cas(answer, reference));
  const meta = { cas: true };
  if (said.includes(true)) return { score: 1, reason: `equal: ${quoted(answer)}`, meta };
  return said.every((result) => result === false)
    ? { score: 0, reason: `not equal: ${quoted(answer)}`, meta }
    : settled;
}
