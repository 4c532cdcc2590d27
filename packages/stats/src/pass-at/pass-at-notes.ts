import { countText, fixedText, MIN_INTERVAL_VALUES, type Note } from "@whileai/core";
import { dueNotes, type NoteParts } from "../notes/note-parts.js";
import { repeatedRollouts } from "../notes/repeated-rollouts.js";
import type { PassAtFields } from "./pass-at-types.js";
import { CLUSTER_FIELD, type RowTally } from "./row-tally.js";

/** What the notes are told from, besides the report's own fields. */
export interface NoteFacts {
  readonly tally: RowTally;
  readonly minK: number;
  /** Whether the caller chose k. */
  readonly kGiven: boolean;
  /** Smallest and largest group of two or more; infinity and 0 when there is none. */
  readonly sizes: { readonly smallest: number; readonly largest: number };
  readonly unanimousShort: boolean;
  /** Tasks whose probe rollouts were not graded. */
  readonly nWithoutProbe: number;
  /** Tasks that name no cluster though clusters were asked for. */
  readonly nWithoutCluster: number;
}

/** Beyond these the usual interval is too narrow for few tasks: it covered 79% instead of 95% at ten tasks. */
const NEAR_BORDER = 0.1;
const FEW_TASKS = 50;

function smallSampleText({ smallSampleCi95 }: PassAtFields): string {
  if (smallSampleCi95 === null) return "";
  const { low, high } = smallSampleCi95;
  return `, small-sample interval ${fixedText(low, 2)}..${fixedText(high, 2)}`;
}

function kNote({ k, passAtK, nGroups }: PassAtFields, { tally, minK, kGiven, sizes }: NoteFacts): NoteParts {
  const probed = tally.planK > 0;
  const below = k < minK;
  if (!kGiven && !probed && sizes.smallest < sizes.largest)
    return [
      true,
      "uneven_groups",
      `groups have ${sizes.smallest} to ${sizes.largest} rollouts, so k=${k}${below ? ` and pass^k, pass@k need ${minK}` : ""}`,
      "Give `k` to set it.",
      below ? "warning" : "info",
    ];
  return below
    ? [true, "k_below_min", `pass^k and pass@k need k of at least ${minK}, this run has ${k}`, "Lower `minK`.", "info"]
    : [passAtK === null && nGroups > 0, "no_group_at_k", `no task has ${countText(probed ? 2 : k, "graded rollout")}`];
}

/** What is worth knowing of a run in which some row has a pass or fail. */
function gradedNotes(fields: PassAtFields, facts: NoteFacts): NoteParts[] {
  const { k, estimate, nClusters, nGroups, nPartial, passAt1, smallSampleCi95 } = fields;
  const { nWithoutCluster, nWithoutProbe, tally } = facts;
  const nTorn = tally.clusters?.nTorn ?? 0;
  const units = nClusters ?? nGroups;
  const model = estimate?.model === "mixture" ? "a mixture of task rates" : "a beta-binomial";
  const nearBorder = passAt1 !== null && (passAt1 > 1 - NEAR_BORDER || passAt1 < NEAR_BORDER);
  return [
    kNote(fields, facts),
    [
      units < MIN_INTERVAL_VALUES,
      "no_interval",
      `${countText(units, nClusters === null ? "task" : "cluster")}, an interval needs ${MIN_INTERVAL_VALUES}`,
      undefined,
      "info",
    ],
    [
      nPartial > 0,
      "partial_rewards",
      `${countText(nPartial, "row")} with a reward not 0 or 1 left out`,
      "`meanReward` reads them.",
    ],
    [
      estimate !== null,
      "estimated_kway",
      `pass^${k} and pass@${k} are estimated with ${model}, because groups stopped on their outcomes`,
      undefined,
      "info",
    ],
    [tally.mixedPlans, "mixed_plans", "rows come from different sampling plans", "Compare runs of one plan."],
    [nWithoutProbe > 0, "probe_missing", `${countText(nWithoutProbe, "task")} left out of pass@1, no graded probe`],
    [
      tally.planK > 0 && facts.unanimousShort,
      "unanimous_short_unused",
      "unanimousShort plays no part in estimates",
      undefined,
      "info",
    ],
    [
      tally.sharesClusters,
      "clusters_unused",
      `tasks share a ${CLUSTER_FIELD}, intervals may be too narrow`,
      `Give \`clusterBy: "${CLUSTER_FIELD}"\`.`,
    ],
    [nWithoutCluster > 0, "unclustered_tasks", `${countText(nWithoutCluster, "task")} without a cluster, each its own`],
    [nTorn > 0, "torn_clusters", `${countText(nTorn, "task")} with rows of several clusters`],
    [
      nearBorder && tally.onlyReward === null && units < FEW_TASKS && smallSampleCi95 !== null,
      "small_sample",
      `few tasks near a border${smallSampleText(fields)}`,
      undefined,
      "info",
    ],
  ];
}

/** The notes of a report, in their fixed order. */
export function passAtNotes(fields: PassAtFields, facts: NoteFacts): Note[] {
  const { onlyReward, judged, judgedOk } = facts.tally;
  const nothing: NoteParts =
    judged > 0 && judgedOk === 0
      ? [
          true,
          "judge_failed",
          "the judge failed on every row",
          "Read `judge_status` and `judge_meta` of the rows.",
          "error",
        ]
      : [true, "not_graded", "no row has a `reward` of 0 or 1", "Grade the rows first.", "error"];
  return dueNotes([
    [
      onlyReward !== null,
      "degenerate",
      `every graded reward is ${onlyReward}, nothing separates the tasks${smallSampleText(fields)}`,
      "Check the judge on rows that must differ.",
    ],
    ...(fields.nRows === 0 ? [nothing] : gradedNotes(fields, facts)),
    repeatedRollouts(fields),
  ]);
}
