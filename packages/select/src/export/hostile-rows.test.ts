import { WhileaiError } from "@whileai/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { PAIR_FORMATS, ROW_FORMATS } from "./export-options.js";
import { exportPairs } from "./export-pairs.js";
import { exportRows } from "./export-rows.js";

const anything = fc.anything({ withBigInt: true, withNullPrototype: true, maxDepth: 3 });
const message = fc.record({
  role: fc.oneof(fc.constantFrom("system", "user", "assistant", "tool"), anything),
  content: fc.oneof(fc.constantFrom("", "x", "<think>a", "</think>b"), anything),
  tool_calls: fc.oneof(fc.constant([{ name: "f", arguments: "{" }]), anything),
});
const hostileRow = fc.oneof(
  anything,
  fc.record(
    {
      prompt: fc.oneof(fc.constant("q"), anything),
      messages: fc.oneof(fc.array(message, { maxLength: 4 }), anything),
      final_text: fc.oneof(fc.constant("a"), anything),
      ...Object.fromEntries(
        ["steps", "reward", "scenario_id", "task_id", "lineage", "tools", "privileged", "markers", "faults"].map(
          (name) => [name, anything],
        ),
      ),
    },
    { requiredKeys: [] },
  ),
);

function refusesOrWrites(make: () => { records: readonly unknown[] }): void {
  try {
    for (const record of make().records) expect(JSON.parse(JSON.stringify(record))).toBeTypeOf("object");
  } catch (error) {
    if (!WhileaiError.isInstance(error)) throw error;
  }
}

test.each(ROW_FORMATS)("%s writes whatever row came, or refuses it with an error of its own", (format) => {
  fc.assert(
    fc.property(hostileRow, fc.boolean(), fc.boolean(), (row, validate, unroll) =>
      refusesOrWrites(() => exportRows([row, row], { format, validate, unroll, allowEmpty: true })),
    ),
  );
});

test.each(PAIR_FORMATS)("%s writes whatever pair came, or refuses it with an error of its own", (format) => {
  fc.assert(
    fc.property(hostileRow, hostileRow, fc.boolean(), (chosen, rejected, validate) =>
      refusesOrWrites(() => exportPairs([{ chosen, rejected }, chosen], { format, validate, allowEmpty: true })),
    ),
  );
});

test.each([{}, [], Object.create(null), Symbol.iterator, 10n, () => 1, true])(
  "a row whose ids are %o is written or refused in every format",
  (id) => {
    const row = { prompt: "q", final_text: "a", reward: 1, scenario_id: id, task_id: id, rollout_id: id };
    for (const format of ROW_FORMATS)
      for (const unroll of [false, true])
        refusesOrWrites(() => exportRows([row, row], { format, unroll, validate: false, allowEmpty: true }));
  },
);
