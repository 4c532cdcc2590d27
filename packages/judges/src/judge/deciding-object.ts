import { isRecord, splitThinking } from "@whileai/core";
import { jsonSpans } from "../verify/json-values.js";

/** What takes up no room and can hide a verdict, or split its key. Joiners stay: scripts need them. */
const INVISIBLE = /[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const WHOLE_FENCE = /^```[^\n`]*\n([\s\S]*?)\n?```$/;

/** What is left of a reply to be read: without thinking, invisible characters and a fence around all of it. */
export function saidText(reply: string): string {
  const said = splitThinking(reply).said.replace(INVISIBLE, "").trim();
  return (WHOLE_FENCE.exec(said)?.[1] ?? said).trim();
}

/** How the object that decides is told from others. */
export interface DecidingOptions {
  /** Finds, in what comes after the object, another answer that was meant to count. */
  readonly laterAnswer: RegExp;
  /** What the judge was shown. An object that stands in there and amid prose is a quotation, no answer. */
  readonly evidence?: string | undefined;
}

/** The object that decides, or why none does; `isAbsent` where there is no object at all. */
export type Deciding =
  | { readonly value: Record<string, unknown>; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: string; readonly isAbsent: boolean };

/**
 * The last complete JSON object of what a reply says, which is the one that decides: what a reply quotes or gives as an
 * example comes earlier. It is unclear when it lies inside a broken object, when another answer seems to follow it, when
 * it writes a key twice, and when it is a quotation of the evidence.
 */
export function decidingObject(reply: string, { laterAnswer, evidence }: DecidingOptions): Deciding {
  const text = saidText(reply);
  const spans = jsonSpans(text, "{");
  const last = spans.at(-1);
  if (last === undefined)
    return { problem: text === "" ? "nothing was said" : "there is no whole JSON object", isAbsent: true };
  let end = 0;
  let around = "";
  for (const span of spans) {
    around += text.slice(end, span.start);
    end = span.start + span.text.length;
  }
  const after = text.slice(end);
  if (openBraces(around) > 0) return unclear("the last object lies inside a broken one");
  if (laterAnswer.test(after)) return unclear("another answer follows the last object");
  if (!isRecord(last.value) || hasDoubledKey(last.text)) return unclear("the last object writes a key twice");
  if (evidence !== undefined && isQuotation(last.text, around + after, reply, evidence))
    return unclear("the last object is a quotation of the record");
  return { value: last.value };
}

const unclear = (problem: string): Deciding => ({ problem, isAbsent: false });

const openBraces = (text: string): number => (text.match(/\{/g)?.length ?? 0) - (text.match(/\}/g)?.length ?? 0);

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** An object of the record amid prose. A record that ends thinking may have cut the prose off, where it is quoted whole. */
function isQuotation(object: string, around: string, reply: string, evidence: string): boolean {
  const record = squashed(evidence);
  if (!record.includes(squashed(object))) return false;
  return hasWords(around) || (/<\/think/i.test(record) && hasWords(reply.replace(object, "")));
}

/**
 * A text without all that may differ between a record and a quotation of it: escapes (inside JSON quotes are escaped, white
 * space is written out, and what is risky stands as a number), white space, quotation marks, and what cannot be seen.
 */
const squashed = (text: string): string =>
  text
    .replace(/\\+u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(INVISIBLE, "")
    .replace(/\\[nrt]|[\s\\"'`‘’“”]/g, "");

/** The members of an object that breaks off, without the comma after the last. */
export const brokenOff = (text: string): string => text.replace(/,$/, "").trimEnd();

/** True when an object writes a key of its own twice: JSON keeps only the last. */
export function hasDoubledKey(text: string): boolean {
  const keys = new Set<string>();
  let depth = 0;
  let latest = "";
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const from = at;
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
      if (depth === 1) latest = text.slice(from, at + 1);
    } else if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") depth--;
    else if (character === ":" && depth === 1) {
      const key = JSON.parse(latest) as string;
      if (keys.has(key)) return true;
      keys.add(key);
    }
  }
  return false;
}
