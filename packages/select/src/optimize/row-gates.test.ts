import type { Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { calibrate } from "../split/calibrate.js";
import { codes, group, ids, optimize } from "./__fixtures__/rl-groups.js";

describe("gates on rows", () => {
  const ok: Row = { prompt: "where is my parcel ORD-12", final_text: "It is on its way.", steps: [], reward: 1 };
  const tool = [{ tool: "track", arguments: {}, result: "x" }];
  test.each<[string, Row]>([
    ["blank", { final_text: "  " }],
    ["agent_error", { final_text: "<agent error: boom>" }],
    ["infrastructure_error", { final_text: "503 Service Unavailable" }],
    ["infrastructure_error", { final_text: "The endpoint returned 429." }],
    ["infrastructure_error", { final_text: "https://api.example.com/v1/orders: 502 bad gateway" }],
    ["repeated_character", { final_text: `https://${":".repeat(50_000)}x` }],
    ["repeated_character", { final_text: `ok ${"a".repeat(30)}.` }],
    ["harness_text", { final_text: "As the situation card says." }],
    ["raw_markup", { final_text: '<tool_call>{"name": "x"}', steps: tool }],
    ["unfinished", { final_text: "and so on and ".repeat(60).trim() }],
    ["unfinished", { final_text: `and ${"so on ".repeat(100).trim()}` }],
    ["ends_on_input", { messages: [{ role: "user", content: "and?" }] }],
    ["asks_back", { prompt: "help me", final_text: "With what?" }],
  ])("%s", (cause, change) => {
    const { report } = optimize([{ ...ok, ...change }, ok]);
    expect(report.junkCauses).toEqual([{ cause, rows: 1 }]);
  });

  test.each<[string, Row]>([
    ["a number that looks like a status", { final_text: "450" }],
    ["a question back to an ask of three words", { prompt: "help me out", final_text: "With what?" }],
    ["one character twenty-nine times", { final_text: `ok ${"a".repeat(29)}.` }],
    ["a rule in Markdown", { final_text: `Plan\n${"-".repeat(60)}\nDone.` }],
    [
      "a long reply that the policy ended itself",
      { final_text: "and so on and ".repeat(60).trim(), finish_reason: "stop" },
    ],
    ["a status read out of a tool", { final_text: "The service returned 404 for it.", steps: tool }],
    [
      "a row with messages alone",
      {
        prompt: undefined,
        final_text: undefined,
        messages: [
          { role: "user", content: "what is the plan?" },
          { role: "assistant", content: "Which one?" },
        ],
      } as unknown as Row,
    ],
  ])("%s is no junk", (_, change) => {
    expect(optimize([{ ...ok, ...change }]).report.gates.incompleteJunk).toBe(0);
  });

  test("an unlabelled rollout that should have acted did nothing; a verified zero stays whatever it says", () => {
    const rows: Row[] = [
      { ...ok, reward: null },
      { ...ok, prompt: "tell me a story", reward: null, faults: { track: { mode: "timeout" } } },
      { ...ok, prompt: "tell me a story", reward: null, scenario_dimensions: { intent: "buy" } },
      { ...ok, prompt: "tell me a story", reward: null, world_state: "entity missing" },
      { ...ok, prompt: "tell me a story", reward: null, ask_family: "tool" },
      { ...ok, prompt: "tell me a story", reward: null, world_state: "unknown" },
      {
        ...ok,
        prompt: "tell me a story",
        reward: null,
        scenario_dimensions: { intent: "unspecified", tool: "unrelated" },
      },
      { ...ok, final_text: "<tool_call>", reward: 0, label_source: "gold" },
      ok,
    ];
    const { gates, nSelected } = optimize(rows).report;
    expect(gates).toEqual({ incompleteJunk: 0, doNothing: 5, unusableLabel: 2 });
    expect(nSelected).toBe(2);
  });

  test("rows without replies are selected by reward alone, and the report says so", () => {
    const rows = [1, 0, 1].map((reward, index) => ({ scenario_id: "a", rollout_index: index, reward }));
    const selection = optimize(rows);
    expect(selection.rows).toHaveLength(3);
    expect(codes(selection)).toContain("text_gates_off");
  });

  test("null entries and hostile rows are counted, not fatal", () => {
    const hostile = [
      null,
      3,
      "x",
      [],
      { reward: "1", scenario_id: "__proto__", messages: "no", steps: { a: 1 }, lineage: 3, calibration: "x" },
    ];
    const selection = optimize([...hostile, ...group("good", [1, 0])] as Row[]);
    expect(ids(selection)).toEqual(["good-0", "good-1"]);
    expect(selection.report).toMatchObject({ n: 3, nSkipped: 4 });
    expect(selection.report.dropped[0]).toEqual({ index: 0, rolloutId: null, taskKey: null, gate: "not_a_row" });
    expect(codes(selection)).toContain("skipped_entries");
    expect(() => JSON.stringify(selection.report)).not.toThrow();
    expect(optimize([]).report.meanReward).toEqual({ before: null, after: null });
  });

  test("rows from an evaluation set are pointed out", () => {
    expect(codes(optimize(group("a", [1, 0], { lineage: { source: "eval" } })))).toContain("eval_sourced_selected");
    expect(codes(optimize(group("a", [1, 1], { lineage: { source: "eval" } })))).toContain("eval_sourced_input");
  });

  test("a reward that follows length inside asks is pointed out", () => {
    const rows = Array.from({ length: 12 }, (_, task) => group(`t${task}`, [1, 0]))
      .flat()
      .map((row) => ({ ...row, final_text: `${row.final_text} ${row.reward === 1 ? "More words, and more." : ""}` }));
    const { correlations, notes } = optimize(rows).report;
    expect(correlations[0]).toMatchObject({ feature: "reply_length", flagged: true });
    expect(notes.map((note) => note.code)).toContain("reward_correlates");
  });

  test("fault kinds take turns by what most rows of a group ran into", () => {
    const failing = { steps: [{ tool: "get", arguments: {}, result: { status: "timeout" } }] };
    const rows = [...group("a", [1, 0]), ...group("b", [1, 0]), ...group("c", [1, 0, 1], failing)];
    rows[4] = { ...(rows[4] as Row), steps: [] };
    const { report } = optimize(rows);
    expect(report.faultKinds).toEqual([
      { fault: "no fault", groups: 2 },
      { fault: "timeout", groups: 1 },
    ]);
  });

  test("a calibration that was measured on more rollouts stays", () => {
    const rows = group("a", [1, 0], {
      calibration: { n: 64, pass_rate: 0.4 },
      model_version: "m",
      policy_version: "m@1",
    });
    expect(optimize(rows).rows[0]?.calibration).toEqual({ n: 64, pass_rate: 0.4 });
    expect(optimize(rows).report.calibration.nStamped).toBe(0);
    const asMany = group("a", [1, 0], { calibration: { n: 2, pass_rate: 1 } });
    expect(optimize(asMany).rows[0]?.calibration).toMatchObject({ n: 2, pass_rate: 0.5 });
    const fresh = optimize(rows.map(({ calibration: _, ...row }) => row));
    expect(fresh.rows[0]?.calibration).toMatchObject({ student: { model: "m", version: "m@1" }, n: 2 });
    expect(fresh.report.calibration.nStamped).toBe(2);
  });

  test.each([{ n: 64 }, { n: 64, pass_rate: 7 }, { n: Number.POSITIVE_INFINITY, pass_rate: 0.4 }])(
    "a calibration without a rate over rollouts does not stay: %j",
    (calibration) => {
      expect(optimize(group("a", [1, 0], { calibration })).rows[0]?.calibration).toMatchObject({
        n: 2,
        pass_rate: 0.5,
      });
    },
  );

  test("a penalty does not change what was measured, however often rows are selected", () => {
    const rows = group("a", [1, 0, 1, 1]);
    rows[3] = { ...(rows[3] as Row), finish_reason: "length" };
    const once = optimize(rows, { truncated: "penalize" });
    expect(once.rows.map((row) => row.reward)).toEqual([1, 0, 1, 0]);
    const stamp = { n: 4, pass_rate: 0.75 };
    expect(once.rows[0]?.calibration).toMatchObject(stamp);
    expect(optimize(once.rows, { truncated: "penalize" }).rows[0]?.calibration).toMatchObject(stamp);
    expect(calibrate(once.rows).rows[0]?.calibration).toMatchObject(stamp);
    expect(calibrate(once.rows.slice(2)).report.nCarriedFromElsewhere).toBe(0);
  });

  test("a reward beside a failed verdict is measured after a penalty no more than before it", () => {
    const rows = group("a", [1, 0, 1, 1]);
    rows[3] = { ...(rows[3] as Row), finish_reason: "length", judge_status: "error" };
    const once = optimize(rows, { truncated: "penalize" });
    expect(once.rows.at(-1)).toMatchObject({ reward: 0, reward_before_penalty: null });
    const stamp = { n: 3, pass_rate: 2 / 3 };
    expect(once.rows[0]?.calibration).toMatchObject(stamp);
    const bare = once.rows.map(({ calibration: _, ...row }) => row);
    expect(calibrate(bare).rows[0]?.calibration).toMatchObject(stamp);
  });

  test("a penalty is no measurement: a task that was never graded has no pass rate", () => {
    const rows = group("a", [null], { finish_reason: "length" });
    const selection = optimize(rows, { truncated: "penalize" });
    expect(selection.rows).toMatchObject([{ reward: 0, reward_before_penalty: null }]);
    expect(selection.rows[0]).not.toHaveProperty("calibration");
    expect(selection.report.calibration).toEqual({ nTasks: 0, nRows: 0, nStamped: 0, tasks: [] });
  });
});
