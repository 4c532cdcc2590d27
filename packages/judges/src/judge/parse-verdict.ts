import { parseJson } from "../verify/json-values.js";
import { brokenOff, decidingObject, hasDoubledKey, saidText } from "./deciding-object.js";
import { reasonText } from "./reason-text.js";

/** A chat judge's reply, read: the score, or null when the reply gives none. */
export interface ParsedVerdict {
  readonly score: 0 | 1 | null;
  readonly reason: string;
  /** Why there is no score. */
  readonly problem?: string | undefined;
}

/** What a reply is read with. */
export interface ParseVerdictOptions {
  /**
   * What the judge was shown. A verdict that stands in there and that the reply has amid prose is taken for a quotation of
   * the judged text.
   */
  readonly evidence?: string | undefined;
}

/** A score in another form than a whole object: broken, in other quotes, or in words. */
const LATER_SCORE = /["'“‘`]?\b(?:score|reward|verdict|grade)\b["'”’`*]*\s*(?:[:=]|[^.\n]{0,24}\b[01]\b)/i;
/** An object that breaks off right after its score. */
const CUT_OFF = /"(?:score|reward)"\s*:\s*-?[01](?:\.0+)?$/;

/**
 * Reads a 0 or 1 out of a chat judge's reply.
 *
 * Thinking is removed, and an unclosed `<think>` hides everything after it. The last complete JSON object decides, by a
 * numeric `score` or `reward` that is exactly 0 or 1 (both must agree). Without an object the whole text may be `0` or
 * `1`, or an object that breaks off right after its score. Booleans, texts, other numbers, doubled keys, an object that
 * sits inside a broken one, and one that another score follows are no verdict: the score is null, never a guess.
 *
 * @example
 * parseVerdict('The reply says {"score": 1} but no tool did. {"reason": "invented", "score": 0}'); // score 0
 */
export function parseVerdict(reply: string, { evidence }: ParseVerdictOptions = {}): ParsedVerdict {
  const deciding = decidingObject(reply, { laterAnswer: LATER_SCORE, evidence });
  if (deciding.value !== undefined) return readVerdict(deciding.value);
  return deciding.isAbsent ? withoutObject(saidText(reply), deciding.problem) : noVerdict(deciding.problem);
}

const noVerdict = (problem: string): ParsedVerdict => ({ score: null, reason: "", problem });

function withoutObject(text: string, problem: string): ParsedVerdict {
  const whole = parseJson(text);
  if (whole.found) {
    const score = binary(whole.value);
    return score === null ? noVerdict(problem) : { score, reason: "" };
  }
  const members = brokenOff(text);
  if (!members.startsWith("{") || !CUT_OFF.test(members)) return noVerdict(problem);
  const closed = `${members}}`;
  const parsed = parseJson(closed);
  if (!parsed.found || hasDoubledKey(closed)) return noVerdict(problem);
  return readVerdict(parsed.value as Record<string, unknown>);
}

function readVerdict(value: Record<string, unknown>): ParsedVerdict {
  const given = ["score", "reward"].filter((key) => Object.hasOwn(value, key)).map((key) => value[key]);
  if (given.length === 0) return noVerdict("the last object has no score");
  const scores = given.map(binary);
  const [score = null] = scores;
  if (score === null || scores.includes(null)) return noVerdict("the score is neither 0 nor 1");
  if (scores.some((other) => other !== score)) return noVerdict("score and reward contradict each other");
  return { score, reason: reasonText(value.reason) };
}

const binary = (value: unknown): 0 | 1 | null => (value === 1 ? 1 : value === 0 ? 0 : null);
