import { clipText, contentText, foldText } from "@whileai/core";

const PATTERN_CHARS = 120;

/** A reason as reasons are grouped: lower case, one space between words, numbers as "#". */
export const reasonPattern = (reason: unknown): string =>
  clipText(foldText(contentText(reason)).replace(/\d+(?:[.,]\d+)*/g, "#"), PATTERN_CHARS);
