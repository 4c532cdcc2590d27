import { quantile, type Row, replyLength } from "@whileai/core";
import { promptText } from "../signal/ask-key.js";

/** Longest over median reply of a prompt from which its lengths count as widely spread. Convention. */
const WIDE_SPREAD = 4;

/** How long the selected replies are, in characters. */
export interface LengthSummary {
  readonly n: number;
  readonly medianChars: number;
  readonly maxChars: number;
  readonly nTruncated: number;
  /** Prompts with two or more replies. */
  readonly nGroupsMulti: number;
  /** Those whose longest reply is more than `maxSpread` times their median one. */
  readonly nGroupsWideSpread: number;
  readonly maxSpread: number;
}

/** Measures the lengths of rows; `truncated` says which were cut. */
export function summarizeLength(rows: readonly { row: Row; truncated: boolean }[]): LengthSummary {
  const groups = new Map<string, number[]>();
  const all: number[] = [];
  for (const { row } of rows) {
    const length = replyLength(row);
    all.push(length);
    const prompt = promptText(row);
    const group = groups.get(prompt);
    if (group) group.push(length);
    else groups.set(prompt, [length]);
  }
  const several = [...groups.values()].filter((lengths) => lengths.length >= 2);
  return {
    n: all.length,
    medianChars: median(all),
    maxChars: largest(all),
    nTruncated: rows.filter((entry) => entry.truncated).length,
    nGroupsMulti: several.length,
    nGroupsWideSpread: several.filter((lengths) => largest(lengths) > WIDE_SPREAD * Math.max(1, median(lengths)))
      .length,
    maxSpread: WIDE_SPREAD,
  };
}

function median(values: readonly number[]): number {
  return (
    quantile(
      values.toSorted((left, right) => left - right),
      0.5,
    ) ?? 0
  );
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
