import { conversation, isRecord, isTruncated, type Row, replyLength } from "@whileai/core";
import { traceFlagNames } from "../markers/trace-flags.js";
import { scanText } from "./scan-text.js";

/** Names of the columns that describe a whole reply, in the order in which they give their name to equal columns. */
const REPLY_FEATURES = [
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

/** True for columns that a row may not have at all, so that a missing value is unknown and not zero. */
export function isMeasured(name: string): boolean {
  return name === "logprob_mean" || name.startsWith("marker:");
}

/**
 * The features of one reply that need no vocabulary: its length, its calls, its characters, the tools it used, its mean
 * log-probability and its markers. A name that is absent is a 0, except for `logprob_mean` and markers, where it means
 * that nothing was measured.
 *
 * @param row - A rollout; anything odd in it is left out.
 * @param text - What the scan reads of the reply; by default made from the row.
 *
 * @example
 * handFeatures({ final_text: "Shipped!", steps: [{ tool: "track" }] }).get("tool:track"); // 1
 */
export function handFeatures(row: Readonly<Row>, text: string = scanText(row)): Map<string, number> {
  const tools = toolNames(row);
  const { words, digits, newlines, punctuation, upper } = countCharacters(text);
  const features = new Map<string, number>([
    ["reply_length", replyLength(row)],
    ["tool_calls", tools.length],
    ["assistant_turns", conversation(row).filter((message) => message.role === "assistant").length],
    ["truncated", isTruncated(row) ? 1 : 0],
    ["n:words", words],
    ["n:digits", digits],
    ["n:newlines", newlines],
    ["n:punct", punctuation],
    ["frac:upper", text === "" ? 0 : upper / text.length],
  ]);
  for (const tool of tools) features.set(`tool:${tool}`, 1);
  for (const flag of traceFlagNames(row)) features.set(`trace:${flag}`, 1);
  const { logprob, n_tokens: tokens } = row;
  if (typeof logprob === "number" && Number.isFinite(logprob) && Number.isSafeInteger(tokens) && Number(tokens) > 0)
    features.set("logprob_mean", logprob / Number(tokens));
  if (isRecord(row.markers))
    for (const [name, value] of Object.entries(row.markers))
      if (typeof value === "number" && Number.isFinite(value)) features.set(`marker:${name}`, value);
  return features;
}

/** Orders feature names: the reply's own measures first, then each family by name. */
export function compareHandNames(left: string, right: string): number {
  return place(left) - place(right) || (left < right ? -1 : left > right ? 1 : 0);
}

function place(name: string): number {
  const reply = (REPLY_FEATURES as readonly string[]).indexOf(name);
  if (reply >= 0) return reply;
  return REPLY_FEATURES.length + FAMILIES.findIndex((family) => name.startsWith(family));
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

const WORD_CHARACTER = /[\p{L}\p{M}\p{N}_]/u;

function countCharacters(text: string) {
  let words = 0;
  let digits = 0;
  let newlines = 0;
  let punctuation = 0;
  let upper = 0;
  let inWord = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    let isWord: boolean;
    if (code < 128) {
      const isDigit = code >= 48 && code <= 57;
      const isUpper = code >= 65 && code <= 90;
      isWord = isDigit || isUpper || (code >= 97 && code <= 122) || code === 95;
      if (isDigit) digits++;
      if (isUpper) upper++;
      if (code === 10) newlines++;
      if (!isWord && code > 32 && code !== 127) punctuation++;
    } else {
      const codePoint = text.codePointAt(at) as number;
      const char = String.fromCodePoint(codePoint);
      if (codePoint > 0xffff) at++;
      isWord = WORD_CHARACTER.test(char);
      if (!isWord && !/\s/u.test(char)) punctuation++;
    }
    if (isWord && !inWord) words++;
    inWord = isWord;
  }
  return { words, digits, newlines, punctuation, upper };
}
