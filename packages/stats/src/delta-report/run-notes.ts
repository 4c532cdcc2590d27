import { countText, type Note, percentText } from "@whileai/core";
import { FEW_CLUSTERS } from "../compare/compare-notes.js";
import { sameReplies } from "../compare/run-facts.js";
import { PASS_AT_1 } from "../metric/metric-name.js";
import type { NoteParts } from "../notes/note-parts.js";
import { listed, shortName } from "../table/names.js";
import type { DeltaFindings } from "./delta-findings.js";
import type { Side } from "./read-side.js";
import { sentenceNotes } from "./sentence-notes.js";

/** Gap in replies cut by the token cap, and share of graded rows, from which a reader should know. Conventions. */
const TRUNCATED_GAP = 0.05;
const LOW_GRADED_SHARE = 0.95;

const both = (before: unknown, after: unknown): string =>
  `${shortName(String(before))} before, ${shortName(String(after))} after`;

const DIFFERING_CODES = {
  judge_version: "judge_differs",
  temperature: "temperature_differs",
  max_tokens: "max_tokens_differs",
} as const;

/** The name that a served policy goes by: what stands before the prompt's hash. */
const servedName = (version: unknown): string | null =>
  typeof version === "string" && version !== "" ? (version.split("@")[0] as string) : null;

function stampNotes({ sides, compared, settings, arms }: DeltaFindings): NoteParts[] {
  const [before, after] = [sides.before.config, sides.after.config];
  const { causes, differing } = compared;
  const [nameA, nameB] = [servedName(before.policy_version), servedName(after.policy_version)];
  const samePolicy = before.policy_version !== null && before.policy_version === after.policy_version;
  const mixed = [...new Set([...before.mixed, ...after.mixed])].sort();
  return [
    [
      causes.includes("prompt_hash"),
      "prompt_differs",
      "the sides ran under different system prompts or tools",
      "If that is what you compare, declare it: `changed` with system_prompt or tools.",
    ],
    [
      causes.includes("user_model") || causes.includes("writer_model"),
      "user_or_writer_differs",
      `the agents met different users, made by another ${causes.filter((cause) => cause.endsWith("_model")).join(" and ")}`,
      "Run both sides with the same one.",
      "error",
    ],
    ...(Object.entries(DIFFERING_CODES) as [keyof typeof DIFFERING_CODES, string][]).map(
      ([stamp, code]): NoteParts => [
        differing.includes(stamp),
        code,
        `${stamp} differs: ${both(before[stamp], after[stamp])}`,
        `Declare it if it was meant: \`changed\` with ${stamp}.`,
      ],
    ),
    [
      samePolicy && settings.changed.length === 0,
      "same_policy",
      `both sides say policy ${shortName(String(before.policy_version))}: is one agent compared with itself?`,
    ],
    [
      arms !== null && !samePolicy && nameA !== null && nameA === nameB,
      "shared_served_name",
      `both sides were served as ${shortName(String(nameA))}`,
      "Check that the trained model really answered.",
    ],
    [
      mixed.length > 0,
      "mixed_stamps",
      `rows of one side disagree in ${mixed.join(", ")}`,
      "Compare rows of one run each.",
    ],
  ];
}

function gradingNotes({ sides, compared }: DeltaFindings): NoteParts[] {
  const [before, after] = [sides.before.config, sides.after.config];
  const shares = (a: number | null, b: number | null) => both(percentText(a ?? 0), percentText(b ?? 0));
  const isGap = compared.causes.includes("graded_share");
  const least = Math.min(before.graded_share ?? 1, after.graded_share ?? 1);
  const cut = [before.truncated_share, after.truncated_share];
  return [
    [
      isGap,
      "graded_share",
      `so many rows have no grade (graded: ${shares(before.graded_share, after.graded_share)}) that they alone could make the difference`,
      "Grade the rest.",
      "error",
    ],
    [
      !isGap && least < LOW_GRADED_SHARE,
      "low_graded_share",
      `not all rows were graded: ${shares(before.graded_share, after.graded_share)}`,
      "Grade the rest: what a judge cannot read is seldom a random part.",
    ],
    [
      cut[0] !== null && cut[1] !== null && Math.abs((cut[1] as number) - (cut[0] as number)) > TRUNCATED_GAP,
      "truncated_gap",
      `replies cut by the token cap: ${shares(before.truncated_share, after.truncated_share)}`,
      "Raise the cap until neither side is cut.",
    ],
    [
      compared.causes.includes("answered"),
      "answered_gap",
      `rows with a spoken reply: ${shares(before.answered_share, after.answered_share)}`,
      "Find out why one side falls silent before reading its score.",
      "error",
    ],
  ];
}

/** How the rollouts of a side were planned. */
const plansOf = ({ values }: Side): string =>
  (values.get(PASS_AT_1)?.plans ?? [])
    .map((plan) => (plan === "fixed" ? plan : `probe ${plan.replace("/", " of ")}`))
    .join(" and ");

function taskNotes({ sides: { before, after }, headline }: DeltaFindings): NoteParts[] {
  const [planA, planB] = [plansOf(before), plansOf(after)];
  const nTorn = before.facts.clusters?.nTorn ?? 0;
  const nClusters = headline?.nClusters ?? null;
  const nPartial = [before, after].reduce((sum, { values }) => sum + (values.get(PASS_AT_1)?.nPartial ?? 0), 0);
  return [
    [
      planA !== planB && planA !== "" && planB !== "",
      "different_plans",
      `rollouts were planned differently: ${both(planA, planB)}`,
      "Play both sides by one plan.",
    ],
    [
      nTorn > 0,
      "torn_clusters",
      `${countText(nTorn, "task")} with rows of several clusters`,
      "Name one for each task.",
    ],
    [
      nClusters !== null && nClusters < FEW_CLUSTERS,
      "few_clusters",
      `${countText(nClusters ?? 0, "cluster")}: fewer than ${FEW_CLUSTERS} make errors look too small`,
    ],
    [
      nPartial > 0 && headline?.metric === PASS_AT_1,
      "partial_rewards",
      `${countText(nPartial, "reward")} not 0 or 1 left out of pass_at_1`,
      "mean_reward reads them.",
      "info",
    ],
  ];
}

function groupNotes({ sides, settings, options, nBalancedOut, nNotRows }: DeltaFindings): NoteParts[] {
  const isBalanced = options.balanceRollouts ?? false;
  const [before, after] = [sides.before, sides.after];
  const nDuplicates = [before, after].map(({ values }) =>
    Math.max(0, ...[...values.values()].map((metric) => metric.nDuplicates)),
  );
  const repeated = (nDuplicates[0] as number) + (nDuplicates[1] as number);
  return [
    [
      before.config.k !== after.config.k && !isBalanced && before.config.n_tasks > 0 && after.config.n_tasks > 0,
      "unequal_k",
      `rollouts a task differ: ${both(before.config.k, after.config.k)}`,
      "Means stay comparable; `balanceRollouts` evens them out.",
    ],
    [
      isBalanced,
      "balanced",
      `rows left out so that every shared task has as many on both sides: ${both(nBalancedOut.before, nBalancedOut.after)}`,
      undefined,
      "info",
    ],
    [
      sameReplies(before.facts, after.facts),
      "same_replies",
      "both sides hold the same replies and rewards",
      "Check that the change was in effect.",
    ],
    [
      repeated > 0,
      "duplicate_rollouts",
      `${countText(repeated, "row")} repeating a task's rollout_index left out`,
      "Stamp `lineage.eval_run` when the same tasks were run again.",
    ],
    [nNotRows > 0, "not_rows", `${countText(nNotRows, "entry", "entries")} that are no rows left out`],
    [
      settings.changed.length > 0,
      "declared_change",
      `changed on purpose: ${settings.changed.join(", ")}`,
      undefined,
      "info",
    ],
  ];
}

function pairingNotes({ evalRuns, headline }: DeltaFindings): NoteParts[] {
  const named = (groups: "replayed" | "sameOutcomes") =>
    (["before", "after"] as const)
      .flatMap((side) => evalRuns[side][groups].map((names) => `${side}: ${listed(names)}`))
      .join("; ");
  const [replayed, sameOutcomes] = [named("replayed"), named("sameOutcomes")];
  const paired = headline?.paired ?? true;
  const dropped = headline === null ? 0 : headline.nOnlyA + headline.nOnlyB;
  return [
    [
      replayed !== "",
      "duplicate_runs",
      `runs that repeat each other row for row count as one (${replayed})`,
      "Run the agent anew for every run, without replay or cache, and keep the replies on the rows.",
    ],
    [
      sameOutcomes !== "",
      "same_outcomes",
      `every rollout of these runs came out the same (${sameOutcomes}), so they know of no noise between runs`,
      "Check that the agent was really run anew.",
    ],
    [
      headline !== null && headline.delta !== null && !paired,
      "pairing_note",
      `${countText(headline?.nPaired ?? 0, "shared task")}: compared as two samples, which sees less`,
      "Run both sides on the same tasks.",
    ],
    [
      paired && dropped > 0,
      "pairing_note",
      `${countText(dropped, "task")} of one side left out of the paired difference`,
    ],
  ];
}

/** Notes on how the two sides were made. */
export function runNotes(findings: DeltaFindings): Note[] {
  const { compared, headline } = findings;
  const situations: NoteParts = [
    compared.causes.includes("situations"),
    "situations",
    `only ${percentText(headline?.pairedShare ?? 0)} of the tasks are on both sides`,
    "Run both sides on the same tasks, or declare it: `changed` with situations.",
    "error",
  ];
  const parts = [
    situations,
    ...stampNotes(findings),
    ...gradingNotes(findings),
    ...groupNotes(findings),
    ...taskNotes(findings),
    ...pairingNotes(findings),
  ];
  return sentenceNotes(parts);
}
