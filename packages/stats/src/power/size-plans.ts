import { normalQuantile } from "@whileai/core";
import { repairModel } from "./difference-model.js";
import { isAttainable, neededErrors } from "./sizing-defaults.js";
import type { SizePlan } from "./task-or-rollouts-types.js";
import type { VarianceComponents } from "./variance-components.js";
import { tasksForVerdict } from "./verdict-power.js";

/** Rollouts a task and side that plans are made for. */
const PLANNED_ROLLOUTS = [1, 2, 4, 8, 16];
/** Where tasks seem not to differ at all, they are taken to differ by this share of a rollout's variance. */
const LEAST_SPREAD = 0.02;
/** Where they seem to be all or nothing, rates are still taken to be spread like this. */
const LEAST_CONCENTRATION = 0.1;
/** Sides of a comparison. */
export const COMPARED_SIDES = 2;

/** What the plans are to show, and how surely. */
export interface PlanGoal {
  readonly effect: number;
  readonly alpha: number;
  readonly power: number;
}

/** With both sides measured: n = (z + z)²·(ω² + σ²/k)/effect², and z²/2 tasks more for the tails of the t test. */
function measuredPlan(
  { betweenTasks, withinTasks }: VarianceComponents,
  { effect, alpha, power }: PlanGoal,
  k: number,
) {
  const spread = (neededErrors(alpha, power) / effect) ** 2 * (betweenTasks + withinTasks / k);
  return Math.ceil(spread + normalQuantile(1 - alpha / 2) ** 2 / 2);
}

/** With one side measured: the verdict's number under the repair model with the side's rate and spread of rates. */
function modelPlan({ betweenTasks }: VarianceComponents, base: number, goal: PlanGoal, k: number): number | null {
  if (base <= 0 || !isAttainable(base, goal.effect)) return null;
  const spread = Math.max(betweenTasks, LEAST_SPREAD * base * (1 - base));
  const concentration = Math.max(LEAST_CONCENTRATION, (base * (1 - base)) / spread - 1);
  return tasksForVerdict(repairModel(base, goal.effect, k, concentration), goal.power, goal.alpha);
}

/** How many tasks several numbers of rollouts need. `base` is the rate of a single side, null with both sides. */
export function sizePlans(components: VarianceComponents, goal: PlanGoal, base: number | null): SizePlan[] {
  return PLANNED_ROLLOUTS.flatMap((k) => {
    const nTasks = base === null ? measuredPlan(components, goal, k) : modelPlan(components, base, goal, k);
    return nTasks === null ? [] : [{ k, nTasks, nRollouts: nTasks * k * COMPARED_SIDES }];
  });
}
