import type { Answer } from "./answer.js";
import { askedValue } from "./asked-value.js";
import { compareAnswers } from "./compare-answers.js";
import { createComparison } from "./compare-expressions.js";
import { readAnswer } from "./read-answer.js";
import type { Agreement } from "./value.js";
import { TooMuchWork, Work } from "./work.js";

/** What comparing an answer with the reference gave. */
export interface MathVerdict {
  /** `unreadable`: the reference cannot be read or computed; `unclear`: the answer cannot. */
  readonly verdict: "equal" | "different" | "unclear" | "unreadable";
  /** Units of work that it took. */
  readonly work: number;
}

/** Compares two answers as written, without looking for them in a reply. */
export function compareMath(candidate: string, reference: string): MathVerdict {
  const work = new Work();
  const golds = readAnswer(reference);
  if (golds.length === 0) return { verdict: "unreadable", work: 0 };
  const answers = readAnswer(candidate);
  if (answers.length === 0) return { verdict: "unclear", work: 0 };
  let verdict: Agreement = "different";
  for (const gold of golds) {
    for (const answer of answers) {
      const result = attempt(gold.kind === "relation" ? answer : askedValue(answer), gold, work);
      if (result === "equal") return { verdict: result, work: work.spent };
      if (result === "unclear") verdict = result;
    }
  }
  if (verdict !== "unclear" || golds.some(canBeComputed)) return { verdict, work: work.spent };
  return { verdict: "unreadable", work: work.spent };
}

function attempt(answer: Answer, gold: Answer, work: Work): Agreement {
  try {
    return compareAnswers(answer, gold, createComparison(work));
  } catch (error) {
    if (error instanceof TooMuchWork) return "unclear";
    throw error;
  }
}

/** True when an answer can be compared with itself by computing alone, so that a doubt was the other's fault. */
function canBeComputed(answer: Answer): boolean {
  try {
    return compareAnswers(answer, answer, createComparison(new Work(), false)) === "equal";
  } catch (error) {
    if (error instanceof TooMuchWork) return false;
    throw error;
  }
}
