import { OptionError, SettingsError, SpecError, ToolSchemaError, type WhileaiError } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { seededAgent } from "../seeded-agent/seeded-agent.js";
import { simulate } from "../simulate.js";

const TOOLS = [{ name: "get_order", description: "Look up an order.", parameters: { type: "object", properties: {} } }];
const agent = () => "fine";
const GOOD = { agent, tools: TOOLS, simulator: false } as const;

type Case = [name: string, options: object, option: string, message: RegExp];

const CASES: Case[] = [
  ["a misspelt option", { repeat: 4 }, "repeat", /unknown option `repeat`.*Did you mean `repeats`/],
  ["a stop that is no group", { until: 3 }, "until", /`until` must be an object/],
  ["a stop without a limit", { until: { level: 0.9 }, grader: agent }, "until", /says nothing/],
  ["a stop without a grader", { until: { halfWidth: 0.1 } }, "until", /needs rewards/],
  ["a half-width of a half", { until: { halfWidth: 0.5 }, grader: agent }, "until.halfWidth", /below 0.5/],
  ["a misspelt stop", { until: { halfWith: 0.1 }, grader: agent }, "until.halfWith", /Did you mean `until.halfWidth`/],
  ["a rate of 2", { until: { decidedAgainst: 2 }, grader: agent }, "until.decidedAgainst", /0 to 1/],
  ["a level of 1", { until: { halfWidth: 0.1, level: 1 }, grader: agent }, "until.level", /below 1/],
  ["a folder that is true", { store: { dir: true } }, "store.dir", /the path of a folder/],
  ["a folder without a name", { store: { dir: " " } }, "store.dir", /the path of a folder/],
  ["a resume that is text", { store: { resume: "yes" } }, "store.resume", /true or false/],
  ["a misspelt store option", { store: { keepRow: false } }, "store.keepRow", /Did you mean `store.keepRows`/],
  ["rows kept by a number", { store: { keepRows: 0 } }, "store.keepRows", /true or false/],
  ["a misspelt group member", { limits: { concurency: 3 } }, "limits.concurency", /Did you mean `limits.concurrency`/],
  ["an unknown mode", { mode: "grpo" }, "mode", /one of "explore", "sft", "rl"/],
  ["a misspelt policy", { repeatPolicy: "fix" }, "repeatPolicy", /one of "fixed"/],
  ["no repeats", { repeats: 0 }, "repeats", /at least 1, got 0/],
  ["repeats as text", { repeats: "4" }, "repeats", /got "4"/],
  ["no budget", { budget: 0 }, "budget", /at least 1/],
  ["a budget below one group", { budget: 2, repeats: 4 }, "budget", /smaller than one group of 4/],
  ["a budget below a group of the mode", { budget: 7, mode: "rl" }, "budget", /group of 8/],
  ["seeds that do not fit", { budget: 4, repeats: 4, seeds: ["a", "b"] }, "seeds", /do not fit the budget/],
  ["a blank seed", { seeds: [""] }, "seeds", /not blank/],
  ["seeds and tasks", { seeds: ["a"], tasks: [{ prompt: "p" }] }, "seeds", /cannot go together/],
  ["tasks by path", { tasks: "tasks.jsonl" }, "tasks", /rows, or a result/],
  ["tasks without a prompt", { tasks: [{ scenario_id: "a" }, null] }, "tasks", /has a prompt/],
  ["repeats under policy none", { repeatPolicy: "none", repeats: 3 }, "repeatPolicy", /once, not 3 times/],
  ["a seed that is text", { seed: "a" }, "seed", /whole number/],
  ["a share above 1", { faults: { share: 2 } }, "faults.share", /0 to 1/],
  [
    "an unknown fault mode",
    { faults: { plan: [{ tool: "*", mode: "slow" }] } },
    "faults.plan[0].mode",
    /one of "timeout"/,
  ],
  ["a fault without a tool", { faults: { plan: [{ mode: "timeout" }] } }, "faults.plan[0].tool", /not blank/],
  [
    "a fault with a typo",
    { faults: { plan: [{ tool: "*", mode: "timeout", firstM: 1 }] } },
    "faults.plan[0].firstM",
    /Did you mean `faults.plan\[0\].firstN`/,
  ],
  [
    "a fault as rows spell it",
    { faults: { plan: [{ tool: "*", mode: "timeout", first_n: 1 }] } },
    "faults.plan[0].first_n",
    /Did you mean `faults.plan\[0\].firstN`/,
  ],
  [
    "a recovery as rows spell it",
    { faults: { plan: [{ tool: "*", mode: "timeout", recover_after: 1 }] } },
    "faults.plan[0].recover_after",
    /Did you mean `faults.plan\[0\].recoverAfter`/,
  ],
  [
    "two ways to say which calls",
    { faults: { plan: [{ tool: "*", mode: "timeout", at: 1, firstN: 2 }] } },
    "faults.plan[0]",
    /by `at` and `firstN`/,
  ],
  [
    "a call before the first",
    { faults: { plan: [{ tool: "*", mode: "timeout", at: -1 }] } },
    "faults.plan[0].at",
    /at least 0/,
  ],
  [
    "no calls at all",
    { faults: { plan: [{ tool: "*", mode: "timeout", at: [] }] } },
    "faults.plan[0].at",
    /at least 1/,
  ],
  [
    "a fault of a tool that is not there",
    { faults: { plan: [{ tool: "get_ordr", mode: "timeout" }] } },
    "faults.plan[0].tool",
    /none of the tools\. .*Did you mean "get_order"/s,
  ],
  ["a mode that is no function", { faults: { modes: { slow: 1 } } }, "faults.modes.slow", /must be a function/],
  ["no concurrency", { limits: { concurrency: 0 } }, "limits.concurrency", /at least 1/],
  ["a prompt that is a number", { systemPrompt: 123 }, "systemPrompt", /a string/],
  ["a temperature of 9", { sampling: { temperature: 9 } }, "sampling.temperature", /0 to 2/],
  ["logprobs by another word", { sampling: { logprobs: "all" } }, "sampling.logprobs", /"tokens"/],
  ["strength 7", { coverage: { strength: 7 } }, "coverage.strength", /one of 2, 3, 4/],
  ["an agent that is an object", { agent: { call: agent } }, "agent", /a function, or a backend/],
  ["a simulator that is true", { simulator: true }, "simulator", /one of false/],
  ["nothing at all", { agent: undefined, tools: undefined }, "agent", /no agent, no tools and no system prompt/],
];

describe("options of simulate", () => {
  it.each(CASES)("refuses %s", (_, options, option, message) => {
    let thrown: unknown;
    try {
      simulate({ ...GOOD, ...options } as never);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(OptionError);
    expect(thrown).toMatchObject({ option, message: expect.stringMatching(message) });
  });

  it.each<[string, object, new (...args: never[]) => WhileaiError, RegExp]>([
    ["a nameless tool", { tools: [{ description: "x" }] }, ToolSchemaError, /tools\[0\]\.name/],
    ["two tools of one name", { tools: [...TOOLS, ...TOOLS] }, ToolSchemaError, /Two tools are called "get_order"/],
    ["a tool instead of a list", { tools: TOOLS[0] }, ToolSchemaError, /must be an array/],
    ["a spec with a slash", { agent: "openai/gpt-4.1-mini" }, SpecError, /openai:gpt-4\.1-mini/],
    ["a model that nobody set", { agent: undefined }, SettingsError, /agent/],
  ])("refuses %s", (_, options, type, message) => {
    const call = () => simulate({ ...GOOD, ...options } as never);
    expect(call).toThrow(type);
    expect(call).toThrow(message);
  });

  it("refuses a schema that cannot be compiled before the agent is called", async () => {
    const tools = [{ name: "f", parameters: { type: "object", properties: { a: { pattern: "(" } } } }];
    const run = simulate({ ...GOOD, tools, budget: 1, agent: () => expect.unreachable() });
    await expect(run).rejects.toThrow(ToolSchemaError);
  });
});

describe("options of seededAgent", () => {
  it.each<[unknown, object, RegExp]>([
    [[], {}, /tool list is empty/],
    [TOOLS, { rate: 2 }, /0 to 1/],
    [TOOLS, { behaviors: ["hedgin"] }, /hedging/],
    [TOOLS, { behaviors: [] }, /at least 1/],
    [TOOLS, { rates: 0.1 }, /Did you mean `rate`/],
  ])("%j %j", (tools, options, message) => {
    expect(() => seededAgent(tools as never, options)).toThrow(message);
    expect(() => seededAgent(tools as never, options)).toThrow(OptionError);
  });
});
