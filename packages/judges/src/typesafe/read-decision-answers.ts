import { isRecord } from "@whileai/core";
import { parseJson } from "../verify/json-values.js";

/** An answer of a decision service, read: numbers outside [0, 1] and labels that are none are null. */
export type DecisionAnswer =
  | { readonly type: "noul"; readonly noul: number | null }
  | {
      readonly type: "choice";
      readonly choice: string | null;
      readonly confidence: number | null;
      readonly probabilities: Readonly<Record<string, number>>;
    }
  | {
      readonly type: "score";
      readonly score: number | null;
      readonly confidence: number | null;
      readonly probabilities: Readonly<Record<string, number>>;
    };

/**
 * The answers in a reply, by the names of their questions. Types that are not known are left out; a choice that is not
 * named is the most probable label, a score that is not named the expected level. No answers at all give an empty map.
 */
export function readDecisionAnswers(reply: string): Map<string, DecisionAnswer> {
  const parsed = parseJson(reply);
  const answers = parsed.found && isRecord(parsed.value) && isRecord(parsed.value.answers) ? parsed.value.answers : {};
  return new Map(
    Object.entries(answers).flatMap(([name, given]): [string, DecisionAnswer][] => {
      const answer = isRecord(given) ? readAnswer(given) : undefined;
      return answer === undefined ? [] : [[name, answer]];
    }),
  );
}

function readAnswer(given: Record<string, unknown>): DecisionAnswer | undefined {
  if (given.type === "noul") return { type: "noul", noul: share(given.noul) };
  if (given.type !== "choice" && given.type !== "score") return undefined;
  const probabilities = sharesOf(given.probabilities);
  const entries = Object.entries(probabilities);
  const confidence = share(given.confidence);
  if (given.type === "choice") {
    const [likeliest] = entries.toSorted(([, first], [, second]) => second - first);
    const choice = typeof given.choice === "string" && given.choice !== "" ? given.choice : (likeliest?.[0] ?? null);
    return { type: "choice", choice, confidence, probabilities };
  }
  const named = typeof given.score === "number" && Number.isFinite(given.score) ? given.score : null;
  return { type: "score", score: named ?? expected(entries), confidence, probabilities };
}

const share = (value: unknown): number | null => (typeof value === "number" && value >= 0 && value <= 1 ? value : null);

function sharesOf(given: unknown): Record<string, number> {
  if (typeof given !== "object" || given === null) return {};
  return Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, number] => share(entry[1]) !== null),
  );
}

function expected(entries: readonly (readonly [string, number])[]): number | null {
  const levels = entries.filter(([level]) => level.trim() !== "" && Number.isFinite(Number(level)));
  const total = levels.reduce((sum, [, probability]) => sum + probability, 0);
  if (total === 0) return null;
  return levels.reduce((sum, [level, probability]) => sum + Number(level) * probability, 0) / total;
}
