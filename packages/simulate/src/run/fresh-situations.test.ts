import type { Backend, CompletionOptions } from "@whileai/core";
import { ScriptedBackend } from "@whileai/core/backends";
import { expect, it } from "vitest";
import { simulate } from "../simulate.js";

const TOOLS = [
  {
    name: "get_order",
    description: "Look up an order by id.",
    parameters: { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] },
  },
];

it("a run that is over ends the calls for words that nobody needs any more, and does not wait for them", async () => {
  const model = ScriptedBackend(() => "fine");
  let asked = 0;
  let ended = 0;
  const simulator: Backend = {
    ...model,
    complete: (request, options: CompletionOptions = {}) => {
      if (++asked === 1) return model.complete(request, options);
      return new Promise((_, reject) => {
        options.signal?.addEventListener("abort", () => {
          ended++;
          reject(options.signal?.reason);
        });
      });
    },
  };
  const { report } = await simulate({
    agent: model,
    simulator,
    tools: TOOLS,
    mode: "rl",
    repeats: 4,
    budget: 32,
    // Every prompt is filled, so that the eight of the first call are enough.
    grader: ({ rollout_index }) => Number(rollout_index) % 2,
  });
  expect(report).toMatchObject({ rows: 32, prompts: 8, stoppedBecause: "budget" });
  expect([asked, ended]).toEqual([2, 1]);
  expect(report.notes.filter(({ code }) => code === "writer_fallback")).toMatchObject([
    { message: expect.stringMatching(/^8 of 8 .*did not pass/) },
  ]);
});
