import { countText, cutText, percentText } from "@whileai/core";
import type { DecontaminationFields } from "./decontamination-report.js";
import { evalRowText } from "./eval-row-text.js";
import { wordsThatOutliveAnEdit } from "./one-word-edit.js";

/** Runs of so many words are the shortest that published checks use. */
const SHORT_RUNS = 5;

/** Lines on copies that somebody changed, which the text rules may have kept. */
export function missedCopyLines(report: DecontaminationFields): string[] {
  return [...nearMissLines(report), ...editLines(report)];
}

function nearMissLines({ nNearMisses, closestMiss: closest, overlap }: DecontaminationFields): string[] {
  if (closest === null) return [];
  const where = `${evalRowText(closest)} ${closest.evalField}`;
  const shared = closest.side === "train" ? `its words are in ${where}` : `${where} is in it`;
  return [
    `  near misses: ${countText(nNearMisses, "kept row shares", "kept rows share")} at least half of a text with an eval text, but less than ${percentText(overlap, 1)}`,
    `    the closest is row ${closest.index + 1} ${closest.field}: ${percentText(closest.share, 1)} of ${shared}: ${JSON.stringify(cutText(closest.evalText ?? "", 80))}`,
  ];
}

function editLines({
  ngram,
  overlap,
  editProofWords,
  nEvalTexts,
  nEvalTextsEditHides,
}: DecontaminationFields): string[] {
  if (nEvalTextsEditHides === 0) return [];
  if (editProofWords === null)
    return ["  one changed word hides a copy of any eval text, because `overlap` asks for all of its words"];
  const runs = Math.min(ngram, SHORT_RUNS);
  const are = `${nEvalTextsEditHides} of ${countText(nEvalTexts, "eval text")} ${nEvalTextsEditHides === 1 ? "is" : "are"}`;
  const help = runs < ngram ? ` (with ngram ${runs}: under ${wordsThatOutliveAnEdit(runs, overlap)})` : "";
  return [
    `  one changed word can hide a copy of an eval text of under ${editProofWords} words${help}; ${are} that short`,
  ];
}
