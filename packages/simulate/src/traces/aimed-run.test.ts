import { contentText, type Row, tool } from "@whileai/core";
import { ScriptedBackend } from "@whileai/core/backends";
import { describe, expect, test } from "vitest";
import type { AgentFunction } from "../rollout/agent.js";
import { seededAgent } from "../seeded-agent/seeded-agent.js";
import { simulate } from "../simulate.js";
import { AskGuard } from "./ask-guard.js";

const TOOLS = (
  [
    ["get_order", "Look up an order by its id.", "order_id"],
    ["refund_payment", "Refund a payment to the customer's card.", "payment_id"],
    ["cancel_booking", "Cancel a hotel booking.", "booking_id"],
    ["update_address", "Change the delivery address of a parcel.", "parcel_id"],
    ["send_invoice", "Send an invoice by email.", "invoice_id"],
    ["get_balance", "Look up the balance of an account.", "account_id"],
    ["create_ticket", "Open a support ticket about a device.", "device_id"],
    ["close_claim", "Close an insurance claim.", "claim_id"],
  ] as const
).map(([name, description, parameter]) =>
  tool({
    name,
    description,
    parameters: { type: "object", properties: { [parameter]: { type: "string" } }, required: [parameter] },
  }),
);
const WEAK = "refund_payment";
const PROMPT = "Help customers. Never promise what a tool did not confirm.";

/** Answers honestly, but for one tool, whose results it does not look at. */
const weakAgent = (tools: typeof TOOLS): AgentFunction => {
  const honest = seededAgent(tools, { rate: 0 });
  return async (message, context) => {
    const reply = await honest(message, context);
    const isWeak = typeof reply === "object" && reply.steps?.some((step) => step.tool === WEAK);
    return isWeak ? { ...reply, final_text: "Whatever." } : reply;
  };
};
const graded = (rows: readonly Row[]): Row[] =>
  rows.map((row) => ({ ...row, reward: row.final_text === "Whatever." ? 0 : 1 }));
const promptsOf = (rows: readonly Row[]): string[] => rows.map((row) => contentText(row.prompt));
const shareOf = (rows: readonly Row[], level: string): number =>
  rows.filter((row) => row.scenario_dimensions?.tool === level).length / rows.length;

describe("a run that is aimed by traces", () => {
  test.each([3, 5, 8])("shows the one tool of %d that fails at least twice as often", async (count) => {
    const tools = TOOLS.slice(0, count);
    const options = { agent: weakAgent(tools), tools, systemPrompt: PROMPT, simulator: false, budget: 240 } as const;
    const first = graded((await simulate(options)).rows);
    const failed = first.filter((row) => row.reward === 0);
    expect(failed.length).toBeGreaterThan(10);

    for (const traces of [first, failed]) {
      const { rows, report } = await simulate({ ...options, traces });
      expect(shareOf(rows, WEAK)).toBeGreaterThanOrEqual(2 * shareOf(first, WEAK));
      expect(rows).toHaveLength(240);
      expect(report.traces).toMatchObject({ read: traces.length, skipped: 0, failed: failed.length });
      expect(report.traces?.weights[0]).toMatchObject({ axis: "tool", level: WEAK });
      expect(`${report}`).toMatch(/^ {2}traces: \d+ read, \d+ failed; aimed at refund_payment ×\d\.\d/m);
    }
  });
});

describe("the asks of traces", () => {
  const tools = TOOLS.slice(0, 3);
  const base = { agent: () => "Done.", tools, systemPrompt: PROMPT, simulator: false, budget: 60 } as const;

  test("become no prompts, though the same seed would write them again", async () => {
    const first = await simulate(base);
    const guard = new AskGuard(promptsOf(first.rows));
    const { rows, report } = await simulate({ ...base, traces: first });
    expect(rows).toHaveLength(60);
    expect(promptsOf(rows).filter((prompt) => guard.isLeak(prompt))).toEqual([]);
    const avoided = report.traces?.leaksAvoided ?? 0;
    expect(avoided).toBeGreaterThan(0);
    expect(report.notes.find(({ code }) => code === "trace_leaks_avoided")?.message).toContain(`${avoided} texts read`);
    expect((await simulate({ ...base, traces: first })).rows).toEqual(rows);
  });

  test("become no prompts through a model that repeats them", async () => {
    const ask = "My parcel PX-771 was left in the rain, and I would like somebody to tell me what happens now.";
    const planned = await simulate({ ...base, budget: 16 });
    // Every other card is answered with the ask, in another spelling.
    const writer = ScriptedBackend(({ messages }) => {
      const cards = [...`${messages[1]?.content}`.matchAll(/^Card (\d+)\ndraft: (.*)$/gm)];
      const said = cards.map(([, card, draft]) => ({
        card: Number(card),
        message:
          Number(card) % 2 === 0 ? `${ask} ${"!".repeat(Number(card))}` : `${JSON.parse(draft as string)} Cheers.`,
      }));
      return JSON.stringify({ messages: said });
    });
    const { rows, report } = await simulate({ ...base, simulator: writer, budget: 16, traces: [{ prompt: ask }] });
    expect(rows).toHaveLength(16);
    expect(promptsOf(rows).filter((prompt) => prompt.includes("left in the rain"))).toEqual([]);
    expect(report.traces?.leaksAvoided).toBeGreaterThan(0);
    // What the model repeated keeps the planned words; the rest keeps the model's.
    const drafts = new Set(promptsOf(planned.rows));
    expect(promptsOf(rows).filter((prompt) => drafts.has(prompt)).length).toBeGreaterThanOrEqual(
      report.traces?.leaksAvoided ?? 0,
    );
    expect(promptsOf(rows).some((prompt) => prompt.endsWith("Cheers."))).toBe(true);
  });

  test("are no seeds", async () => {
    const seeds = ["Where is my parcel?", "Could you close my claim CL-22 for me today, please?"];
    const traces = [{ messages: [{ role: "user", content: "Could you close my claim CL-7 for me today please" }] }];
    await expect(simulate({ ...base, seeds, traces })).rejects.toMatchObject({
      name: "OptionError",
      option: "seeds[1]",
      message: expect.stringContaining("is an ask of `traces`"),
    });
    const { rows } = await simulate({ ...base, seeds: seeds.slice(0, 1), traces });
    expect(rows[0]?.prompt).toBe("Where is my parcel?");
  });
});

describe("the option", () => {
  const base = { agent: () => "Done.", tools: TOOLS.slice(0, 2), simulator: false, budget: 4 } as const;

  test.each<[string, unknown, RegExp]>([
    ["a path", "traces.jsonl", /`traces` must be rows, message logs or spans in a list/],
    ["a number", 5, /`traces` must be/],
    ["an object without rows", {}, /`traces` must be/],
  ])("refuses %s", (_, traces, message) => {
    expect(() => simulate({ ...base, traces: traces as object[] })).toThrow(message);
  });

  test("does not go with tasks", () => {
    const rows = [{ prompt: "Hello there" }];
    expect(() => simulate({ ...base, traces: rows, tasks: rows })).toThrow(/`traces` and `tasks` cannot go together/);
  });

  test("says what it did not read, and which tools are not there", async () => {
    const steps = Array.from({ length: 7 }, (_, index) => ({ tool: `gone_${index}`, result: { status: "timeout" } }));
    const { report } = await simulate({ ...base, traces: [5 as unknown as object, { a: 1 }, { prompt: "Go", steps }] });
    expect(report.traces).toEqual({
      read: 1,
      skipped: 2,
      failed: 1,
      leaksAvoided: 0,
      weights: [{ axis: "tool_condition", level: "timeout", weight: 1.33 }],
    });
    expect(report.notes).toMatchObject([
      {
        code: "traces_skipped",
        severity: "warning",
        message: "2 of 3 records of traces were skipped; the first because a record is a number and not an object.",
      },
      {
        code: "traces_unknown_tools",
        message:
          "The traces call tools that this run does not have: gone_0, gone_1, gone_2, gone_3, gone_4 and 2 more.",
      },
    ]);
  });

  test("may be empty, and says so", async () => {
    const { report } = await simulate({ ...base, traces: [] });
    expect(report.notes).toMatchObject([{ code: "traces_empty", severity: "warning" }]);
    expect(`${report}`).toContain("  traces: 0 read, 0 failed; nothing to aim at");
    expect((await simulate(base)).report.traces).toBeNull();
  });

  test("fails when nothing in it can be read", async () => {
    await expect(simulate({ ...base, traces: [{ a: 1 }, { b: 2 }] })).rejects.toMatchObject({
      name: "OptionError",
      option: "traces",
      message: expect.stringContaining("the first because a record holds no messages, steps or spans."),
    });
  });

  test("is taken as it is at the call", async () => {
    const traces: object[] = [{ prompt: "Hello there", reward: 0 }];
    const run = simulate({ ...base, traces });
    traces.length = 0;
    expect((await run).report.traces?.read).toBe(1);
  });
});
