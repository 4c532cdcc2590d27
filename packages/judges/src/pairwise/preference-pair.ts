import { isRecord, type Message, type Row } from "@whileai/core";

/** One side of a pair: a row, a conversation, or the reply alone. */
export type PairSide = Row | readonly Message[] | string;

/** What is read of a pair. */
export interface PairSides {
  readonly prompt?: unknown;
  readonly chosen?: PairSide | null | undefined;
  readonly rejected?: PairSide | null | undefined;
}

/** A pair as it is built for training: two runs of one request, of which one is said to be better. */
export interface PreferencePair extends PairSides {
  readonly [field: string]: unknown;
}

/** One side of a pair as a row; undefined where there is none. A row without a prompt gets that of the pair. */
export function sideRow(
  pair: Readonly<Partial<Record<"prompt" | "chosen" | "rejected", unknown>>>,
  side: "chosen" | "rejected",
): Row | undefined {
  const given = pair[side];
  const { prompt } = pair;
  const asked = prompt === undefined || prompt === null ? {} : { prompt: prompt as string };
  if (typeof given === "string") return { ...asked, final_text: given };
  if (Array.isArray(given)) {
    const opening = Array.isArray(prompt) ? (prompt as Message[]) : [];
    return { ...(opening.length > 0 ? {} : asked), messages: [...opening, ...given.filter(isRecord)] as Message[] };
  }
  if (!isRecord(given)) return undefined;
  const { prompt: own } = given;
  return own === undefined || own === null ? { ...(given as Row), ...asked } : (given as Row);
}
