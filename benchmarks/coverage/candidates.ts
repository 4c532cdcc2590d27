import {
  exactBootstrapMean,
  type Interval,
  mean,
  type RandomStream,
  tQuantile,
  wilsonEnds,
} from "../../packages/core/src/index.js";
import { incompleteBeta } from "../../packages/core/src/statistics/incomplete-beta.js";
import { bcaInterval } from "../../packages/stats/src/inference/bca-interval.js";
import { sumOfSquares } from "../../packages/stats/src/inference/sample-moments.js";
import { studentizedBootstrapInterval } from "../../packages/stats/src/inference/studentized-bootstrap-interval.js";
import { recommendedInterval } from "../../packages/stats/src/pass-at/recommended-interval.js";

/** What an interval may be formed from. */
export interface TaskMeans {
  /** In ascending order. */
  readonly means: readonly number[];
  readonly k: number;
  readonly centre: number;
  readonly standardError: number;
  /** For methods that draw. */
  readonly stream: RandomStream;
}

/** Task means with the moments that several intervals start from. */
export function taskMeans(means: readonly number[], k: number, stream: RandomStream): TaskMeans {
  const centre = mean(means) as number;
  const standardError = Math.sqrt(sumOfSquares(means, centre) / (means.length - 1) / means.length);
  return { means, k, centre, standardError, stream };
}

/** One way to form a 95% interval of the mean rate over tasks. */
export interface Candidate {
  readonly name: string;
  /** Whether it draws; then equal task means need not give equal intervals. */
  readonly draws?: boolean;
  /** Tried in one of so many trials, where it is slow. Default 1. */
  readonly oneIn?: number;
  interval(data: TaskMeans): Interval;
}

const DRAWS = 2000;
const FEWER_DRAWS = 499;
/** Slow ones are tried in one trial of so many. */
const SOME = 4;
const FEW = 10;
const FEWEST = 20;
const Z = 1.96;

const quantiles = new Map<number, number>();
function studentQuantile(df: number): number {
  const known = quantiles.get(df) ?? tQuantile(df);
  quantiles.set(df, known);
  return known;
}

const clip = ({ low, high }: Interval): Interval => ({ low: Math.max(0, low), high: Math.min(1, high) });
/** Rollouts that would give the same standard error if they were independent; the number of tasks where there is none. */
function effectiveN(data: TaskMeans): number {
  const { means, k, centre, standardError } = data;
  if (standardError === 0) return means.length;
  return Math.min(Math.max((centre * (1 - centre)) / standardError ** 2, 1), means.length * k);
}

function betaQuantile(share: number, a: number, b: number): number {
  let [low, high] = [0, 1];
  for (let halving = 0; halving < 45; halving++) {
    const middle = (low + high) / 2;
    if (incompleteBeta(middle, a, b) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The percentile rule of the Python package: 2000 resamples of the tasks, items 50 and 1949 of the sorted means. */
const pythonPercentile: Candidate = {
  name: "percentile, 2000 draws (Python)",
  draws: true,
  oneIn: SOME,
  interval: ({ means, stream }) => {
    const n = means.length;
    const values = Float64Array.from(means);
    const sums = new Float64Array(DRAWS);
    // A short generator of its own (xorshift, Marsaglia 2003): most of the study's time is spent here.
    let bits = stream.next() | 1;
    for (let draw = 0; draw < DRAWS; draw++) {
      let sum = 0;
      for (let index = 0; index < n; index++) {
        bits ^= bits << 13;
        bits ^= bits >>> 17;
        bits ^= bits << 5;
        sum += values[Math.floor(((bits >>> 0) / 2 ** 32) * n)] as number;
      }
      sums[draw] = sum;
    }
    sums.sort();
    // Sums of floats may miss the mean's last digit; coverage is counted with that much room.
    return { low: (sums[50] as number) / n, high: (sums[1949] as number) / n };
  },
};

const exactPercentile: Candidate = {
  name: "percentile, no draws (printed line)",
  oneIn: FEW,
  interval: ({ means }) => exactBootstrapMean(means) as Interval,
};

const student: Candidate = {
  name: "t",
  interval: (data) => {
    const { means, centre, standardError } = data;
    const half = studentQuantile(means.length - 1) * standardError;
    return clip({ low: centre - half, high: centre + half });
  },
};

const logitT: Candidate = {
  name: "t on the logit",
  interval: (data) => {
    const { means, centre, standardError } = data;
    if (standardError === 0) return { low: centre, high: centre };
    const half = (studentQuantile(means.length - 1) * standardError) / (centre * (1 - centre));
    const at = (logit: number) => 1 / (1 + Math.exp(-logit));
    const logit = Math.log(centre / (1 - centre));
    return { low: at(logit - half), high: at(logit + half) };
  },
};

const bca: Candidate = {
  name: "BCa",
  draws: true,
  oneIn: FEWEST,
  interval: ({ means, stream }) =>
    means.at(0) === means.at(-1)
      ? { low: means[0] as number, high: means[0] as number }
      : (bcaInterval(means, { draws: FEWER_DRAWS, seed: stream.next() }) as Interval),
};

const studentized: Candidate = {
  name: "studentised bootstrap",
  draws: true,
  oneIn: FEWEST,
  interval: ({ means, stream }) =>
    clip(
      studentizedBootstrapInterval(means, { draws: FEWER_DRAWS, seed: stream.next() }) ?? {
        low: mean(means) as number,
        high: mean(means) as number,
      },
    ),
};

const wilson: Candidate = {
  name: "Wilson, effective n",
  interval: (data) => {
    const n = effectiveN(data);
    const z = data.standardError === 0 ? Z : studentQuantile(data.means.length - 1);
    return wilsonEnds(data.centre, n, z);
  },
};

/** Clopper and Pearson's interval on the effective n with Korn and Graubard's correction for degrees of freedom. */
const kornGraubard: Candidate = {
  name: "Clopper-Pearson, effective n",
  oneIn: FEW,
  interval: (data) => {
    const { centre, standardError } = data;
    const tasks = data.means.length;
    const ratio = studentQuantile(tasks * data.k - 1) / studentQuantile(tasks - 1);
    const n = effectiveN(data) * (standardError === 0 ? 1 : ratio ** 2);
    const passes = centre * n;
    return {
      low: centre === 0 ? 0 : betaQuantile(0.025, passes, n - passes + 1),
      high: centre === 1 ? 1 : betaQuantile(0.975, passes + 1, n - passes),
    };
  },
};

const jeffreys: Candidate = {
  name: "Jeffreys, effective n",
  oneIn: FEW,
  interval: (data) => {
    const { centre } = data;
    const n = effectiveN(data);
    return {
      low: centre === 0 ? 0 : betaQuantile(0.025, centre * n + 0.5, n - centre * n + 0.5),
      high: centre === 1 ? 1 : betaQuantile(0.975, centre * n + 0.5, n - centre * n + 0.5),
    };
  },
};

/** A t interval after adding one task that always passes and one that always fails (after Agresti and Coull 1998). */
const pseudoTasks: Candidate = {
  name: "t with two pseudo-tasks",
  interval: ({ means, k, stream }) => student.interval(taskMeans([0, ...means, 1], k, stream)),
};

const MEANS = 199;
const CORRELATIONS = Array.from({ length: 12 }, (_, index) => (index + 0.5) / 12);
const tables = new Map<number, Float64Array>();

/** log P(passes | mean, correlation) of one task for all points of a grid. */
function betaBinomialTable(k: number): Float64Array {
  const known = tables.get(k);
  if (known) return known;
  const table = new Float64Array(MEANS * CORRELATIONS.length * (k + 1));
  let at = 0;
  for (let step = 1; step <= MEANS; step++)
    for (const alike of CORRELATIONS)
      for (let passes = 0; passes <= k; passes++) {
        const rate = step / (MEANS + 1);
        let sum = 0;
        for (let i = 0; i < passes; i++) sum += Math.log(rate * (1 - alike) + alike * i);
        for (let i = 0; i < k - passes; i++) sum += Math.log((1 - rate) * (1 - alike) + alike * i);
        for (let i = 0; i < k; i++) sum -= Math.log(1 - alike + alike * i);
        table[at++] = sum;
      }
  tables.set(k, table);
  return table;
}

/** Equal-tailed posterior of a beta-binomial whose mean and correlation are uniform beforehand. */
const bayes: Candidate = {
  name: "beta-binomial posterior",
  oneIn: FEW,
  interval: ({ means, k }) => {
    const counts = new Float64Array(k + 1);
    for (const value of means) {
      const passes = Math.round(value * k);
      counts[passes] = (counts[passes] as number) + 1;
    }
    const table = betaBinomialTable(k);
    const logs = new Float64Array(MEANS * CORRELATIONS.length);
    for (let point = 0; point < logs.length; point++)
      for (let passes = 0; passes <= k; passes++)
        logs[point] =
          (logs[point] as number) + (counts[passes] as number) * (table[point * (k + 1) + passes] as number);
    const top = logs.reduce((best, value) => Math.max(best, value), Number.NEGATIVE_INFINITY);
    const mass = new Float64Array(MEANS);
    for (let point = 0; point < logs.length; point++) {
      const step = Math.floor(point / CORRELATIONS.length);
      mass[step] = (mass[step] as number) + Math.exp((logs[point] as number) - top);
    }
    const all = mass.reduce((sum, value) => sum + value, 0);
    const quantile = (share: number) => {
      let sum = 0;
      for (let step = 0; step < MEANS; step++) {
        const next = sum + (mass[step] as number) / all;
        if (next >= share) return (step + 0.5 + (share - sum) / (next - sum)) / (MEANS + 1);
        sum = next;
      }
      return 1;
    };
    return { low: quantile(0.025), high: quantile(0.975) };
  },
};

const recommended: Candidate = {
  name: "recommended",
  interval: ({ means }) => recommendedInterval(means) as Interval,
};

/** Everything that was compared, the rule of the Python package first and the one that was chosen last. */
export const CANDIDATES: readonly Candidate[] = [
  pythonPercentile,
  exactPercentile,
  student,
  logitT,
  bca,
  studentized,
  pseudoTasks,
  wilson,
  jeffreys,
  kornGraubard,
  bayes,
  recommended,
];
