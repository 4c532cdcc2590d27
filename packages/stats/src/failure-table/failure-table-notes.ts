import { countText, type Note } from "@whileai/core";
import { FEW_CLUSTERS } from "../compare/compare-notes.js";
import { dueNotes, type NoteParts } from "../notes/note-parts.js";
import { cutToWidth } from "../table/fit-text.js";
import type { GroupedRollouts } from "./cell-board.js";
import type { FailureTableFields } from "./failure-table-types.js";

/** Characters of a field's name in a note. */
const NAME_WIDTH = 40;
const METHODS = { "benjamini-hochberg": "Benjamini and Hochberg", holm: "Holm", none: "" } as const;

const shown = (name: string): string => `\`${cutToWidth(name, NAME_WIDTH)}\``;

function groupNotes({ name, universes, nUnplaced, nInSeveral }: GroupedRollouts): NoteParts[] {
  return [
    [
      nInSeveral > 0,
      "several_cells",
      `By ${shown(name)}, ${countText(nInSeveral, "rollout")} with several values ${nInSeveral === 1 ? "counts" : "count"} in each of those cells, so shares add up to more than the whole.`,
      undefined,
      "info",
    ],
    [universes.size === 0, "grouping_absent", `No row says its ${shown(name)}.`],
    [
      universes.size > 0 && nUnplaced > 0,
      "rows_not_placed",
      `${countText(nUnplaced, "rollout")} ${nUnplaced === 1 ? "does" : "do"} not say ${nUnplaced === 1 ? "its" : "their"} ${shown(name)}: in none of its cells, and not in what they are compared with.`,
      undefined,
      "info",
    ],
  ];
}

/** What the reader of the table should mind, in a fixed order. */
export function failureTableNotes(
  fields: Omit<FailureTableFields, "summary" | "next">,
  groups: readonly GroupedRollouts[],
  nTorn: number,
): Note[] {
  const { nClusters, nUngraded, nPartial, nDuplicates, nBeyondProbe, nNotRows, cells, correction } = fields;
  const nTested = cells.filter(({ pValue }) => pValue !== null).length;
  const parts: NoteParts[] = [
    [
      nTested > 1 && correction !== "none",
      "adjusted",
      `p-values are adjusted for ${nTested} cells (${METHODS[correction]}).`,
      undefined,
      "info",
    ],
    [
      nTested > 1 && correction === "none",
      "not_adjusted",
      `p-values of ${nTested} cells are not adjusted: of cells like the rest, one in twenty has p under 0.05.`,
    ],
    [
      nUngraded > 0,
      "ungraded",
      `${countText(nUngraded, "rollout")} without a pass or fail ${nUngraded === 1 ? "is" : "are"} in no rate${nPartial > 0 ? `; ${nPartial} of them ${nPartial === 1 ? "has a reward" : "have rewards"} other than 0 and 1` : ""}.`,
    ],
    [nDuplicates > 0, "duplicate_rollouts", `${countText(nDuplicates, "row")} repeating a rollout left out.`],
    [
      nBeyondProbe > 0,
      "probes_only",
      `${countText(nBeyondProbe, "rollout")} beyond the probe left out: only tasks that the probe found mixed have them.`,
      undefined,
      "info",
    ],
    [nNotRows > 0, "not_rows", `${nNotRows} ${nNotRows === 1 ? "entry is" : "entries are"} not rows and left out.`],
    [
      nTorn > 0,
      "torn_clusters",
      `${countText(nTorn, "task")} with rows of several clusters.`,
      "Name one for each task.",
    ],
    [
      nClusters !== null && nClusters < FEW_CLUSTERS,
      "few_clusters",
      `${countText(nClusters ?? 0, "cluster")}: fewer than ${FEW_CLUSTERS} make intervals too narrow.`,
    ],
    ...groups.flatMap(groupNotes),
  ];
  return dueNotes(parts);
}
