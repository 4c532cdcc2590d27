import { isRecord } from "@whileai/core";
import { jsonSpans, parseJson } from "../verify/json-values.js";

/** Longest reason taken from a reply, in code points; fixed by the wire format. */
export const PARSED_REASON_CHARS = 400;

/** A chat judge's reply, read: the score, or null when the reply gives none. */
export interface ParsedVerdict {
  readonly score: 0 | 1 | null;
  readonly reason: string;
}

const CLOSED_THOUGHT = /<think>[\s\S]*?<\/think>/gi;
const OPEN_THOUGHT = /<think>[\s\S]*$/i;
const INVISIBLE = /[\u200b\u2060\ufeff]/g;
const WHOLE_FENCE = /^```[^\n`]*\n([\s\S]*?)\n?```$/;
const VERDICT_KEY = /"(?:score|reward)"\s*:/;
/** An object that breaks off right after its score. */
const CUT_OFF = /"(?:score|reward)"\s*:\s*-?[01](?:\.0+)?\s*,?\s*$/;
const NO_VERDICT: ParsedVerdict = { score: null, reason: "" };

/**
 * Reads a 0 or 1 out of a chat judge's reply.
 *
 * Thinking is removed, and an unclosed `<think>` hides everything after it. The last complete JSON object decides, by a
 * numeric `score` or `reward` that is exactly 0 or 1 (both must agree). Without an object the whole text may be `0` or
 * `1`, or an object that breaks off right after its score. Booleans, texts, other numbers, doubled keys, and an object
 * that sits inside a broken one (a quotation of the judged text) are no verdict: the score is null, never a guess.
 *
 * @example
 * parseVerdict('The reply says {"score": 1} but no tool did. {"reason": "invented", "score": 0}'); // score 0
 */
export function parseVerdict(reply: string): ParsedVerdict {
  const thought = reply.replace(CLOSED_THOUGHT, "").replace(OPEN_THOUGHT, "").replace(INVISIBLE, "").trim();
  const text = (WHOLE_FENCE.exec(thought)?.[1] ?? thought).trim();
  const spans = jsonSpans(text, "{");
  const last = spans.at(-1);
  if (last === undefined) return withoutObject(text);
  const at = text.lastIndexOf(last.text);
  const around = spans.slice(0, -1).reduce((rest, span) => rest.replace(span.text, () => ""), text.slice(0, at));
  if (openBraces(around) > 0 || VERDICT_KEY.test(text.slice(at + last.text.length))) return NO_VERDICT;
  return readVerdict(last.text, last.value);
}

function withoutObject(text: string): ParsedVerdict {
  const whole = parseJson(text);
  if (whole.found) return { score: binary(whole.value), reason: "" };
  if (!text.startsWith("{") || !CUT_OFF.test(text)) return NO_VERDICT;
  const closed = `${text.replace(/,\s*$/, "")}}`;
  const parsed = parseJson(closed);
  return parsed.found ? readVerdict(closed, parsed.value) : NO_VERDICT;
}

function readVerdict(text: string, value: unknown): ParsedVerdict {
  if (!isRecord(value) || hasDoubledKey(text, value)) return NO_VERDICT;
  const given = ["score", "reward"].filter((key) => Object.hasOwn(value, key)).map((key) => value[key]);
  const scores = given.map(binary);
  const score = scores[0] ?? null;
  if (score === null || scores.some((other) => other !== score)) return NO_VERDICT;
  return { score, reason: reasonText(value.reason) };
}

const binary = (value: unknown): 0 | 1 | null => (value === 1 ? 1 : value === 0 ? 0 : null);

function reasonText(reason: unknown): string {
  if (typeof reason !== "string") return "";
  const text = reason.replace(/\s+/gu, " ").trim();
  return text.length <= PARSED_REASON_CHARS ? text : [...text].slice(0, PARSED_REASON_CHARS).join("");
}

const openBraces = (text: string): number => (text.match(/\{/g)?.length ?? 0) - (text.match(/\}/g)?.length ?? 0);

/** True when the object's own keys are fewer than its text writes: JSON keeps only the last of two. */
function hasDoubledKey(text: string, value: Record<string, unknown>): boolean {
  let depth = 0;
  let written = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
    } else if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") depth--;
    else if (character === ":" && depth === 1) written++;
  }
  return written !== Object.keys(value).length;
}
