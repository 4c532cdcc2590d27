import { fixedText, type Note, percentText, signedText } from "@whileai/core";
import type { DeltaSettings } from "./delta-report-options.js";
import type { DeltaVerdict, GuardResult, ProxyVerdict } from "./delta-report-types.js";
import type { DeltaSlices } from "./delta-slices.js";
import { counted, listed, shortName } from "./listed.js";
import type { DecidedMetric } from "./metric-decision.js";
import type { MetricPlan } from "./metric-plan.js";
import { type NoteParts, notesOf } from "./note-parts.js";
import type { SizingAdvice } from "./sizing-advice.js";
import type { TrainSpread } from "./training-runs.js";

/** From this many metrics on, one false move is likely enough to be told. Convention. */
const FAMILY_FROM = 4;
/** Fewer re-runs than this give a spread that is hardly known. Convention. */
const MIN_RUNS = 3;
const DIGITS = 3;

/** What notes on the result are told from. */
export interface ResultNoteFacts {
  readonly plan: MetricPlan;
  readonly settings: DeltaSettings;
  readonly decided: ReadonlyMap<string, DecidedMetric>;
  readonly headline: DecidedMetric | null;
  readonly verdict: DeltaVerdict;
  readonly improved: readonly string[];
  readonly regressions: readonly string[];
  readonly slipped: readonly string[];
  readonly familyError: number;
  readonly isCorrected: boolean;
  readonly holmInstead: boolean;
  readonly guards: readonly GuardResult[];
  readonly proxyVerdict: ProxyVerdict | null;
  readonly overOptimized: boolean;
  readonly train: TrainSpread | null;
  readonly sizing: SizingAdvice;
  readonly spreadSource: "given" | "eval_run" | null;
  /** Fewest runs that a side's spread was measured on; null without. */
  readonly spreadRuns: number | null;
  readonly slices: DeltaSlices | null;
}

function targetNotes({ plan, verdict, train, decided }: ResultNoteFacts): NoteParts[] {
  const { target, nearTarget } = plan;
  const isTrained = train !== null;
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

function noiseNotes({ decided, headline, spreadSource, spreadRuns, verdict }: ResultNoteFacts): NoteParts[] {
  const noFloor = [...decided.values()].filter(({ noiseNote }) => noiseNote !== null).map(({ metric }) => metric);
  const moved = [...decided.values()].filter(
    ({ deltaVerdict, metric }) =>
      deltaVerdict === "within_eval_noise" && (metric !== headline?.metric || verdict === deltaVerdict),
  );
  const isFew = spreadRuns !== null && spreadRuns < MIN_RUNS;
  return [
    [
      noFloor.length > 0,
      "no_replicate_floor",
      `no re-run SD for ${listed(noFloor)}`,
      "Measure it too; another metric's does not fit.",
    ],
    [
      isFew && spreadSource === "eval_run",
      "two_runs_only",
      "two runs a side give a number for the re-run SD and hardly any knowledge",
      `Run each side ${MIN_RUNS} times.`,
    ],
    [
      isFew && spreadSource === "given",
      "run_std_few_runs",
      `the given re-run SD comes from ${spreadRuns ?? 0} runs`,
      `Measure it on at least ${MIN_RUNS}.`,
    ],
    [
      spreadSource === "given" && spreadRuns === null,
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

function moveNotes(facts: ResultNoteFacts): NoteParts[] {
  const { improved, regressions, slipped, decided, settings, plan, familyError, isCorrected } = facts;
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
      decided.size >= FAMILY_FROM && nMoves > 0 && !isCorrected,
      "family_error",
      `${decided.size} metrics at ${percentText(settings.level)} each: up to ${percentText(familyError)} chance that one moves by chance alone`,
      'correction: "max-t" allows for it.',
    ],
    [
      facts.holmInstead,
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

function dropText({ detectableDrop }: GuardResult): string {
  return detectableDrop === null
    ? "no drop of any size could have been"
    : `only drops from ${fixedText(detectableDrop, DIGITS)} up are`;
}

function guardNotes({
  guards,
  decided,
  settings,
  plan,
  proxyVerdict,
  overOptimized,
  headline,
}: ResultNoteFacts): NoteParts[] {
  const degenerate = guards.filter(({ metric }) => decided.get(metric)?.degenerate).map(({ metric }) => metric);
  const proxy = shortName(plan.proxy ?? "");
  return [
    ...guards.flatMap((guard): NoteParts[] => {
      const { metric, status, blind, margin, worstCase } = guard;
      const name = shortName(metric);
      return [
        [
          status === "not measured",
          "guard_not_measured",
          `${name} must not regress and could not be measured, so the report fails`,
          plan.unmeasured.has(metric)
            ? "Put it on the rows of both sides."
            : "It needs at least 3 tasks with a readable value on each side.",
          "error",
        ],
        [
          status === "not shown",
          "guard_not_shown",
          `${name}: a loss of ${margin ?? 0} is not ruled out (it may be ${fixedText(Math.abs(worstCase ?? 0), DIGITS)}), so the report fails`,
          "More tasks narrow the interval.",
          "error",
        ],
        [
          status === "held" && blind && !degenerate.includes(metric),
          "blind_guard",
          `${name} could have dropped by ${settings.guardDrop} unseen: ${dropText(guard)} seen on these tasks`,
          "Add tasks, or state what loss is acceptable with `margin`.",
        ],
      ];
    }),
    [
      degenerate.length > 0,
      "degenerate_guard",
      `every row of both sides has one and the same value of ${listed(degenerate)}`,
      "Check that what measures it can say anything else.",
    ],
    [
      proxyVerdict === "proxy_not_measured",
      "proxy_missing",
      `the proxy ${proxy} is not on the rows of both sides, so over-optimisation could not be looked for and the report fails`,
      "Put it on the rows of both sides.",
      "error",
    ],
    [
      proxyVerdict === "insufficient_data",
      "proxy_missing",
      `the proxy ${proxy} has too few readable values, so over-optimisation could not be looked for and the report fails`,
      undefined,
      "error",
    ],
    [
      proxyVerdict === "proxy_is_target",
      "proxy_is_target",
      "proxy and target are one metric, so over-optimisation could not be looked for and the report fails",
      "Name what was trained on as proxy and what you want as target.",
      "error",
    ],
    [
      overOptimized,
      "over_optimized",
      `the proxy ${proxy} rose and ${shortName(headline?.metric ?? plan.target ?? "the target")} did not keep up`,
      "Look at what the reward pays for: hackScan.",
      "error",
    ],
  ];
}

function sizingNotes({ verdict, sizing, headline, settings }: ResultNoteFacts): NoteParts[] {
  const { detectableEffect, tasksNeeded, ceiling, nWithRoom } = sizing;
  const seen =
    detectableEffect === null
      ? "these tasks are too few to size by"
      : `${counted(headline?.nUsed ?? 0, "task")} show a gain of ${fixedText(detectableEffect, DIGITS)} with ${percentText(settings.power)} power`;
  const more = tasksNeeded === null ? "" : `; the gain seen needs about ${tasksNeeded}`;
  return [
    [
      ceiling,
      "ceiling",
      `too little room to improve: before stands at ${fixedText(headline?.meanA ?? 0, 2)}, and ${counted(nWithRoom, "shared task")} can still get better`,
      "Use harder tasks.",
    ],
    [verdict === "no_change_detected", "sizing", `${seen}${more}`, undefined, "info"],
  ];
}

function sliceNotes({ slices }: ResultNoteFacts): NoteParts[] {
  if (slices === null) return [];
  return [
    [slices.down.length > 0, "group_down", `got worse in ${listed(slices.down)}`],
    [slices.nWithout > 0, "no_group", `${counted(slices.nWithout, "row")} in no slice`, undefined, "info"],
  ];
}

/** Notes on what was found. */
export function resultNotes(facts: ResultNoteFacts): Note[] {
  const parts = [
    ...targetNotes(facts),
    ...moveNotes(facts),
    ...guardNotes(facts),
    ...noiseNotes(facts),
    ...sizingNotes(facts),
    ...sliceNotes(facts),
  ];
  return notesOf(parts);
}
