import {
  countText,
  createReport,
  cutText,
  fixedText,
  type Note,
  percentText,
  type ReportOf,
  renderNotes,
} from "@whileai/core";

/** A prompt of the rows. */
export interface NearDuplicatePrompt {
  /** Position of the first row that has it, from 0. */
  readonly index: number;
  /** Its beginning. */
  readonly text: string;
}

/** Two prompts with nearly the same words. */
export interface NearDuplicatePair {
  readonly prompts: readonly [NearDuplicatePrompt, NearDuplicatePrompt];
  /** Words that both have, over words that either has. */
  readonly similarity: number;
  /** Words that only the one or only the other has: slot values, where a template wrote the prompts. At most 10 of each. */
  readonly onlyIn: readonly [readonly string[], readonly string[]];
}

/** Prompts that are near duplicates of each other, directly or through others. */
export interface NearDuplicateCluster {
  readonly nPrompts: number;
  readonly nRows: number;
  /** The first prompt, and up to two others. */
  readonly examples: readonly NearDuplicatePrompt[];
}

/** How pairs were counted where those that may be similar are too many to look at. */
export interface PairsEstimate {
  /** Of `nPairs`; null when no drawn prompt has a pair: how far off the number is, the draw cannot tell. */
  readonly standardError: number | null;
  /** Prompts, drawn by `seed`, that were compared with all others. */
  readonly nDrawn: number;
  /** Share of the pairs of those prompts that the clusters put apart; null when they have none. */
  readonly partedShare: number | null;
  /** Prompts that no cluster was looked for. */
  readonly nUnclustered: number;
}

/** The fields of a report on near duplicates. */
export interface NearDuplicatesFields {
  readonly similarity: number;
  /** Entries of the input. */
  readonly n: number;
  /** Entries that are no rows. */
  readonly nSkipped: number;
  /** Rows without a word in their prompt. */
  readonly nWithoutWords: number;
  /** Different prompts, case and spacing aside. */
  readonly nPrompts: number;
  /** Pairs of different prompts; exact unless `estimate` says how it was estimated. */
  readonly nPairs: number;
  readonly estimate: PairsEstimate | null;
  /** Prompts in clusters; where `estimate` is no null, there may be more of them, and so of what follows. */
  readonly nNearDuplicates: number;
  /** Over the different prompts; null when there are none. */
  readonly nearDuplicateRate: number | null;
  readonly nClusters: number;
  /** Prompts in the largest cluster; 0 when there is none. */
  readonly largestCluster: number;
  /** The 20 largest. */
  readonly clusters: readonly NearDuplicateCluster[];
  /** Up to 20 pairs. */
  readonly pairs: readonly NearDuplicatePair[];
}

/** What {@link nearDuplicatePrompts} found. */
export type NearDuplicatesReport = ReportOf<"near_duplicates", NearDuplicatesFields>;

/** The notes on what was found and how surely, which reports on rows repeat; the others are on the input. */
export const NEAR_DUPLICATE_CODES: ReadonlySet<string> = new Set([
  "near_duplicate_prompts",
  "pairs_estimated",
  "prompts_not_clustered",
]);

/** Clusters and pairs that the text form shows. */
const SHOWN = 5;
const SHOWN_TEXT = 80;

/** Makes the report from its fields. */
export function nearDuplicatesReport(fields: NearDuplicatesFields): NearDuplicatesReport {
  return createReport("near_duplicates", fields, notesOf(fields), render);
}

function notesOf(fields: NearDuplicatesFields): Note[] {
  const notes: Note[] = [];
  const { nNearDuplicates, nClusters, nPrompts, estimate, nWithoutWords, nSkipped } = fields;
  if (nNearDuplicates > 0)
    notes.push({
      code: "near_duplicate_prompts",
      severity: "info",
      message: `${nNearDuplicates} of ${countText(nPrompts, "prompt")} are near duplicates, in ${countText(nClusters, "cluster")}; none was dropped`,
      fix: "Look at the words that differ: where they are slot values of a template the prompts are different tasks.",
    });
  if (estimate !== null)
    notes.push({
      code: "pairs_estimated",
      severity: "warning",
      message: estimateText(estimate),
      fix: "Raise `similarity`, or look at a part of the rows.",
    });
  if (estimate !== null && estimate.nUnclustered > 0)
    notes.push({
      code: "prompts_not_clustered",
      severity: "warning",
      message: `${countText(estimate.nUnclustered, "prompt was", "prompts were")} not put into clusters: that would have taken too long`,
    });
  if (nWithoutWords > 0)
    notes.push({
      code: "prompts_without_words",
      severity: "warning",
      message: `${countText(nWithoutWords, "row has", "rows have")} no word in the prompt and could not be compared`,
    });
  if (nSkipped > 0)
    notes.push({
      code: "not_rows",
      severity: "warning",
      message: `${countText(nSkipped, "entry is no row", "entries are no rows")}`,
    });
  return notes;
}

function estimateText({ nDrawn, standardError, partedShare }: PairsEstimate): string {
  const drawn = countText(nDrawn, "prompt");
  const how =
    standardError === null
      ? `none of ${drawn} that were drawn has one, which does not rule out pairs among the others (at 95% confidence fewer than ${percentText(ruledOut(nDrawn), 1)} of the prompts have any)`
      : `their number is estimated from ${drawn} (standard error ${fixedText(standardError, 0)})`;
  const parted = partedShare === null ? "" : `, which part ${percentText(partedShare, 1)} of the pairs`;
  return `there are too many pairs that may be near duplicates to look at each: ${how}; clusters are built around representatives${parted}`;
}

/** The largest share of prompts with a pair of which a draw holds none in one of 20 cases. */
function ruledOut(nDrawn: number): number {
  return 1 - 0.05 ** (1 / nDrawn);
}

function render(report: NearDuplicatesReport): string {
  const { estimate, nearDuplicateRate } = report;
  const rate = nearDuplicateRate === null ? "n/a" : percentText(nearDuplicateRate, 1);
  const [part, least] = estimate === null ? ["", ""] : ["NOT ALL PROMPTS WERE COMPARED; ", "at least "];
  const rows = report.pairs.length === 0 ? "" : "; rows are counted from 1 here, from 0 in the JSON";
  const lines = [
    `near duplicates: ${part}${least}${report.nNearDuplicates} of ${countText(report.nPrompts, "prompt")} (${rate}) in ${countText(report.nClusters, "cluster")}, the largest of ${report.largestCluster}; ${pairsText(report)} with similarity >= ${report.similarity}${rows}`,
  ];
  for (const cluster of report.clusters.slice(0, SHOWN))
    lines.push(
      `  ${countText(cluster.nPrompts, "prompt")} in ${countText(cluster.nRows, "row")}: ${cluster.examples.map(quoted).join(", ")}`,
    );
  for (const { prompts, similarity, onlyIn } of report.pairs.slice(0, SHOWN))
    lines.push(
      `  rows ${prompts[0].index + 1} and ${prompts[1].index + 1}: similarity ${fixedText(similarity, 2)}, ${onlyIn.map(wordsText).join(" against ")}`,
    );
  return [...lines, ...renderNotes(report.notes)].join("\n");
}

/** How many pairs there are, or what a draw that has none can say of that. */
function pairsText({ nPairs, estimate }: NearDuplicatesReport): string {
  const pairs = countText(nPairs, "pair");
  if (estimate === null) return pairs;
  if (estimate.standardError !== null) return `about ${pairs}`;
  return nPairs > 0 ? `at least ${pairs}` : `no pair found from ${countText(estimate.nDrawn, "drawn prompt")}`;
}

function wordsText(words: readonly string[]): string {
  return words.length === 0 ? "nothing" : words.map((word) => JSON.stringify(word)).join(" ");
}

function quoted({ text }: NearDuplicatePrompt): string {
  const shown = text.replace(/\s+/gu, " ");
  return JSON.stringify(shown.length > SHOWN_TEXT ? `${cutText(shown, SHOWN_TEXT)}…` : shown);
}
