import { conversation, isRecord, isTruncated, type Row, type RowLike, replyLength } from "@whileai/core";
import { traceFlagNames } from "../markers/trace-flags.js";
import { withRowError } from "../rows/with-row-errors.js";
import { classOf, GAP, SYMBOL } from "./character-class.js";
import { scanText } from "./scan-text.js";

/** Names of the columns that describe a whole reply, in the order in which they give their name to equal columns. */
export const REPLY_FEATURES = [
  "reply_length",
  "tool_calls",
  "assistant_turns",
  "truncated",
  "n:words",
  "n:digits",
  "n:newlines",
  "n:punct",
  "frac:upper",
] as const;

/** Families of named columns, after the ones above. */
const FAMILIES = ["tool:", "trace:", "logprob_mean", "marker:"] as const;

/** How many places the scan's own columns take in the order of names. */
export const OWN_PLACES = REPLY_FEATURES.length + FAMILIES.length;

/** True for columns that a row may not have at all, so that a missing value is unknown and not zero. */
export function isMeasured(name: string): boolean {
  return name === "logprob_mean" || name.startsWith("marker:");
}

/** Where a column of the scan's own stands in the order of names; -1 for a name of any other column. */
export function handPlace(name: string): number {
  const reply = (REPLY_FEATURES as readonly string[]).indexOf(name);
  if (reply >= 0) return reply;
  const family = FAMILIES.findIndex((each) => name.startsWith(each));
  return family < 0 ? -1 : REPLY_FEATURES.length + family;
}

/**
 * The features of one reply that need no vocabulary: its length, its calls, its characters, the tools it used, its trace
 * flags, its mean log-probability and its markers. A name that is absent is a 0, except for `logprob_mean` and markers,
 * where it means that nothing was measured.
 *
 * @param row - A rollout; anything odd in it is left out.
 * @param text - What the scan reads of the reply; by default made from the row.
 *
 * @example
 * handFeatures({ final_text: "Shipped!", steps: [{ tool: "track" }] }).get("tool:track"); // 1
 */
export function handFeatures(row: RowLike, text?: string): Map<string, number> {
  return withRowError("handFeatures", row, (own) => {
    const measures = replyMeasures(own, text ?? scanText(own), new Float64Array(REPLY_FEATURES.length));
    const features = new Map<string, number>(REPLY_FEATURES.map((name, index) => [name, measures[index] as number]));
    eachNamedFeature(own, (name, value) => features.set(name, value));
    return features;
  });
}

/** Writes the values of {@link REPLY_FEATURES} for a row. */
export function replyMeasures(row: Readonly<Row>, text: string, into: Float64Array): Float64Array {
  const { words, digits, newlines, punctuation, upper } = countCharacters(text);
  into[0] = replyLength(row);
  into[1] = countTools(row);
  into[2] = countTurns(row);
  into[3] = isTruncated(row) ? 1 : 0;
  into[4] = words;
  into[5] = digits;
  into[6] = newlines;
  into[7] = punctuation;
  into[8] = text === "" ? 0 : upper / text.length;
  return into;
}

/** Calls back with the features that have names of their own. A tool that is called twice is seen twice. */
export function eachNamedFeature(row: Readonly<Row>, visit: (name: string, value: number) => void): void {
  for (const tool of toolNames(row)) visit(`tool:${tool}`, 1);
  for (const flag of traceFlagNames(row)) visit(`trace:${flag}`, 1);
  const { logprob, n_tokens: tokens } = row;
  if (typeof logprob === "number" && Number.isFinite(logprob) && Number.isSafeInteger(tokens) && Number(tokens) > 0)
    visit("logprob_mean", logprob / Number(tokens));
  if (isRecord(row.markers))
    for (const [name, value] of Object.entries(row.markers))
      if (typeof value === "number" && Number.isFinite(value)) visit(`marker:${name}`, value);
}

/** How often the agent spoke or acted. */
export function countTurns(row: Readonly<Row>): number {
  return conversation(row).filter((message) => message.role === "assistant").length;
}

/** How many tools the rollout called. */
export function countTools(row: Readonly<Row>): number {
  return toolNames(row).length;
}

function toolNames(row: Readonly<Row>): string[] {
  for (const list of [row.steps, row.tool_trace] as unknown[]) {
    if (!Array.isArray(list)) continue;
    const names = list
      .map((step) => (isRecord(step) ? step.tool : undefined))
      .filter((tool): tool is string => typeof tool === "string" && tool !== "");
    if (names.length > 0) return names;
  }
  return [];
}

function countCharacters(text: string) {
  let words = 0;
  let digits = 0;
  let newlines = 0;
  let punctuation = 0;
  let upper = 0;
  let inWord = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) as number;
    if (code > 0xffff) at++;
    if (code >= 48 && code <= 57) digits++;
    if (code >= 65 && code <= 90) upper++;
    if (code === 10) newlines++;
    const kind = classOf(code);
    if (kind === SYMBOL) punctuation++;
    const isWord = kind !== SYMBOL && kind !== GAP;
    if (isWord && !inWord) words++;
    inWord = isWord;
  }
  return { words, digits, newlines, punctuation, upper };
}
