import { expect, test } from "vitest";
import type { Situation, SituationPlan } from "../plan/situation.js";
import type { NextSituation } from "../rollout/group-schedule.js";
import { guardedSource } from "./guarded-source.js";

const situation = (index: number, prompt: string, arm: Situation["arm"] = "structured"): Situation =>
  ({ index, prompt, arm }) as Situation;
const planOf = (situations: Iterable<Situation>): SituationPlan => ({ situations: () => situations }) as SituationPlan;
const refuses = (prompt: string): boolean => prompt.startsWith("leak");

const worded =
  (words: (one: Situation) => string) =>
  (plan: SituationPlan): NextSituation => {
    const planned = plan.situations()[Symbol.iterator]();
    return async () => {
      const { value, done } = planned.next();
      return done ? undefined : { ...value, prompt: words(value) };
    };
  };
const all = async (next: NextSituation): Promise<string[]> => {
  const prompts: string[] = [];
  for (let one = await next(); one !== undefined; one = await next()) prompts.push(one.prompt);
  return prompts;
};

test("passes over planned leaks, keeps seeds, and takes back the words of a model", async () => {
  const plan = planOf([
    situation(0, "leak that was asked for", "pinned"),
    situation(1, "one"),
    situation(2, "leak"),
    situation(3, "three"),
  ]);
  const next = guardedSource(
    plan,
    refuses,
    worded(({ index, prompt }) => (index === 3 ? "leak of a model" : prompt)),
  );
  expect(await all(next)).toEqual(["leak that was asked for", "one", "three"]);
});

test("ends a plan that has nothing else to say", async () => {
  function* endless() {
    yield situation(0, "one");
    for (let index = 1; ; index++) yield situation(index, `leak ${index}`);
  }
  expect(
    await all(
      guardedSource(
        planOf(endless()),
        refuses,
        worded(({ prompt }) => prompt),
      ),
    ),
  ).toEqual(["one"]);
});
