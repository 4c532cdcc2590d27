import fc from "fast-check";
import { expect, test } from "vitest";
import { WhileaiError } from "../errors/whileai-error.js";
import { fromAnyShape } from "../schema/from-any-shape.js";
import { validateRow } from "../schema/validate-row.js";
import { behaviorSignature } from "./behavior-signature.js";
import { conversation } from "./conversation.js";
import { groupStamps } from "./group-stamps.js";
import { isTruncated } from "./is-truncated.js";
import { leakReport } from "./leak-report.js";
import { privilegedLeak } from "./privileged-leak.js";
import { replyLength } from "./reply-length.js";
import { binaryLabel, scalarReward } from "./reward.js";
import { rolloutId } from "./rollout-id.js";
import type { Row } from "./row.js";
import { taskKey } from "./task-key.js";
import { traceFault } from "./trace-fault.js";
import { withoutPrivileged } from "./without-privileged.js";

const keys = [
  "__proto__",
  "text",
  "type",
  "role",
  "content",
  "tool",
  "arguments",
  "result",
  "status",
  "user",
  "toString",
];
const anything = fc.oneof(
  fc.anything({ key: fc.constantFrom(...keys), withBigInt: true, withNullPrototype: true, maxDepth: 3 }),
  fc.constantFrom("", "1", "NaN", "\ud800", "a\u2028\0b", Number.NaN, 0),
);
const entries = fc.oneof(
  anything,
  fc.array(
    fc.oneof(
      anything,
      fc.record(
        { tool: fc.constant("f"), arguments: anything, result: anything, text: anything },
        { requiredKeys: [] },
      ),
      fc.record({ role: fc.constantFrom("user", "assistant", "tool"), content: anything, tool_calls: anything }),
    ),
    { maxLength: 3 },
  ),
);
const field = (name: string) => (["steps", "messages", "tool_trace"].includes(name) ? entries : anything);
const hostileRow = fc.oneof(
  anything,
  fc.record(
    Object.fromEntries(
      [
        ...[
          "schema_version",
          "prompt",
          "steps",
          "messages",
          "final_text",
          "opener",
          "scenario_id",
          "task_id",
          "reward",
        ],
        ...["privileged", "faults", "finish_reason", "lineage", "reason", "rollout_id", "tool_trace", "steps_json"],
      ].map((name) => [name, field(name)]),
    ),
    { requiredKeys: [] },
  ),
);

test.each<[string, (row: Row) => unknown]>([
  ["behaviorSignature", behaviorSignature],
  ["binaryLabel", binaryLabel],
  ["conversation", conversation],
  ["groupStamps", (row) => groupStamps([row, row])],
  ["isTruncated", isTruncated],
  ["leakReport", (row) => leakReport([row])],
  ["privilegedLeak", (row) => privilegedLeak(row)],
  ["replyLength", replyLength],
  ["rolloutId", rolloutId],
  ["scalarReward", scalarReward],
  ["taskKey", taskKey],
  ["traceFault", traceFault],
  ["validateRow", (row) => validateRow(row, "row", { strict: true })],
  ["withoutPrivileged", withoutPrivileged],
])("%s reads whatever came as a row", (_, read) => {
  fc.assert(fc.property(hostileRow, (row) => void read(row as Row)));
});

test("fromAnyShape refuses what it cannot read with an error of its own", () => {
  fc.assert(
    fc.property(hostileRow, (row) => {
      try {
        fromAnyShape(row);
      } catch (error) {
        expect(WhileaiError.isInstance(error)).toBe(true);
      }
    }),
  );
});

test.each(["0x1", "0b1", "0o1", "1_0", "1e", ".", " ", "one"])("%j is no reward", (reward) => {
  expect(scalarReward({ reward })).toBeNull();
  expect(binaryLabel({ reward })).toBeNull();
});
test.each(["1", " 1 ", "1.0", "+1", "1.", "1e0", "01"])("%j is a reward of 1", (reward) => {
  expect(binaryLabel({ reward })).toBe(1);
});
