import { countText } from "@whileai/core";
import { type MaybeNote, warning } from "../notes/note.js";

/** What lets replies stay that repeat only what they were shown. */
export const UNSEEN_FIX = 'Set leakRule: "unseen" to count as a leak only what the agent was never shown.';

/** How many of the leaks repeat nothing but what the agent had been shown; empty where none does. */
export function shownLeaksText(shown: number, leaks: number): string {
  if (shown === 0) return "";
  const those =
    leaks === 1 ? "it repeats" : shown === leaks ? `all ${leaks} repeat` : `${countText(shown, "repeats", "repeat")}`;
  return `${those} only what the prompt or a tool result had shown`;
}

/** Rows that went as leaks though all they repeat had been shown to the agent. */
export function shownLeaksNote(shown: number, leaks: number, whatHappened: string): MaybeNote {
  return (
    shown > 0 &&
    warning(
      "shown_leaks",
      `${countText(leaks, "row", "rows")} ${leaks === 1 ? "was" : "were"} ${whatHappened} for a privileged leak; ${shownLeaksText(shown, leaks)}.`,
      UNSEEN_FIX,
    )
  );
}
