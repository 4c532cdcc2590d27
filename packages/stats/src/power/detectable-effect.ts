import {
  checkOptions,
  createReport,
  fixedText,
  type Note,
  OptionError,
  openShare,
  optionRule,
  type ReportOf,
  renderNotes,
} from "@whileai/core";
import { DEFAULT_CONCENTRATION, repairModel } from "./difference-model.js";
import { DEFAULT_BASE, DEFAULT_POWER, DEFAULT_ROLLOUTS, neededErrors, rate } from "./sizing-defaults.js";
import { DEFAULT_ALPHA } from "./slice-min-tasks.js";
import { uniformTaskStd } from "./task-std.js";
import { verdictPower } from "./verdict-power.js";

/** Fewest tasks with a spread. */
const FEWEST_TASKS = 2;
/** Halvings of the interval that holds the effect: to 12 digits. */
const HALVINGS = 40;

/** Options of {@link detectableEffect}. */
export interface DetectableEffectOptions {
  /** Pass rate before the change. Default 0.6. */
  readonly base?: number | undefined;
  /** Rollouts a task and side. Default 4. */
  readonly k?: number | undefined;
  /** Default 0.8. */
  readonly power?: number | undefined;
  /** Default 0.05, two-sided. */
  readonly alpha?: number | undefined;
}

/** The data of a {@link DetectableEffect}. */
export interface DetectableEffectFields {
  /** The smallest gain that n tasks show with the given power; null with a `reason`. */
  readonly effect: number | null;
  /** The same for the rule that decides, under the repair model of `holdoutSize`; null where no gain is enough. */
  readonly effectForVerdict: number | null;
  /** Why there is no effect. */
  readonly reason: string | null;
  readonly nTasks: number;
  readonly base: number;
  readonly k: number;
  readonly power: number;
  readonly alpha: number;
}

/** What {@link detectableEffect} gives. */
export type DetectableEffect = ReportOf<"detectable_effect", DetectableEffectFields>;

/** The smallest effect up to `most` that is enough; null when none is. `enough` turns true once, going up. */
function smallestEnough(most: number, enough: (effect: number) => boolean): number | null {
  if (most <= 0 || !enough(most)) return null;
  let [low, high] = [0, most];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The smallest gain that n paired tasks show by the normal formula, `errors` being z at alpha plus z at the power. */
export function plainDetectableEffect(nTasks: number, base: number, k: number, errors: number): number | null {
  if (nTasks < FEWEST_TASKS) return null;
  return smallestEnough(1 - base, (gain) => gain >= (errors * uniformTaskStd(base, gain, k)) / Math.sqrt(nTasks));
}

function detectableEffectText(report: DetectableEffect): string {
  const { effect, effectForVerdict, nTasks, base, k, power } = report;
  const assumptions = `(${nTasks} paired tasks, k=${k}, base ${fixedText(base, 2)}, power ${fixedText(power, 2)})`;
  const verdict =
    effectForVerdict === null ? "no gain gives a verdict" : `a verdict needs +${fixedText(effectForVerdict, 3)}`;
  const head =
    effect === null
      ? `no detectable effect ${assumptions}`
      : `detectable effect +${fixedText(effect, 3)}; ${verdict} ${assumptions}`;
  return [head, ...renderNotes(report.notes)].join("\n");
}

/**
 * The smallest gain that a comparison over `nTasks` paired tasks can be expected to show: the e that solves
 * e = (z + z)·s(e)/√n, with s(e) = √((p(1-p) + q(1-q))/k), p the base rate and q = p + e. The inverse of
 * `holdoutSize`'s `nTasks`; `effectForVerdict` is that of its `nTasksForVerdict`.
 *
 * Null with a reason for fewer than two tasks and where even the whole gap to 1 is too little. The formula takes all
 * tasks to pass at the same rate; `effectForVerdict` does not. Miller 2024, arXiv:2411.00640.
 *
 * Throws an `OptionError` for a number of tasks that is no whole number of at least 0 or a bad option.
 *
 * @example
 * detectableEffect(100).effect; // 0.0942…
 */
export function detectableEffect(nTasks: number, options: DetectableEffectOptions = {}): DetectableEffect {
  checkOptions("detectableEffect", options, {
    base: rate,
    k: optionRule.integer(1),
    power: openShare,
    alpha: openShare,
  });
  const complaint = optionRule.integer(0)(nTasks);
  if (complaint !== undefined)
    throw new OptionError({
      option: "nTasks",
      received: nTasks,
      message: `detectableEffect: \`nTasks\` must be ${complaint}, got ${String(nTasks)}.`,
      fix: "Count the tasks that both sides of the comparison have.",
    });
  const { base = DEFAULT_BASE, k = DEFAULT_ROLLOUTS, power = DEFAULT_POWER, alpha = DEFAULT_ALPHA } = options;
  const errors = neededErrors(alpha, power);
  const gap = 1 - base;
  const some = nTasks >= FEWEST_TASKS;
  const effect = plainDetectableEffect(nTasks, base, k, errors);
  const effectForVerdict = some
    ? smallestEnough(
        gap,
        (gain) => verdictPower(nTasks, repairModel(base, gain, k, DEFAULT_CONCENTRATION), alpha) >= power,
      )
    : null;
  const reason =
    effect !== null ? null : some ? `unattainable: the gap to 1 is ${fixedText(gap, 2)}` : "fewer than two tasks";
  const notes: Note[] =
    reason === null
      ? []
      : [
          {
            code: some ? "unattainable" : "few_tasks",
            severity: "warning",
            message: `${reason}.`,
            fix: some ? "Use harder tasks, which leave more to gain, or more of them." : "Use more tasks.",
          },
        ];
  return createReport(
    "detectable_effect",
    { effect, effectForVerdict, reason, nTasks, base, k, power, alpha },
    notes,
    detectableEffectText,
  );
}
