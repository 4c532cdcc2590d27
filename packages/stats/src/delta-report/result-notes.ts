import { countText, fixedText, type Note, percentText, signedText } from "@whileai/core";
import type { NoteParts } from "../notes/note-parts.js";
import { listed, shortName } from "../table/names.js";
import { FEW_RUNS_BELOW } from "../variance/run-means.js";
import type { DeltaFindings } from "./delta-findings.js";
import type { DeltaSlices } from "./delta-slices.js";
import { gateNotes } from "./gate-notes.js";
import { sentenceNotes } from "./sentence-notes.js";

/** From this many metrics on, one false move is likely enough to be told. Convention. */
const FAMILY_FROM = 4;
const DIGITS = 3;

function targetNotes({ plan, verdict: { verdict }, train, arms, decision }: DeltaFindings): NoteParts[] {
  const decided = decision.metrics;
  const { target, nearTarget } = plan;
  const isTrained = arms !== null;
  const hasFloor = [...decided.values()].some(({ runStd }) => runStd !== null);
  return [
    [
      verdict === "target_not_measured",
      "target_missing",
      `the target ${shortName(target ?? "")} is not on the rows of both sides, so nothing was decided`,
      nearTarget === undefined
        ? `Measured: ${listed([...decided.keys()])}.`
        : `Did you mean "${shortName(nearTarget)}"?`,
      "error",
    ],
    [
      verdict === "unresolved",
      "unresolved_seeds",
      "an arm has one training seed: the difference may be that seed's alone",
      "Train two or more seeds in each trained arm.",
    ],
    [
      train?.coversZero ?? false,
      "seed_spread_covers_zero",
      "with the spread of training seeds the interval holds zero",
      "Train more seeds.",
    ],
    [
      verdict === "moved_unreplicated",
      "unreplicated",
      "a gain, and nothing says how much re-runs of one agent differ",
      "Run both sides two or more times (`lineage.eval_run` on the rows), or give `runStd`.",
    ],
    [
      isTrained && !hasFloor,
      "no_floor_for_train_runs",
      "training seeds were given, but no re-runs of one model: seeds and evaluation noise cannot be told apart",
      "Give `runStd`, as `evalVariance` measures it.",
    ],
  ];
}

function noiseNotes({ decision, headline, plan, options, evalRuns, verdict: { verdict } }: DeltaFindings): NoteParts[] {
  const decided = decision.metrics;
  const isGiven = plan.runStd !== null && decision.floors.size > 0;
  const isMeasured = plan.runStd === null && decision.floors.size > 0;
  const measuredRuns = Math.min(evalRuns.before.runs.length, evalRuns.after.runs.length);
  const noFloor = [...decided.values()].filter(({ noiseNote }) => noiseNote !== null).map(({ metric }) => metric);
  const moved = [...decided.values()].filter(
    ({ deltaVerdict, metric }) =>
      deltaVerdict === "within_eval_noise" && (metric !== headline?.metric || verdict === deltaVerdict),
  );
  return [
    [
      noFloor.length > 0,
      "no_replicate_floor",
      `no re-run SD for ${listed(noFloor)}`,
      "Measure it too; another metric's does not fit.",
    ],
    [
      isMeasured && measuredRuns < FEW_RUNS_BELOW,
      "two_runs_only",
      "two runs a side give a number for the re-run SD and hardly any knowledge",
      `Run each side ${FEW_RUNS_BELOW} times.`,
    ],
    [
      isGiven && (options.runStdRuns ?? FEW_RUNS_BELOW) < FEW_RUNS_BELOW,
      "run_std_few_runs",
      `the given re-run SD comes from ${options.runStdRuns ?? 0} runs`,
      `Measure it on at least ${FEW_RUNS_BELOW}.`,
    ],
    [
      isGiven && options.runStdRuns === undefined,
      "run_std_bare_number",
      "the re-run SD was given without how many runs it comes from, and is taken as known exactly",
      "Give `runStdRuns`.",
    ],
    [
      moved.length > 0,
      "within_noise",
      `${listed(moved.map(({ metric }) => metric))} moved by less than re-runs of one agent do`,
    ],
  ];
}

function moveNotes(findings: DeltaFindings): NoteParts[] {
  const { gates, settings, plan, decision } = findings;
  const { improved, regressions, slipped } = gates;
  const { metrics: decided, correction, familyError } = decision;
  const nMoves = improved.length + regressions.length + slipped.length;
  const delta = (metric: string) => signedText(decided.get(metric)?.delta ?? 0, DIGITS);
  const each = (metrics: readonly string[]) =>
    listed(metrics.map((metric) => `${shortName(metric)} (${delta(metric)})`));
  return [
    [regressions.length > 0, "regression", `got worse and must not: ${each(regressions)}`, undefined, "error"],
    [
      slipped.length > 0,
      "slipped",
      `got worse, unguarded: ${each(slipped)}`,
      "Add what must not get worse to `mustNotRegress`.",
    ],
    [
      decided.size >= FAMILY_FROM && nMoves > 0 && correction === "none",
      "family_error",
      `${decided.size} metrics at ${percentText(settings.level)} each: were they independent, luck alone would move one in ${percentText(familyError)} of reports`,
      "`correction` max-t allows for it.",
    ],
    [
      settings.correction === "max-t" && correction === "holm",
      "holm_instead",
      "max-T needs paired, independent tasks in every metric: Holm's method took its place",
      undefined,
      "info",
    ],
    [
      plan.oneSided.length > 0,
      "one_sided_markers",
      `on one side only, so not compared: ${listed(plan.oneSided)}`,
      undefined,
      "info",
    ],
  ];
}

function sizingNotes({ verdict: { verdict }, sizing, headline, settings }: DeltaFindings): NoteParts[] {
  const { detectableEffect, tasksNeeded, tasksNeededSource, ceiling, nWithRoom } = sizing;
  const seen =
    detectableEffect === null
      ? "these tasks are too few to size by"
      : `${countText(headline?.nUsed ?? 0, "task")} show a gain of ${fixedText(detectableEffect, DIGITS)} with ${percentText(settings.power)} power`;
  const more =
    tasksNeeded === null
      ? ""
      : `; the gain seen needs about ${tasksNeeded}${tasksNeededSource === "model" ? " in pairs, by a model of equal tasks" : ""}`;
  return [
    [
      ceiling,
      "ceiling",
      `too little room to improve: before stands at ${fixedText(headline?.meanA ?? 0, 2)}, and ${countText(nWithRoom, "shared task")} can still get better`,
      "Use harder tasks.",
    ],
    [verdict === "no_change_detected", "sizing", `${seen}${more}`, undefined, "info"],
  ];
}

/** Of several slices one falls by luck alone: which falls are left once that is allowed for. */
function fallsText({ down, downAdjusted, nTested }: DeltaSlices): string {
  const fell = `got worse in ${listed(down)}`;
  if (nTested < 2) return fell;
  const left =
    downAdjusted.length === down.length
      ? "still so"
      : downAdjusted.length === 0
        ? "no longer shown"
        : `left: ${listed(downAdjusted)}`;
  return `${fell}; allowing for ${nTested} slices (Benjamini and Hochberg), ${left}`;
}

function sliceNotes({ slices }: DeltaFindings): NoteParts[] {
  if (slices === null) return [];
  return [
    [slices.down.length > 0, "group_down", fallsText(slices)],
    [slices.nWithout > 0, "no_group", `${countText(slices.nWithout, "row")} in no slice`, undefined, "info"],
  ];
}

/** Notes on what was found. */
export function resultNotes(findings: DeltaFindings): Note[] {
  const parts = [
    ...targetNotes(findings),
    ...moveNotes(findings),
    ...gateNotes(findings),
    ...noiseNotes(findings),
    ...sizingNotes(findings),
    ...sliceNotes(findings),
  ];
  return sentenceNotes(parts);
}
