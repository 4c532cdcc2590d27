import { type Interval, percentText, signedText } from "@whileai/core";
import type { RewardTie } from "./reward-tie.js";

/** Width of the column of names. */
const NAME_WIDTH = 24;

/** One line of a report's table: a name, then right-aligned cells. */
export function tableLine(name: string, cells: readonly string[], end = ""): string {
  return `  ${name.padEnd(NAME_WIDTH)}${cells.map((cell) => cell.padStart(9)).join("")}${end}`.trimEnd();
}

/** A correlation with two decimals, or a dash. */
export const tieText = (value: number | null): string => (value === null ? "-" : signedText(value, 2));

/** The cells of a tie, and the mark of a paid one. */
export const tieCells = ({ within, pooled }: RewardTie): string[] => [tieText(within), tieText(pooled)];

/** A share in whole percent, or a dash. */
export const shareText = (share: number | null): string => (share === null ? "-" : percentText(share));

/** An interval of shares in whole percent, or a dash. */
export const intervalText = (interval: Interval | null): string =>
  interval === null ? "-" : `${percentText(interval.low)}..${percentText(interval.high)}`;
