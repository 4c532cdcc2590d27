import { frozenCopy, GateError, type Row } from "@whileai/core";
import { expect, test } from "vitest";
import { exportPairs } from "../export/export-pairs.js";
import { buildPreferencePairs } from "./build-preference-pairs.js";
import { toTrlPreference } from "./to-trl-preference.js";

const call = (id: number, result: string) => ({ tool: "get", arguments: { id }, result });
const rollout = (reward: number, text: string, extra: Row = {}): Row => ({
  prompt: "Where is A1?",
  final_text: text,
  reward,
  ...extra,
});
const pairOf = (better: Row, worse: Row, extra: object = {}) =>
  frozenCopy({ chosen: better, rejected: worse, ...extra });

test("the turn in which they part, what both share before it, and what is known of the pair", () => {
  const { pairs } = buildPreferencePairs([
    rollout(1, "It ships today.", { steps: [call(1, "ok")] }),
    rollout(0, "It is lost.", { steps: [call(1, "ok")] }),
  ]);
  const { rows, ...counts } = toTrlPreference(pairs);
  expect(counts).toEqual({ turnsCut: 0, noCompletionDropped: 0, tiesDropped: 0, notPairsDropped: 0 });
  expect(rows).toMatchObject([
    {
      prompt: [
        { role: "user" },
        { role: "assistant", tool_calls: [{ function: { arguments: { id: 1 } } }] },
        { role: "tool" },
      ],
      chosen: [{ role: "assistant", content: "It ships today." }],
      rejected: [{ role: "assistant", content: "It is lost." }],
      margin: 1,
      first_turn_differs: false,
    },
  ]);
});

test("the records are those of the export, but for its version stamp", () => {
  const tools = [{ type: "function", function: { name: "get", parameters: { type: "object", properties: {} } } }];
  const { pairs } = buildPreferencePairs([
    rollout(1, "yes", { steps: [call(1, "ok")], tools }),
    rollout(0, "no", { steps: [call(2, "ok")] }),
  ]);
  const { schema_version: _, ...exported } = exportPairs(pairs, { validate: false }).records[0] ?? {};
  expect(toTrlPreference(pairs).rows).toEqual([exported]);
});

test.each([
  [
    "parts on a tool result",
    pairOf(rollout(1, "a", { steps: [call(1, "x")] }), rollout(0, "b", { steps: [call(1, "y")] })),
    "noCompletionDropped",
  ],
  ["never parts", pairOf(rollout(1, "a"), rollout(0, "a")), "noCompletionDropped"],
  ["is a tie", pairOf(rollout(1, "a"), rollout(0, "b"), { tie: true }), "tiesDropped"],
  ["has no rejected side", { chosen: rollout(1, "a") }, "notPairsDropped"],
  ["is nothing", null, "notPairsDropped"],
])("a pair that %s is left out and counted", (_, pair, count) => {
  expect(toTrlPreference([pair])).toMatchObject({ rows: [], [count]: 1 });
});

test("pairs that lose later turns are counted", () => {
  const pair = pairOf(rollout(1, "a", { steps: [call(1, "x")] }), rollout(0, "b"));
  expect(toTrlPreference([pair])).toMatchObject({ turnsCut: 1, rows: [{ rejected: [{ content: "b" }] }] });
});

test("a leak on the chosen side is refused", () => {
  const leaking = rollout(1, "It is the hidden answer.", { privileged: { reference: "the hidden answer" } });
  expect(() => toTrlPreference([pairOf(leaking, rollout(0, "b"))])).toThrow(GateError);
  expect(toTrlPreference([pairOf(rollout(1, "b"), leaking)]).rows).toHaveLength(1);
});

test("half a character is replaced, and a path is no list", () => {
  expect(toTrlPreference([pairOf(rollout(1, "a\ud800"), rollout(0, "b"))]).rows[0]).toMatchObject({
    chosen: [{ content: "a\ufffd" }],
  });
  expect(() => toTrlPreference("pairs.jsonl" as never)).toThrow("must be a list of rows");
});
