import { isRecord } from "@whileai/core";

/** What the tests' process concluded. */
export interface TestsVerdict {
  readonly ok?: boolean;
  readonly error?: string;
  readonly said?: string;
  readonly unusable?: string;
  readonly comparedObjects?: boolean;
}

/** The verdict of a line `V TOKEN {...}`; undefined for any other line, a wrong token included. */
export function readVerdict(line: Buffer, token: string): TestsVerdict | undefined {
  const head = `V ${token} `;
  if (line.subarray(0, head.length).toString("latin1") !== head) return undefined;
  try {
    const verdict: unknown = JSON.parse(line.subarray(head.length).toString("utf8"));
    return isRecord(verdict) ? (verdict as TestsVerdict) : undefined;
  } catch {
    return undefined;
  }
}

/** Longest cause on a row. */
const CAUSE_CHARS = 60;

/** A cause as it may stand on a row: words, or the name of an exception; anything else a process said is not repeated. */
export const safeCause = (said: unknown): string =>
  typeof said === "string" && /^[\w' -]+$/.test(said) && said.length <= CAUSE_CHARS ? said : "an error";
