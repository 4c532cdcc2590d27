import { brokenOff, decidingObject, saidText } from "../judge/deciding-object.js";
import { reasonText } from "../judge/reason-text.js";

/** Which of two runs is better. */
export type PairWinner = "A" | "B" | "tie";

/** A pair judge's reply, read: the winner, or null when the reply names none. */
export interface ParsedPairReply {
  readonly winner: PairWinner | null;
  readonly reason: string;
  /** Why there is no winner. */
  readonly problem?: string | undefined;
}

const LATER_WINNER = /["'“‘`]?\bwinner\b["'”’`*]*\s*(?:[:=]|is\b)/i;
/** The whole reply without an object: a label, or the key and a label. */
const BARE = /^(?:["'`*]*winner["'`*]*\s*[:=]\s*)?["'`*]*(a|b|tie)["'`*.]*$/i;
/** An object that breaks off right after its winner. */
const CUT_OFF = /^\{[\s\S]*"winner"\s*:\s*"(a|b|tie)"$/i;

/**
 * Reads `{"reason": "…", "winner": "A" | "B" | "tie"}`. The last complete JSON object decides, as for a verdict; without
 * one the whole text may be `winner: B` or a label alone, or an object that breaks off right after its winner.
 *
 * @example
 * parsePairReply('{"winner": "b", "reason": "A invents a date"}'); // { winner: "B", reason: "A invents a date" }
 */
export function parsePairReply(
  reply: string,
  { evidence }: { readonly evidence?: string | undefined } = {},
): ParsedPairReply {
  const deciding = decidingObject(reply, { laterAnswer: LATER_WINNER, evidence });
  if (deciding.value !== undefined) {
    const winner = winnerOf(deciding.value.winner);
    return winner === null
      ? { winner, reason: "", problem: "the last object names no winner" }
      : { winner, reason: reasonText(deciding.value.reason) };
  }
  const { problem, isAbsent } = deciding;
  const found = isAbsent ? withoutObject(saidText(reply)) : null;
  return found === null ? { winner: null, reason: "", problem } : { winner: winnerOf(found[1]), reason: "" };
}

const withoutObject = (text: string): RegExpExecArray | null =>
  BARE.exec(text) ?? (text.match(/"winner"/gi)?.length === 1 ? CUT_OFF.exec(brokenOff(text)) : null);

/** The winner that a label names; null for what is no label. */
export function winnerOf(label: unknown): PairWinner | null {
  const word = typeof label === "string" ? label.trim().toLowerCase() : "";
  if (word === "a") return "A";
  if (word === "b") return "B";
  return word === "tie" ? "tie" : null;
}
