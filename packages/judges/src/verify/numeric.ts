import { optionRule } from "@whileai/core";
import { lastNumber, type NumberReading, statedAnswer } from "./read-number.js";
import { makeVerifier, unusableGold, type Verifier, type VerifierOptions } from "./verifier.js";

/** Distance at which two numbers count as equal; convention, enough for floating-point noise. */
const NUMERIC_TOLERANCE = 1e-6;

/** Options of {@link Numeric}. */
export interface NumericOptions extends VerifierOptions {
  /** Largest distance that still is equal; 1e-6 unless given. */
  readonly tol?: number | undefined;
  /** Largest distance as a share of the reference, besides `tol`; none unless given. */
  readonly rel?: number | undefined;
}

/** A number and its percent reading beside each other; a bare 50 is accepted where 50% is meant, and the reverse. */
const values = (reading: NumberReading, other: NumberReading): number[] =>
  reading.percent !== undefined && other.percent === undefined ? [reading.value, reading.percent] : [reading.value];

function goldReading(value: unknown): NumberReading | null {
  if (typeof value === "number") return Number.isFinite(value) ? { value, text: String(value) } : null;
  return typeof value === "string" ? lastNumber(statedAnswer(value)) : null;
}

/**
 * Passes when the last number of the reply's answer is the reference, within `tol` or `rel`. The answer is the last
 * box, `#### x` or "answer is …", else the whole reply. Reads decimals, thousands separators, fractions, percentages and
 * e-notation. A reference without a number cannot be judged; with a list any of them is right.
 *
 * @example
 * verify.Numeric({ tol: 0.01 })({ final_text: "The answer is 3.14 m.", answer: 3.14159 }); // reward 1
 */
export function Numeric(options: NumericOptions = {}): Verifier {
  const { tol = NUMERIC_TOLERANCE, rel = 0 } = options;
  const limit = optionRule.number(0, Number.MAX_VALUE);
  return makeVerifier({
    type: "Numeric",
    options,
    rules: { tol: limit, rel: limit },
    gold: "required",
    check({ candidate, gold }) {
      const golds = (Array.isArray(gold?.value) ? gold.value : [gold?.value]).map(goldReading);
      if (golds.length === 0 || golds.includes(null)) return unusableGold("is not a number");
      const said = lastNumber(statedAnswer(candidate));
      if (said === null) return { score: 0, reason: "no number is stated" };
      const equal = (golds as NumberReading[]).some((right) =>
        values(said, right).some((value) =>
          values(right, said).some((target) => {
            const distance = Math.abs(value - target);
            return distance <= tol || distance <= rel * Math.abs(target);
          }),
        ),
      );
      return {
        score: equal,
        reason: `read ${said.text}`,
        openReason: equal ? undefined : `read ${said.text}, not ${golds.map((right) => right?.text).join(" or ")}`,
      };
    },
  });
}
