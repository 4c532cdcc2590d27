import { isRecord } from "@whileai/core";
import type { ExportRecord } from "./export-record.js";

const LONE_SURROGATE = /[\ud800-\udfff]/u;
const REPLACEMENT = "\ufffd";

/**
 * Records whose texts are whole Unicode. Half a character (a lone surrogate, left where a text was cut) can be written in
 * JSON, but loaders and tokenizers refuse it, and with it the file: U+FFFD takes its place.
 *
 * @returns the records and how many of them were changed.
 */
export function withWholeCharacters(records: readonly ExportRecord[]): { records: ExportRecord[]; mended: number } {
  let mended = 0;
  const whole = records.map((record) => {
    const mendedRecord = wholeValue(record) as ExportRecord;
    if (mendedRecord !== record) mended++;
    return mendedRecord;
  });
  return { records: whole, mended };
}

/** The same value where nothing had to be changed, else a copy. */
function wholeValue(value: unknown): unknown {
  if (typeof value === "string") return wholeText(value);
  if (Array.isArray(value)) {
    const items = value.map(wholeValue);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value);
  const whole = entries.map(([key, entry]) => [wholeText(key), wholeValue(entry)] as const);
  const isSame = whole.every(([key, entry], index) => key === entries[index]?.[0] && entry === entries[index]?.[1]);
  return isSame ? value : Object.fromEntries(whole);
}

const wholeText = (text: string): string =>
  LONE_SURROGATE.test(text) ? text.replace(new RegExp(LONE_SURROGATE, "gu"), REPLACEMENT) : text;
