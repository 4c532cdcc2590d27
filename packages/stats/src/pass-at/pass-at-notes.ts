import { countText, fixedText, type Note, type NoteSeverity } from "@whileai/core";
import type { PassAtFields } from "./pass-at-types.js";
import { CLUSTER_FIELD } from "./row-tally.js";

/** What the notes are told from, besides the report's own fields. */
export interface NoteFacts {
  readonly minK: number;
  /** Whether the caller chose k. */
  readonly kGiven: boolean;
  /** Smallest and largest group of two or more; null when there is none. */
  readonly sizes: { readonly smallest: number; readonly largest: number } | null;
  /** The one reward that all graded rows share, when there are at least two of them. */
  readonly onlyReward: number | null;
  /** How judging went: rows with a status, and those among them that ended well. */
  readonly judged: number;
  readonly judgedOk: number;
  /** Whether groups stopped on their outcomes, and whether not all rows had the same plan. */
  readonly probed: boolean;
  readonly mixedPlans: boolean;
  /** Tasks whose probe rollouts were not graded. */
  readonly nWithoutProbe: number;
  readonly unanimousShort: boolean;
  /** Whether rows of several tasks name one cluster though none were asked for. */
  readonly sharesClusters: boolean;
  /** Where clusters were asked for: tasks that name none, and tasks that name several. */
  readonly nWithoutCluster: number;
  readonly nTorn: number;
}

/** Beyond these the usual interval is too narrow for few tasks: it covered 79% instead of 95% at ten tasks. */
const NEAR_BORDER = 0.1;
const FEW_TASKS = 50;

const note = (code: string, severity: NoteSeverity, message: string, fix?: string): Note =>
  fix === undefined ? { code, severity, message } : { code, severity, message, fix };

function smallSampleText({ smallSampleCi95 }: PassAtFields): string {
  if (smallSampleCi95 === null) return "";
  const { low, high } = smallSampleCi95;
  return `small-sample interval ${fixedText(low, 2)}..${fixedText(high, 2)}`;
}

function degenerateNote(fields: PassAtFields, onlyReward: number): Note {
  const interval = smallSampleText(fields);
  return note(
    "degenerate",
    "warning",
    `every graded reward is ${onlyReward}, nothing separates the tasks${interval && `, ${interval}`}`,
    "Check the judge on rows that must fail and rows that must pass.",
  );
}

function nothingReadable({ judged, judgedOk }: NoteFacts): Note {
  return judged > 0 && judgedOk === 0
    ? note(
        "judge_failed",
        "error",
        "the judge failed on every row",
        "Read `judge_status` and `judge_meta` of the rows.",
      )
    : note("not_graded", "error", "no row has a `reward` of 0 or 1", "Grade the rows first.");
}

function kNote({ k, passAtK, nGroups }: PassAtFields, facts: NoteFacts): Note | null {
  const { minK, kGiven, sizes, probed } = facts;
  const uneven = !kGiven && !probed && sizes !== null && sizes.smallest !== sizes.largest;
  const below = k < minK;
  if (uneven)
    return note(
      "uneven_groups",
      below ? "warning" : "info",
      `groups have ${sizes.smallest} to ${sizes.largest} rollouts, so k=${k}${below ? ` and pass^k, pass@k need ${minK}` : ""}`,
      "Give `k` to set it.",
    );
  if (below)
    return note(
      "k_below_min",
      "info",
      `pass^k and pass@k need k of at least ${minK}, this run has ${k}`,
      "Lower `minK`.",
    );
  if (passAtK === null && nGroups > 0)
    return note("no_group_at_k", "warning", `no task has ${countText(probed ? 2 : k, "graded rollout")}`);
  return null;
}

function estimateNotes({ estimate, k }: PassAtFields, facts: NoteFacts): Note[] {
  const notes: Note[] = [];
  if (estimate !== null) {
    const model = estimate.model === "mixture" ? "a mixture of task rates" : "a beta-binomial";
    const message = `pass^${k} and pass@${k} are estimated with ${model}, because groups stopped on their outcomes`;
    notes.push(note("estimated_kway", "info", message));
  }
  if (facts.mixedPlans)
    notes.push(note("mixed_plans", "warning", "rows come from different sampling plans", "Compare runs of one plan."));
  if (facts.nWithoutProbe > 0)
    notes.push(
      note("probe_missing", "warning", `${countText(facts.nWithoutProbe, "task")} left out of pass@1, no graded probe`),
    );
  if (facts.probed && facts.unanimousShort)
    notes.push(note("unanimous_short_unused", "info", "unanimousShort does not apply to estimated numbers"));
  return notes;
}

/** The notes of a report, in their fixed order. */
export function passAtNotes(fields: PassAtFields, facts: NoteFacts): Note[] {
  const notes: (Note | null)[] = [];
  if (facts.onlyReward !== null) notes.push(degenerateNote(fields, facts.onlyReward));
  if (fields.nRows === 0) notes.push(nothingReadable(facts));
  else {
    notes.push(kNote(fields, facts));
    const units = fields.nClusters ?? fields.nGroups;
    if (units < 3)
      notes.push(
        note(
          "no_interval",
          "info",
          `${countText(units, fields.nClusters === null ? "task" : "cluster")}, an interval needs 3`,
        ),
      );
    if (fields.nPartial > 0)
      notes.push(
        note(
          "partial_rewards",
          "warning",
          `${countText(fields.nPartial, "row")} with a reward not 0 or 1 left out`,
          "`meanReward` reads them.",
        ),
      );
    notes.push(...estimateNotes(fields, facts));
    if (facts.sharesClusters)
      notes.push(
        note(
          "clusters_unused",
          "warning",
          `tasks share a ${CLUSTER_FIELD}, intervals may be too narrow`,
          `Give \`clusterBy: "${CLUSTER_FIELD}"\`.`,
        ),
      );
    if (facts.nWithoutCluster > 0)
      notes.push(
        note(
          "unclustered_tasks",
          "warning",
          `${countText(facts.nWithoutCluster, "task")} without a cluster, each its own`,
        ),
      );
    if (facts.nTorn > 0)
      notes.push(note("torn_clusters", "warning", `${countText(facts.nTorn, "task")} with rows of several clusters`));
    const rate = fields.passAt1;
    const nearBorder = rate !== null && (rate > 1 - NEAR_BORDER || rate < NEAR_BORDER);
    if (nearBorder && facts.onlyReward === null && units < FEW_TASKS && fields.smallSampleCi95 !== null)
      notes.push(note("small_sample", "info", `few tasks near a border, ${smallSampleText(fields)}`));
  }
  if (fields.nDuplicates > 0)
    notes.push(
      note(
        "duplicate_rollouts",
        "warning",
        `${countText(fields.nDuplicates, "row")} repeating a task's rollout_index left out`,
        "Stamp `lineage.eval_run` when the same tasks were run again.",
      ),
    );
  return notes.filter((entry) => entry !== null);
}
