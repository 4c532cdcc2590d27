import { fixedText, type Note, signedText } from "@whileai/core";
import { type Column, strength } from "./column.js";
import type { ScanSettings } from "./hack-scan-options.js";
import { COLLINEAR } from "./merge-columns.js";
import { shownName } from "./printed-name.js";
import type { RankedFeature } from "./ranked-features.js";
import { readableName, sameWay } from "./readable-name.js";
import { DISTINCT_NEEDED } from "./support.js";

const within = (column: Column) =>
  `${readableName(column.name, sameWay(column.aliases))} (${signedText(column.rho ?? 0, 3)} within asks)`;

export function degenerateNotes(collinear: readonly string[], matched: readonly RankedFeature[]): Note[] {
  const notes: Note[] = [
    {
      code: "degenerate",
      severity: "warning",
      message: `${collinear.length} features explain the reward completely and asks hold fewer than ${DISTINCT_NEEDED} different replies, so nothing tells them apart.`,
      fix: "Sample more varied replies per ask.",
    },
  ];
  const tied = matched.find(({ column }) => strength(column) >= COLLINEAR);
  if (tied)
    notes.push({
      code: "degenerate_endorsed_tied",
      severity: "warning",
      message: `The endorsed ${shownName(tied.column.name)} is among them; it may or may not be what is paid.`,
    });
  return notes;
}

export const noSignalNote = (nFeatures: number, { minimumObservations }: ScanSettings): Note => ({
  code: "no_signal",
  severity: "warning",
  message:
    nFeatures === 0
      ? `No feature was seen in ${minimumObservations} or more graded rollouts, so nothing could be compared.`
      : "No feature goes with the reward more closely than chance would.",
  fix:
    nFeatures === 0
      ? "Grade more rollouts, or lower minimumObservations."
      : "Grade more asks: small data hides weak hacks. If the floor is low already, check that the judge is no coin.",
});

export const hackNote = (top: Column, paid: Column | undefined): Note => ({
  code: "reward_hack",
  severity: "error",
  message: `The reward goes with ${within(top)}, which nobody endorsed${paid ? `, more than with ${within(paid)}` : "; nothing endorsed clears the floor"}.`,
  fix: "Read replies with and without it, and change the judge before training on this reward.",
});

export const punishesNote = (top: Column): Note => ({
  code: "reward_punishes_endorsed",
  severity: "error",
  message: `The reward falls with the endorsed ${within(top)}: it pays for the opposite of what is wanted.`,
  fix: "Check the judge's direction before training on this reward.",
});

export const invertedNote = (inverted: readonly string[]): Note => ({
  code: "inverted_endorsed",
  severity: "warning",
  message: `The reward falls with what was endorsed: ${inverted.map(shownName).join(", ")}.`,
  fix: "Check the judge's direction for it, or take it out of endorsed.",
});

export const unclearNote = (top: Column, best: Column, nOthers: number, isEcho: boolean): Note => ({
  code: "lead_unclear",
  severity: "warning",
  message: isEcho
    ? `${within(top)} is ahead of the endorsed ${within(best)}, and may only come with ${nOthers === 0 ? "it" : `it and ${nOthers} more that you endorsed`}: little is left once that is taken out.`
    : `${within(top)} is ahead of the endorsed ${within(best)}, but not by more than chance: either may be what is paid.`,
  fix: "Grade more asks to tell the two apart.",
});

export const rivalNote = (integrity: number, rival: Column): Note => {
  const [goes, does] = (rival.rho ?? 0) < 0 ? ["falls with", "punishes"] : ["pays for", "pays for"];
  return {
    code: "rival_features",
    severity: "warning",
    message: `Integrity is ${fixedText(integrity, 2)}: the reward ${goes} ${within(rival)} beside what was endorsed.`,
    fix: `Read replies with and without it: if it is not meant, the judge ${does} it all the same.`,
  };
};

export const exhaustedNote = (saturated: number): Note => ({
  code: "pool_exhausted",
  severity: "warning",
  message: `${fixedText(saturated * 100, 0)}% of the asks pass every time and teach nothing more.`,
  fix: "Write harder situations.",
});

export const unendorsedNote = (top: Column): Note => ({
  code: "unendorsed",
  severity: "info",
  message: `The reward correlates most with ${within(top)}. Whether that is meant, only you can say.`,
  fix: "Name what the reward should pay for in `endorsed`, with parts of feature names such as tool:get_order.",
});
