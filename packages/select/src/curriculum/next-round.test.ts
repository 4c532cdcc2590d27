import { frozenCopy, OptionError, type Row } from "@whileai/core";
import { expect, test } from "vitest";
import { optimize } from "../optimize/optimize.js";
import { nextRound } from "./next-round.js";

const group = (task: string, rewards: readonly unknown[], extra: Row = {}): Row[] =>
  rewards.map((reward) => frozenCopy({ task_id: task, reward, policy_version: "p1", ...extra }) as Row);

const prior = [
  ...group("mixed", [1, 0, 1, 0]),
  ...group("always", [1, 1]),
  ...group("never", [0, 0]),
  ...group("ungraded", [null]),
  ...group("carried", [null], { calibration: { pass_rate: 0.3, n: 12 } }),
  ...group("known easy", [null], { pass_rate: 0.9, n: 8 }),
];

test("keeps tasks in band and tasks nothing is known of", () => {
  const plan = nextRound(prior);
  expect(plan.tasks).toEqual([
    { taskId: "mixed", calibration: { pass_rate: 0.5, n: 4, band: [0.2, 0.8] } },
    { taskId: "ungraded", calibration: null },
    { taskId: "carried", calibration: { pass_rate: 0.3, n: 12, band: [0.2, 0.8] } },
  ]);
  expect(plan).toMatchObject({
    nTasks: 6,
    nKept: 2,
    nSolved: 2,
    nUnsolved: 1,
    nUnknown: 1,
    solved: ["always", "known easy"],
    unsolved: ["never"],
    unknown: ["ungraded"],
    fromPolicy: ["p1"],
  });
  expect(plan.notes.map((note) => note.code)).toEqual(["unknown_tasks"]);
});

test("chooses from the tasks given, by key or by row, each once", () => {
  const tasks = ["never", { task_id: "mixed" }, { scenario_id: "new", prompt: "p" }, 7, "mixed"];
  const plan = nextRound(prior, { tasks });
  expect(plan.tasks.map((task) => task.taskId)).toEqual(["mixed", "new", "7"]);
  expect(plan).toMatchObject({ nTasks: 4, unsolved: ["never"], unknown: ["new", "7"] });
});

test("the fingerprint is of the set of tasks, and that of a selection's prior round", () => {
  const [forward, backward] = [prior, prior.toReversed()].map((rows) => nextRound(rows).promptSetSha);
  expect(forward).toBe(backward);
  expect(forward).toMatch(/^[0-9a-f]{16}$/);
  expect(nextRound(prior, { tasks: ["mixed"] }).promptSetSha).not.toBe(forward);
  expect(optimize(group("mixed", [1, 0]), { mode: "rl", prior }).report.prior?.promptSetSha).toBe(forward);
});

test("its text, and what is left when nothing is", () => {
  const plan = nextRound([...group("always", [1, 1]), null as unknown as Row]);
  expect(`${plan}`.split("\n").slice(0, 2)).toEqual([
    "next round: 0 of 1 task (in band 0, unknown 0)",
    "  band 20%..80% pass rate: 1 solved and 0 unsolved dropped",
  ]);
  expect(plan.notes.map((note) => note.code)).toEqual(["skipped_entries", "nothing_left"]);
  expect(plan).toMatchObject({
    nSkipped: 1,
    notes: [{ message: expect.stringMatching(/^1 entry of the prior round is /) }, {}],
  });
  expect(nextRound([]).notes).toEqual([]);
});

test.each([
  [{ band: [0.5, 0.5] }, "`band` must be two different shares between 0 and 1, the lower one first"],
  [{ band: "wide" }, "`band` must be two different shares between 0 and 1, the lower one first"],
  [{ tasks: "mixed" }, "a list of task keys or rows"],
  [{ tasks: ["a", null] }, "`tasks[1]` names no task"],
  [{ tasks: ["a", "a", "b", Number.NaN] }, "`tasks[3]` names no task"],
  [{ tasks: [{ reward: 1 }] }, "`tasks[0]` names no task"],
  [{ task: [] }, "Did you mean `tasks`?"],
])("options %j are refused", (options, message) => {
  expect(() => nextRound(prior, options as object)).toThrow(OptionError);
  expect(() => nextRound(prior, options as object)).toThrow(message);
});
