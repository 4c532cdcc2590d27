/**
 * What our statistics say to the cases that `compare.py` drew: `answers.ts CASES` prints a JSON list, one answer a case in
 * the same order; NaN and infinities as texts.
 */

import { readFileSync } from "node:fs";
import {
  cohenKappa,
  exactBootstrapDifference,
  exactBootstrapMean,
  groupPassAtK,
  groupPassPowK,
  mcnemar,
  normalQuantile,
  type Row,
  signFlipP,
  tQuantile,
  twoProportionP,
  wilsonInterval,
} from "../../packages/core/src/index.js";
import {
  bcaDifferenceInterval,
  bcaInterval,
  benjaminiHochberg,
  clusterRobustInterval,
  compareRuns,
  groupSequentialBoundaries,
  holdoutSize,
  holm,
  passAt,
  roganGladen,
  twoSamplePermutationP,
} from "../../packages/stats/src/index.js";

/** A case's own fields; each kind knows which it has. */
// biome-ignore lint/suspicious/noExplicitAny: the other script wrote them
type Case = Readonly<Record<string, any>>;

const rowsOf = (groups: Readonly<Record<string, readonly number[]>>): Row[] =>
  Object.entries(groups).flatMap(([task, rewards]) => rewards.map((reward) => ({ scenario_id: task, reward })));

const ANSWERS: Readonly<Record<string, (one: Case) => unknown>> = {
  wilson: ({ successes, n, level }) => wilsonInterval(successes, n, { level }),
  t_quantile: ({ df, level }) => tQuantile(df, { level }),
  normal_quantile: ({ probability }) => normalQuantile(probability),
  bootstrap_exact: ({ values, level }) => exactBootstrapMean(values, { level }),
  bootstrap_scipy: ({ values, level }) => exactBootstrapMean(values, { level }),
  bootstrap_difference: ({ a, b, level }) => exactBootstrapDifference(a, b, { level }),
  bca: ({ values, level, draws, seed }) => bcaInterval(values, { level, draws, seed }),
  bca_difference: ({ a, b, level, draws, seed }) => bcaDifferenceInterval(a, b, { level, draws, seed }),
  sign_flip: ({ differences }) => signFlipP(differences),
  two_sample: ({ a, b }) => twoSamplePermutationP(a, b),
  mcnemar: ({ b, c }) => mcnemar(b, c),
  kappa: ({ table }) => cohenKappa(table),
  holm: ({ p }) => holm(p),
  benjamini_hochberg: ({ p }) => benjaminiHochberg(p),
  cluster: ({ values, clusters, level }) => clusterRobustInterval(values, clusters, { level }),
  holdout: ({ effect, taskStd, alpha, power }) => holdoutSize(effect, { taskStd, alpha, power }).nTasks,
  two_proportion: ({ counts }) => twoProportionP(counts[0], counts[1], counts[2], counts[3]),
  group: ({ n, c, k }) => ({ passAtK: groupPassAtK(n, c, k), passPowK: groupPassPowK(n, c, k) }),
  rogan_gladen: ({ input }) => roganGladen(input),
  sequential: ({ looks, alpha, spending }) => groupSequentialBoundaries({ looks, alpha, spending }),
  pass_at: ({ groups, k }) => passAt(rowsOf(groups), { k, minK: 1, interval: "t" }),
  compare_paired: ({ a, b, level }) =>
    compareRuns(rowsOf(a), rowsOf(b), { interval: "t", level, metric: "mean_reward" }),
  compare_unpaired: ({ a, b, level }) =>
    compareRuns(rowsOf(a), rowsOf(b), { interval: "t", level, metric: "mean_reward" }),
};

const cases = JSON.parse(readFileSync(process.argv[2] as string, "utf8")) as Case[];
const answers = cases.map((one) => {
  try {
    return { answer: ANSWERS[one.kind]?.(one) };
  } catch (error) {
    return { error: String(error) };
  }
});
const exact = (_: string, value: unknown): unknown =>
  typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
console.log(JSON.stringify(answers, exact));
