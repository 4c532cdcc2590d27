import { describe, expect, it } from "vitest";
import { unusedOptions } from "./unused-options.js";

const row = { scenario_id: "a", prompt: "Where is DL-1?" };
const plan = [{ tool: "*", mode: "timeout" }];

describe("unusedOptions", () => {
  it.each<[string, object, boolean, RegExp | undefined]>([
    [
      "nothing to say",
      { coverage: { strength: 3 }, faults: { share: 0.2 }, sampling: { temperature: 1 } },
      true,
      undefined,
    ],
    [
      "empty groups",
      { tasks: [row], coverage: {}, faults: {}, sampling: { temperature: undefined } },
      false,
      undefined,
    ],
    ["a plan for tasks", { tasks: [row], faults: { plan } }, false, undefined],
    ["a share of tasks", { tasks: [row], faults: { share: 0.2 } }, false, /^`faults.share` changed nothing: `tasks`/],
    [
      "the coverage of a branch",
      { branchFrom: { row, step: 0 }, coverage: { strength: 3 }, faults: { share: 0 } },
      true,
      /^`coverage` and `faults.share` changed nothing: `branchFrom`/,
    ],
    [
      "a share beside a plan",
      { faults: { share: 0.2, plan } },
      false,
      /^`faults.share` changed nothing: `faults.plan`/,
    ],
    [
      "the patience of a function",
      { turns: { mean: 2, user: () => null, patience: "short" } },
      true,
      /^`turns.patience` changed nothing/,
    ],
    ["the sampling of a function", { sampling: { temperature: 0 } }, false, /^`sampling` changed nothing/],
  ])("%s", (_, options, isModel, message) => {
    const notes = unusedOptions(options, isModel);
    expect(notes).toHaveLength(message === undefined ? 0 : 1);
    if (message !== undefined) expect(notes[0]?.message).toMatch(message);
  });
});
