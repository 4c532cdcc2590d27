import { derive, frozenCopy, holdoutSide, OptionError, type Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { nearDuplicatesOf } from "../near-duplicates/near-duplicate-prompts.js";
import { codes, gateCode } from "./__fixtures__/codes.js";
import { calibrate } from "./calibrate.js";
import { gateNotes } from "./gate-notes.js";
import { gateSplit } from "./gate-split.js";
import { gradientGate } from "./gradient-gate.js";

const group = (task: string, rewards: readonly unknown[], extra: Row = {}): Row[] =>
  rewards.map(
    (reward, index) =>
      frozenCopy({
        rollout_id: `${task}-${index}`,
        scenario_id: task,
        prompt: `Please handle ${task} today.`,
        final_text: `Reply ${index} to ${task} is done.`,
        reward,
        ...extra,
      }) as Row,
  );

describe("what is refused", () => {
  test.each([
    ["ungraded rows", group("a", [null, null]), "ungraded_rl_rows"],
    ["rewards that are none", group("a", ["good", 7]), "ungraded_rl_rows"],
    ["a failed judge", group("a", [1, 0], { judge_status: "timeout" }), "ungraded_rl_rows"],
    ["groups that agree", [...group("a", [1, 1]), ...group("b", [0, 0])], "no_mixed_groups"],
    ["one that agrees so far", group("a", [1, null, null, null]), "no_mixed_groups"],
  ])("%s", (_, rows, refusal) => {
    expect(gateCode(() => gradientGate(rows))).toBe(refusal);
    const report = gradientGate(rows, { strict: false });
    expect(report).toMatchObject({ ok: false, refusal, rlShaped: true, hackScan: null });
    expect(report.notes).toMatchObject([{ code: refusal, severity: "error", fix: expect.any(String) }]);
    expect(`${report}`).toContain(`gradient gate: refused, ${refusal.replaceAll("_", " ")}`);
  });

  test("contrast between two wordings of a task", () => {
    const rows = [...group("a", [1, 1]), ...group("a", [0, 0], { prompt: "Other words." })];
    expect(gradientGate(rows, { strict: false })).toMatchObject({ refusal: "no_mixed_groups", nMixedAsks: 0 });
    expect(gradientGate(rows, { strict: false }).signal.nMixed).toBe(1);
  });

  test("no rows at all, once they are meant for comparing", () => {
    expect(gateCode(() => gradientGate([], { mode: "rl" }))).toBe("ungraded_rl_rows");
    expect(gradientGate([]).ok).toBe(true);
  });

  test("a reward that pays for something else, where that is asked for", () => {
    const random = derive(0, "gate");
    const rows = Array.from({ length: 12 }, (_, task) =>
      group(`ask ${task}`, [1, 1, 0, 0, 1, 0, 1, 0]).map((row) => ({
        ...row,
        final_text: row.reward === 1 ? "It was verified." : "It was not.",
        steps: random.uniform() < 0.5 ? [{ tool: "lookup", arguments: {}, result: "ok" }] : [],
      })),
    ).flat();
    const options = { endorsed: ["tool:lookup"] };
    expect(gateCode(() => gradientGate(rows, { ...options, strictHacks: true }))).toBe("reward_hack");
    const passed = gradientGate(rows, options);
    expect(passed).toMatchObject({ ok: true, refusal: null, hackScan: { regime: "reward_hack" } });
    expect(codes(passed)).toContain("reward_hack");
    expect(codes(gradientGate(rows, { ...options, strictHacks: true, strict: false }))[0]).toBe("reward_hack");
  });

  describe("what no scan can hold against what is endorsed, where a hack is to be refused", () => {
    const rollouts = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        scenario_id: `t${index >> 3}`,
        prompt: `ask ${index >> 3}`,
        final_text: `Reply ${index % 5}`,
        steps: [{ tool: index % 2 ? "lookup" : "other", arguments: {}, result: "ok" }],
        reward: index % 2,
      }));
    test.each<[name: string, rows: Row[], endorsed: string[], refusal: string, says: string]>([
      ["a slip", rollouts(96), ["tool:lokup"], "endorsed_unmatched", "Did you mean tool:lookup?"],
      ["rows too few for a feature", rollouts(16), ["tool:lookup"], "endorsed_unmatched", "20 or more graded rollouts"],
      [
        "one row a task",
        Array.from({ length: 8 }, (_, task) => ({ scenario_id: `t${task}`, reward: task % 2 })),
        ["tool:lookup"],
        "no_groups",
        "No task has two rows",
      ],
      ["no rows", [], ["tool:lookup"], "no_groups", "No task has two rows"],
    ])("%s", (_, rows, endorsed, refusal, says) => {
      const options = { endorsed, strictHacks: true };
      expect(gateCode(() => gradientGate(rows, options))).toBe(refusal);
      expect(() => gradientGate(rows, options)).toThrow(says);
      const report = gradientGate(rows, { ...options, strict: false });
      expect(report).toMatchObject({ ok: false, refusal });
      expect(report.notes.filter(({ severity }) => severity === "error")).toHaveLength(1);
      expect(`${report}`).toContain(says);
      expect(gradientGate(rows, { endorsed }).ok).toBe(true);
    });

    test("and one of two terms is enough", () => {
      const report = gradientGate(rollouts(96), { endorsed: ["tool:lookup", "tool:nothing"], strictHacks: true });
      expect(report.ok).toBe(true);
      expect(codes(report)).toContain("endorsed_partly_unmatched");
    });
  });
});

describe("what passes", () => {
  test("with a word on what else is there", () => {
    const rows = [
      ...group("good", [1, 0, 1, 0]),
      ...group("flat", [1, 1]),
      ...group("wide", [1, 1, 1, 1, 1, 1, 1, 1, 1, 0]),
      ...group("todo", [null]),
      ...group("kept", [1], { calibration: { pass_rate: 0.4, n: 40 } }),
      null as unknown as Row,
    ];
    const report = gradientGate(rows);
    expect(report).toMatchObject({ ok: true, refusal: null, nMixedAsks: 2, nRows: 18, nSkipped: 1 });
    expect(report.calibration).toMatchObject({ nStamped: 16, nCarried: 1, nUnstamped: 1 });
    expect(codes(report).slice(0, 4)).toEqual([
      "out_of_band_present",
      "unanimous_present",
      "ungraded_rows",
      "calibration_carried",
    ]);
    expect(codes(report)).toContain("skipped_entries");
    expect(report.notes.find(({ code }) => code === "no_signal")?.fix).toBe("Grade more rollouts.");
    expect(`${report}`.split("\n").slice(0, 2)).toEqual([
      "gradient gate: open (18 rows)",
      "  groups 4  mixed 2 (in band 1)  all pass 1  all fail 0  single 1; pass@1 0.85",
    ]);
  });

  test("fractions that differ are contrast", () => {
    expect(gradientGate(group("a", [0.2, 0.4])).ok).toBe(true);
  });

  test("replies that repeat, and a judge that disagrees with itself", () => {
    const rows = group("a", [1, 0, 1]).map((row) => ({ ...row, final_text: "All the same." }));
    const report = gradientGate(rows);
    expect(report.duplicates).toEqual({ nRepeats: 2, prompts: 1, conflicts: 1 });
    expect(codes(report)).toEqual(expect.arrayContaining(["duplicate_rollouts", "conflicting_rewards"]));
  });

  test("prompts with nearly the same words", () => {
    const prompt = (order: number) => ({ prompt: `Refund order ${order} for me please it arrived broken` });
    const report = gradientGate([...group("a", [1, 0], prompt(4550)), ...group("b", [1, 0], prompt(9921))]);
    expect(report.nearDuplicates?.nPairs).toBe(1);
    expect(codes(report)).toContain("near_duplicate_prompts");
    expect(gradientGate(group("a", [1, 1]), { strict: false }).nearDuplicates).toBeNull();
    // Where no cluster was found because not all prompts were compared, that is said.
    const nearDuplicates = nearDuplicatesOf([prompt(1), { prompt: "Where is it?" }, prompt(2)], {}, -1);
    expect(gateNotes({ ...report, nearDuplicates }).map(({ code }) => code)).toContain("pairs_estimated");
  });

  test("rows that are not for comparing", () => {
    const report = gradientGate([...group("a", [1]), ...group("b", [1])]);
    expect(report).toMatchObject({ ok: true, rlShaped: false, hackScan: null });
    expect(codes(report)).toEqual(["not_rl_shaped"]);
    expect(`${report}`).toContain("open, not for groups");
    expect(gradientGate(group("a", [1, 1]), { mode: "sft" }).ok).toBe(true);
    expect(gateCode(() => gradientGate([...group("a", [1]), ...group("b", [1])], { mode: "rl" }))).toBe(
      "no_mixed_groups",
    );
  });
});

test("rows that hold nothing but a reward repeat nothing", () => {
  const bare = ["a", "b"].flatMap((scenario_id) => [1, 0].map((reward) => ({ scenario_id, reward })));
  const report = gradientGate(bare);
  expect(report.duplicates).toEqual({ nRepeats: 0, prompts: 0, conflicts: 0 });
  expect(codes(report)).not.toContain("conflicting_rewards");
});

test("no rows at all are no pass in silence", () => {
  expect(codes(gradientGate([]))).toEqual(["no_rows"]);
  expect(`${gradientGate([])}`).toContain("gradient gate: nothing to look at (0 rows)\n");
  expect(codes(gradientGate([null as unknown as Row]))).toEqual(["no_rows", "skipped_entries"]);
});

describe("calibrate", () => {
  test("stamps copies with what was measured", () => {
    const rows = group("a", [1, 0, 1, 1], { model_version: "m", policy_version: "p" });
    const { rows: stamped, report } = calibrate(rows, { meanKl: new Map([["a", 0.25]]) });
    expect(stamped[0]?.calibration).toEqual({
      task_id: "a",
      student: { model: "m", version: "p" },
      n: 4,
      pass_rate: 0.75,
      pass_rate_ci95: [expect.closeTo(0.3006, 4), expect.closeTo(0.9544, 4)],
      mean_kl: 0.25,
    });
    expect(rows[0]).not.toHaveProperty("calibration");
    expect(report).toMatchObject({ nRows: 4, nStamped: 4, nCarried: 0, nUnstamped: 0, tasks: [{ taskId: "a", n: 4 }] });
    expect(`${report}`).toBe(
      "calibration: 1 task measured; rows stamped 4, kept an earlier stamp 0, without a pass rate 0",
    );
  });

  test("a stamp from more rollouts stays, one from fewer goes", () => {
    const carried = (n: number) => ({ calibration: { pass_rate: 0.1, n } });
    const { rows, report } = calibrate([
      ...group("a", [1, 0], carried(16)),
      ...group("b", [1, 0], carried(1)),
      ...group("c", [null], carried(3)),
      ...group("d", [null], { calibration: "none" as never }),
    ]);
    expect(rows.map((row) => row.calibration?.pass_rate)).toEqual([0.1, 0.1, 0.5, 0.5, 0.1, undefined]);
    expect(report).toMatchObject({ nStamped: 2, nCarried: 3, nUnstamped: 1 });
  });

  test("rows that do not carry a KL that was given are counted", () => {
    const rows = [
      ...group("a", [1, 0], { calibration: { pass_rate: 0.1, n: 16 } }),
      ...group("b", [null]),
      ...group("c", [1, 0]),
    ];
    const kl = (task: string, value: number) => calibrate(rows, { meanKl: new Map([[task, value]]) });
    expect(kl("c", 0.1).report.notes).toEqual([]);
    expect(kl("a", 0.1).report.notes).toMatchObject([
      {
        code: "mean_kl_not_stamped",
        message:
          "2 rows of tasks in `meanKl` do not carry it: they keep an earlier stamp, have no pass rate, or the value is no number.",
      },
    ]);
    expect(codes(kl("b", 0.1).report)).toEqual(["mean_kl_not_stamped"]);
    expect(codes(kl("c", Number.NaN).report)).toEqual(["mean_kl_not_stamped"]);
    expect(kl("a", 0.1).rows[0]?.calibration).toEqual({ pass_rate: 0.1, n: 16 });
  });

  test("no KL where none was measured, and a bad one is refused", () => {
    expect(
      calibrate(group("a", [1, 0]), { meanKl: new Map([["a", Number.NaN]]) }).rows[0]?.calibration,
    ).not.toHaveProperty("mean_kl");
    const misnamed = calibrate(group("a", [1, 0]), {
      meanKl: new Map([
        ["a", 0.1],
        ["A", 0.2],
      ]),
    }).report;
    expect(misnamed.notes).toMatchObject([
      { code: "mean_kl_unmatched", message: "1 task of 2 in `meanKl` is in no row." },
    ]);
    expect(() => calibrate([], { meanKl: { a: 1 } as never })).toThrow("`meanKl` must be a Map from task to number");
    const { rows, report } = calibrate([null as unknown as Row]);
    expect(rows).toEqual([]);
    expect(codes(report)).toEqual(["skipped_entries"]);
  });
});

describe("gateSplit", () => {
  const named = Array.from({ length: 60 }, (_, index) => `task ${index}`);
  const held = named.filter((task) => holdoutSide(task, 0.2) === "holdout");
  const trained = named.filter((task) => holdoutSide(task, 0.2) === "train");

  test("gates what is left to train on, whatever the holdout has", () => {
    const rows = [...group(held[0] as string, [1, 0]), ...group(trained[0] as string, [1, 1])];
    expect(gradientGate(rows).ok).toBe(true);
    expect(gateCode(() => gateSplit(rows, { mode: "rl" }))).toBe("no_mixed_groups");
    const { gate, train, holdout } = gateSplit(rows, { mode: "rl", strict: false });
    expect(gate).toMatchObject({ ok: false, refusal: "no_mixed_groups", nRows: 2 });
    expect([train.length, holdout.length]).toEqual([2, 2]);
  });

  test("warns of a holdout without contrast, and stamps the train side", () => {
    const rows = [...group(held[0] as string, [1, 1]), ...group(trained[0] as string, [1, 0])];
    const { gate, train, holdout, split } = gateSplit(rows, { mode: "rl", holdout: 0.2 });
    expect(gate.ok).toBe(true);
    expect(gate.holdoutSignal).toMatchObject({ nGroups: 1, nMixed: 0 });
    expect(codes(gate)).toContain("holdout_no_mixed_groups");
    expect(train[0]?.calibration).toMatchObject({ pass_rate: 0.5 });
    expect(holdout[0]).toBe(rows[0]);
    expect(split.holdout).toEqual({ tasks: 1, rows: 2 });
    expect(`${gate}`).toContain("  holdout: groups 1  mixed 0");
  });

  test("a holdout with contrast is fine, and split options are the split's", () => {
    const rows = trained.slice(0, 4).flatMap((task) => group(task, [1, 0]));
    const { gate, split } = gateSplit(rows, { holdout: { fraction: 0.25, exact: true } });
    expect(codes(gate)).not.toContain("holdout_no_mixed_groups");
    expect(split).toMatchObject({ rule: "exact", holdout: { tasks: 1 } });
    expect(() => gateSplit(rows, { holdout: { fraction: 2 } })).toThrow("splitHoldout: `fraction`");
    expect(gateCode(() => gateSplit(rows.slice(0, 2)))).toBe("empty_holdout");
  });
});

test("hostile rows", () => {
  const rows = [
    null,
    7,
    { task_id: "__proto__", reward: 1, calibration: { n: "many" } },
    { task_id: "__proto__", reward: 0, steps: "none", messages: [null], final_text: 3 },
    { task_id: "a", reward: Number.POSITIVE_INFINITY, calibration: [] },
    { task_id: "a", reward: "0.5", final_text: "\ud800" },
  ] as Row[];
  const report = gradientGate(rows);
  expect(report).toMatchObject({ ok: true, nSkipped: 2, nMixedAsks: 1 });
  expect(JSON.parse(JSON.stringify(report))).toMatchObject({ kind: "gradient_gate", ok: true });
  expect(calibrate(rows).report).toMatchObject({ nRows: 4, nStamped: 4, nCarried: 0 });
});

test.each([
  [{ mode: "dpo" }, "`mode` must be one of"],
  [{ strict: 1 }, "`strict` must be true or false"],
  [{ endorsed: [""] }, "`endorsed`"],
  [{ strictHack: true }, "Did you mean `strictHacks`?"],
  [{ strictHacks: true }, "nothing is endorsed"],
  [{ strictHacks: true, endorsed: [] }, "nothing is endorsed"],
  [{ strictHacks: true, endorsed: ["tool:a"], mode: "sft" }, "do not go together"],
])("options %j are refused", (options, message) => {
  expect(() => gradientGate([], options as object)).toThrow(OptionError);
  expect(() => gradientGate([], options as object)).toThrow(message);
  expect(() => gateSplit([], options as object)).toThrow(message);
});

test("a stamp that a selection of these very rows made was not measured elsewhere", () => {
  const rows = Array.from({ length: 8 }, (_, index) => ({
    task_id: "a",
    prompt: "Where is my order?",
    final_text: `It ships on day ${index}.`,
    policy_version: "p1",
    reward: index % 2,
  }));
  const stamped = calibrate(rows).rows.slice(1);
  const codes = (given: Parameters<typeof gradientGate>[0]) => gradientGate(given).notes.map(({ code }) => code);
  expect(calibrate(stamped).report).toMatchObject({ nCarried: 7, nCarriedFromElsewhere: 0 });
  expect(codes(stamped)).not.toContain("calibration_carried");
  const other = stamped.map((row) => ({ ...row, policy_version: "p2" }));
  expect(calibrate(other).report).toMatchObject({ nCarried: 7, nCarriedFromElsewhere: 7 });
  expect(codes(other)).toContain("calibration_carried");
  const otherModel = stamped.map((row) => ({ ...row, model_version: "m2" }));
  expect(calibrate(otherModel).report.nCarriedFromElsewhere).toBe(7);
  const tooGood = stamped.map((row) => ({ ...row, calibration: { ...row.calibration, pass_rate: 0.9 } }));
  expect(calibrate(tooGood).report.nCarriedFromElsewhere).toBe(7);
  const fractions = calibrate(rows.map((row, index) => ({ ...row, reward: index % 2 ? 0.7 : 0.1 }))).rows;
  for (let left = 1; left < 8; left++)
    expect(calibrate(fractions.slice(left)).report).toMatchObject({ nCarried: 8 - left, nCarriedFromElsewhere: 0 });
  const impossible = stamped.map((row) => ({ ...row, calibration: { ...row.calibration, pass_rate: 0.1 } }));
  expect(calibrate(impossible).report).toMatchObject({ nCarriedFromElsewhere: 7 });
});
