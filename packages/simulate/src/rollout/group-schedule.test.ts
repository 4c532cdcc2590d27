import type { SamplingPlan } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Situation } from "../plan/situation.js";
import type { TaskGate } from "../until/task-gate.js";
import { GroupSchedule, type GroupSummary, type ScheduledRollout } from "./group-schedule.js";

/** Plays a schedule with `concurrency` rollouts in flight that finish in the order the numbers say. */
async function play(plan: SamplingPlan, budget: number, concurrency: number, order: readonly number[], prompts = 1e9) {
  let opened = 0;
  const ended: GroupSummary[] = [];
  const schedule = new GroupSchedule({
    plan,
    budget,
    next: async () => (opened < prompts ? ({ index: opened++ } as Situation) : undefined),
    onEnd: (group) => ended.push(group),
  });
  const ran: string[] = [];
  let tick = 0;
  const worker = async (): Promise<void> => {
    for (let next = await schedule.take(); next !== undefined; next = await schedule.take()) {
      ran.push(`${next.group}#${next.index}`);
      for (let wait = (order[tick++ % order.length] ?? 0) % 7; wait > 0; wait--) await Promise.resolve();
      // Every third prompt splits at its second rollout, every fifth at its third.
      const odd = (next.group % 3 === 0 && next.index === 1) || (next.group % 5 === 0 && next.index === 2);
      schedule.finish(next, { label: odd ? "b" : "a" });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  expect(ended).toHaveLength(schedule.size);
  ended.sort((left, right) => left.situation.index - right.situation.index);
  return { ran: ran.sort(), groups: ended.map(({ rollouts, isSplit }) => [rollouts, isSplit]), schedule };
}

describe("GroupSchedule", () => {
  it("plays whole groups only", async () => {
    const { ran, groups } = await play({ policy: "fixed", k: 4 }, 10, 8, [0]);
    expect(groups).toEqual([
      [4, false],
      [4, false],
    ]);
    expect(ran).toHaveLength(8);
  });

  it("probes two and fills where they disagree", async () => {
    const { groups } = await play({ policy: "probe", probe: 2, k: 4 }, 12, 3, [0]);
    expect(groups).toEqual([
      [4, true],
      [2, false],
      [2, false],
      [4, true],
    ]);
  });

  it("ends with the prompts, and when it is closed", async () => {
    const few = await play({ policy: "fixed", k: 2 }, 100, 4, [1], 3);
    expect(few.ran).toHaveLength(6);
    expect(few.schedule.isExhausted).toBe(true);
    few.schedule.close();
    expect(await few.schedule.take()).toBeUndefined();
  });

  it("spends more on unanimous prompts under hazard only while that pays", async () => {
    const { groups } = await play({ policy: "hazard", probe: 2, k: 6 }, 120, 4, [0]);
    expect(groups.some(([rollouts]) => rollouts === 2)).toBe(true);
    expect(groups.filter(([, isSplit]) => isSplit).every(([rollouts]) => rollouts === 6)).toBe(true);
  });

  it("gives the same rollouts whatever the concurrency and the order of finishing", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<SamplingPlan["policy"]>("fixed", "probe", "hazard", "none"),
        fc.integer({ min: 2, max: 6 }),
        fc.integer({ min: 6, max: 60 }),
        fc.integer({ min: 2, max: 12 }),
        fc.array(fc.nat(6), { minLength: 1, maxLength: 20 }),
        async (policy, k, budget, concurrency, order) => {
          const plan: SamplingPlan =
            policy === "probe" || policy === "hazard" ? { policy, probe: 2, k } : { policy, k };
          const alone = await play(plan, budget, 1, [0]);
          const crowd = await play(plan, budget, concurrency, order);
          expect(crowd.ran).toEqual(alone.ran);
          expect(crowd.groups).toEqual(alone.groups);
          expect(crowd.ran.length).toBeLessThanOrEqual(budget);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("tells the gate the same mean in whichever order the rollouts finish", async () => {
    const rewards = [0.1, 0.2, 0.3];
    const meanOf = async (order: readonly number[]) => {
      const means: (number | null)[] = [];
      const gate = {
        isEnough: false,
        mayOpen: () => true,
        record: (_: number, mean: number | null) => means.push(mean),
      };
      let opened = 0;
      const schedule = new GroupSchedule({
        plan: { policy: "fixed", k: 3 },
        budget: 3,
        next: async () => ({ index: opened++ }) as Situation,
        gate: gate as unknown as TaskGate,
      });
      const taken = [await schedule.take(), await schedule.take(), await schedule.take()] as ScheduledRollout[];
      for (const index of order)
        schedule.finish(taken[index] as ScheduledRollout, { reward: rewards[index] as number });
      return means;
    };
    const inOrder = await meanOf([0, 1, 2]);
    expect(inOrder).toHaveLength(1);
    expect(await meanOf([2, 1, 0])).toEqual(inOrder);
    expect(await meanOf([1, 2, 0])).toEqual(inOrder);
  });
});
