import { derive, type RandomStream, type Row } from "@whileai/core";

/** An agent whose pass rate is known: each task draws its rate. */
export interface KnownAgent {
  readonly name: string;
  drawRate(stream: RandomStream): number;
  /** Mean over tasks of rate^power. */
  moment(power: number): number;
  /** Mean over tasks of (1 - rate)^power. */
  failMoment(power: number): number;
}

/** An agent with the same rate on every task. */
export const steadyAgent = (rate: number): KnownAgent => ({
  name: `rate ${rate}`,
  drawRate: () => rate,
  moment: (power) => rate ** power,
  failMoment: (power) => (1 - rate) ** power,
});

/** An agent whose task rates are Beta(a, 1): u^(1/a) of a uniform u. */
export const betaAgent = (a: number): KnownAgent => ({
  name: `Beta(${a},1)`,
  drawRate: (stream) => stream.uniform() ** (1 / a),
  moment: (power) => a / (a + power),
  failMoment: (power) => {
    let product = 1;
    for (let index = 0; index < power; index++) product *= (1 + index) / (a + 1 + index);
    return product;
  },
});

/** An agent with a few kinds of tasks, each kind equally common. */
export const kindsAgent = (rates: readonly number[]): KnownAgent => {
  const average = (of: (rate: number) => number) => rates.reduce((sum, rate) => sum + of(rate), 0) / rates.length;
  return {
    name: `kinds ${rates.join(", ")}`,
    drawRate: (stream) => stream.pick(rates),
    moment: (power) => average((rate) => rate ** power),
    failMoment: (power) => average((rate) => (1 - rate) ** power),
  };
};

/** What is true of the agent. */
export const truth = (agent: KnownAgent, k: number) => ({
  passAt1: agent.moment(1),
  passAtK: 1 - agent.failMoment(k),
  passPowK: agent.moment(k),
  headroom: 1 - agent.failMoment(k) - agent.moment(1),
});

/** Rows of a run that probes each task and fills it to k where the probes disagree. */
export function probeRun(agent: KnownAgent, options: { tasks: number; probe: number; k: number; seed: number }): Row[] {
  const { tasks, probe, k, seed } = options;
  const stream = derive(seed, "probe-run", agent.name);
  const rows: Row[] = [];
  for (let task = 0; task < tasks; task++) {
    const rate = agent.drawRate(stream);
    const rollOut = (index: number): number => {
      const reward = stream.uniform() < rate ? 1 : 0;
      const sampling_plan = { policy: "probe" as const, probe, k };
      rows.push({ scenario_id: `task-${task}`, rollout_index: index, reward, sampling_plan });
      return reward;
    };
    let passes = 0;
    for (let index = 0; index < probe; index++) passes += rollOut(index);
    if (passes > 0 && passes < probe) for (let index = probe; index < k; index++) rollOut(index);
  }
  return rows;
}

/** The mean of every pass rate over several seeds, with what averaging the groups would have given. */
export function meanOverSeeds(
  agent: KnownAgent,
  measure: (rows: Row[]) => Record<"passAt1" | "passAtK" | "passPowK" | "headroom", number | null>,
  options: { tasks: number; probe: number; k: number; seeds: number },
) {
  const mean = { passAt1: 0, passAtK: 0, passPowK: 0, headroom: 0, naivePassAt1: 0 };
  for (let seed = 0; seed < options.seeds; seed++) {
    const rows = probeRun(agent, { ...options, seed });
    const measured = measure(rows);
    for (const name of ["passAt1", "passAtK", "passPowK", "headroom"] as const)
      mean[name] += (measured[name] ?? Number.NaN) / options.seeds;
    mean.naivePassAt1 += groupMean(rows) / options.seeds;
  }
  return mean;
}

function groupMean(rows: readonly Row[]): number {
  const groups = new Map<unknown, number[]>();
  for (const { scenario_id: task, reward } of rows) {
    const group = groups.get(task);
    if (group) group.push(Number(reward));
    else groups.set(task, [Number(reward)]);
  }
  let sum = 0;
  for (const group of groups.values()) sum += group.reduce((total, reward) => total + reward, 0) / group.length;
  return sum / groups.size;
}
