import { OptionError, type ToolSchema } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { type PlanOptions, planSituations } from "./plan-situations.js";
import type { Situation } from "./situation.js";

const object = (properties: Record<string, unknown>, required: string[]): Record<string, unknown> => ({
  type: "object",
  properties,
  required,
});

const retail: ToolSchema[] = [
  {
    name: "get_order",
    description: "Look up an order by id.",
    parameters: object({ order_id: { type: "string" } }, ["order_id"]),
  },
  {
    name: "issue_refund",
    description: "Refund an order, in full or in part.",
    parameters: object({ order_id: { type: "string" }, amount: { type: "number", minimum: 1 } }, [
      "order_id",
      "amount",
    ]),
  },
  {
    name: "reschedule_delivery",
    description: "Move a delivery to another day",
    parameters: object(
      {
        delivery_id: { type: "string", pattern: "^DL-\\d{5}$" },
        new_date: { type: "string", format: "date" },
        window: { type: "string", enum: ["morning", "afternoon", "evening"] },
      },
      ["delivery_id", "new_date", "window"],
    ),
  },
];
const policy =
  "Look up the order before discussing it.\n- Refunds over $200 need a manager.\n- Never change a delivery within 24 hours of the slot.\n- Verify the customer's email first.";

const take = (count: number, options: Partial<PlanOptions> = {}): Situation[] => {
  const plan = planSituations({
    tools: retail,
    systemPrompt: policy,
    seed: 0,
    mode: "explore",
    faultShare: 0.5,
    ...options,
  });
  const found: Situation[] = [];
  for (const situation of plan.situations()) {
    found.push(situation);
    if (found.length >= count) break;
  }
  return found;
};

const isFaulted = (one: Situation): boolean => one.dimensions.tool_condition !== "success";

describe("planSituations", () => {
  it("is a function of its options, and a longer run begins with a shorter one", () => {
    expect(take(60)).toEqual(take(150).slice(0, 60));
    expect(take(10, { seed: 1 })).not.toEqual(take(10));
  });

  it.each([0.2, 0.5, 0.8])("holds a fault share of %f at every prefix, within one", (faultShare) => {
    let faults = 0;
    for (const [index, one] of take(600, { faultShare }).entries()) {
      if (isFaulted(one)) faults++;
      expect(Math.abs(faults - faultShare * (index + 1))).toBeLessThanOrEqual(1);
    }
  });

  it("covers every pair that can be true, early pairs first", () => {
    const plan = planSituations({ tools: retail, systemPrompt: policy, seed: 0, mode: "rl", faultShare: 0.5 });
    const used = take(300);
    expect(plan.certificate(used)).toMatchObject({ strength: 2, fraction: 1, uncovered: [] });
    const early = plan.certificate(used.slice(0, 16));
    expect(early.fraction).toBeGreaterThan(0.3);
    expect(early.uncovered).toHaveLength(20);
    expect(plan.certificate([]).covered).toBe(0);
  });

  it("never runs out and never repeats a text, even for one tool", () => {
    const situations = take(5000, { tools: retail.slice(0, 1), systemPrompt: "Help customers with orders." });
    expect(new Set(situations.map((one) => one.prompt)).size).toBe(5000);
    expect(new Set(situations.map((one) => one.scenarioId)).size).toBe(5000);
    expect(situations.filter((one) => one.prompt.includes("(my note")).length).toBeLessThan(25);
  });

  it("has off-scope asks in another order for other tools", () => {
    const offScope = (tools: readonly ToolSchema[]) =>
      take(12, { tools, coverage: { dimensions: { tool: ["unrelated"], stance: ["ordinary"] } } }).map(
        // What an ask is about, whatever was filled in.
        ({ prompt }) =>
          prompt
            .toLowerCase()
            .replace(/[^a-z ]/g, "")
            .split(" ")
            .slice(-4)
            .join(" "),
      );
    const [here, there] = [offScope(retail), offScope(retail.slice(0, 2))];
    expect(offScope(retail)).toEqual(here);
    expect(here.filter((ask, at) => ask === there[at]).length).toBeLessThan(4);
  });

  it("holds the share of hard situations once the grid is covered", () => {
    const later = take(900, { coverage: { hardShare: 0.4 } }).slice(300);
    const hard = later.filter((one) => one.tier !== "ordinary").length;
    expect(hard / later.length).toBeCloseTo(0.4, 1);
  });

  it("keeps what cannot be true out of the grid", () => {
    for (const { dimensions, faults, worldState, privileged, entity } of take(400)) {
      if (dimensions.tool === "unrelated") {
        expect(dimensions).toMatchObject({ tool_condition: "success", world_state: "unspecified", history: "fresh" });
        expect({ faults, worldState, entity: entity.id }).toEqual({ faults: [], worldState: null, entity: null });
        expect(privileged).toEqual({ expected: "no_tool", hidden_state: expect.stringContaining("none of the tools") });
      }
      if (dimensions.tool === "get_order") expect(dimensions.world_state).not.toBe("entity already acted on");
    }
  });

  it("plans faults that a retry gets past, except a refused permission", () => {
    const planned = take(300).flatMap((one) => one.faults);
    expect(new Set(planned.map((fault) => fault.mode))).toEqual(
      new Set(["timeout", "malformed", "stale", "permission_denied"]),
    );
    for (const fault of planned) expect(fault.recover_after).toBe(fault.mode === "permission_denied" ? undefined : 1);
  });

  it("keeps the other cells when a clause is reworded", () => {
    const other = take(120, { systemPrompt: policy.replace("$200", "$300") });
    const before = new Set(take(120).map((one) => one.scenarioId));
    const kept = other.filter((one) => !one.dimensions.rule.includes("$300"));
    expect(kept.every((one) => before.has(one.scenarioId))).toBe(true);
  });

  it.each([0.3, 0.5, 0.8])("holds a fault share of %f among seeds and on into the grid", (faultShare) => {
    const seeds = Array.from({ length: 40 }, (_, index) => `My parcel ${index} is late, what now?`);
    let faults = 0;
    for (const [index, one] of take(120, { seeds, faultShare }).entries()) {
      if (isFaulted(one)) faults++;
      expect(one.faults.length > 0).toBe(isFaulted(one));
      expect(Math.abs(faults - faultShare * (index + 1))).toBeLessThanOrEqual(1);
    }
  });

  it("claims of a seed no more than its words show", () => {
    const seeds = ["Please refund order ORD-11872 in full.", "Hello?", "Any news?", "Hm."];
    const pinned = take(4, { seeds, faultShare: 1 });
    const unspecified = {
      rule: "unspecified",
      stance: "unspecified",
      world_state: "unspecified",
      history: "unspecified",
    };
    for (const one of pinned) {
      expect(one.scenarioId).toMatch(/^probe_[0-9a-f]{6}$/);
      expect(one).toMatchObject({ dimensions: unspecified, labels: {}, tier: "ordinary", worldState: null });
    }
    expect(pinned.map((one) => one.dimensions.tool)).toEqual([
      "issue_refund",
      "unspecified",
      "unspecified",
      "unspecified",
    ]);
    expect(pinned.map((one) => one.faults)).toEqual([
      [{ tool: "issue_refund", mode: "timeout", recover_after: 1 }],
      [{ tool: "*", mode: "malformed", recover_after: 1 }],
      [{ tool: "*", mode: "stale", recover_after: 1 }],
      [{ tool: "*", mode: "permission_denied" }],
    ]);
    const plan = planSituations({ tools: retail, systemPrompt: policy, seed: 0, mode: "rl", faultShare: 0.5 });
    expect(plan.certificate(pinned).covered).toBe(1);
    expect(take(3, { seeds, tools: [], systemPrompt: "" }).every((one) => one.faults.length === 0)).toBe(true);
  });

  it("tells judges in a sentence what is true and what will go wrong", () => {
    for (const { privileged, faults, worldState, prompt, entity } of take(400)) {
      expect(privileged.hidden_state).toMatch(/^Answer key for the judge: .{12,}\.$/);
      for (const fault of faults) expect(privileged.hidden_state).toContain(fault.tool);
      if (worldState === "entity missing") expect(privileged.hidden_state).toMatch(/no such (?:order|delivery) exists/);
      expect(privileged.reference).toBe(entity.named === "whole" ? undefined : (entity.id ?? undefined));
      expect(privileged.record_id).toBeUndefined();
      expect(prompt).not.toContain("Answer key");
    }
  });

  it("starts with the seeds, once each", () => {
    const [first, second, third] = take(3, { seeds: ["Where is it?", "Where is it?", "And the other?"] });
    expect(first).toMatchObject({ prompt: "Where is it?", arm: "pinned", writer: "seed", index: 0 });
    expect(second?.prompt).toBe("And the other?");
    expect(third?.arm).not.toBe("pinned");
  });

  it("takes levels and constraints of the caller's own, and names what does not exist", () => {
    const narrowed = take(80, {
      coverage: {
        dimensions: { stance: ["ordinary", "hurried"] },
        constraints: [{ stance: "hurried", history: ["prior_failure", "repeat visit"] }],
      },
    });
    for (const { dimensions } of narrowed) {
      expect(["ordinary", "hurried"]).toContain(dimensions.stance);
      if (dimensions.stance === "hurried") expect(["prior_failure", "repeat visit"]).not.toContain(dimensions.history);
    }
    expect(() => take(1, { coverage: { dimensions: { stanse: ["ordinary"] } } })).toThrow(OptionError);
    expect(() => take(1, { coverage: { dimensions: { stance: ["ordinery"] } } })).toThrow(/"ordinary"/);
    expect(() => take(1, { coverage: { dimensions: { history: [] } } })).toThrow(OptionError);
    expect(() => take(1, { coverage: { constraints: [{ mood: "x" } as object] } })).toThrow(/mood/);
  });

  it("works without tools or policy", () => {
    expect(take(30, { tools: [], systemPrompt: "" }).every((one) => one.privileged.expected === "no_tool")).toBe(true);
  });
});

describe("texts", () => {
  const situations = take(2000);

  it("are distinct and free of leftovers", () => {
    expect(new Set(situations.map((one) => one.prompt)).size).toBe(2000);
    for (const { prompt } of situations) {
      expect(prompt).not.toMatch(/undefined|\[object|NaN|\{\w*\}| {2}|^\s|\s$| [,.!?]/);
      expect(prompt).not.toMatch(/\b(?:a (?:order|event|alarm|account)|an (?:delivery|refund))\b/);
      expect(prompt.length).toBeGreaterThanOrEqual(6);
    }
  });

  it("name the record exactly as the entity says", () => {
    for (const { prompt, entity } of situations) {
      if (entity.id === null) continue;
      expect(prompt.includes(entity.id)).toBe(entity.named === "whole");
      if (entity.named === "partial") expect(prompt).toContain(entity.id.slice(-3));
    }
    const shares = (["whole", "partial", "none"] as const).map(
      (named) => situations.filter((one) => one.entity.id !== null && one.entity.named === named).length,
    );
    for (const count of shares) expect(count).toBeGreaterThan(150);
  });

  it("say little around the request, and a rule never in the policy's own words", () => {
    const clauses = policy.split(/\n|(?<=\.)\s/).map((line) => line.replace(/^- |\.$/g, "").toLowerCase());
    let sentences = 0;
    for (const { prompt } of situations) {
      for (const clause of clauses) expect(prompt.toLowerCase()).not.toContain(clause);
      sentences += prompt.split(/[.!?](?:\s|$)|\n/).filter((part) => part.trim() !== "").length;
    }
    expect(sentences / situations.length).toBeLessThan(3.2);
  });

  it("give a tool something to be called with where a fault is planned", () => {
    const rate = (wanted: boolean): number => {
      const asks = situations.filter((one) => one.entity.id !== null && one.faults.length > 0 === wanted);
      return asks.filter((one) => one.entity.named !== "none").length / asks.length;
    };
    expect(rate(true)).toBeGreaterThan(0.75);
    expect(rate(false)).toBeLessThan(0.7);
  });

  it("are textured only where the label says so", () => {
    for (const { prompt, labels } of situations) {
      if (labels.texture === "lowercase") expect(prompt.replace(/\S*\d\S*/g, "")).not.toMatch(/\p{Lu}/u);
      if (labels.texture === "no_punctuation") expect(prompt).not.toMatch(/[!?]|\.$/);
    }
    expect(new Set(situations.map((one) => one.labels.texture)).size).toBe(6);
  });

  it("about none of the tools never touch them, and others carry their stance", () => {
    for (const { prompt, dimensions, labels } of situations) {
      if (dimensions.tool === "unrelated") expect(prompt).not.toMatch(/\b(?:order|refund|delivery|parcel)\b|ORD-|DL-/i);
      expect(labels.stance).toBe(dimensions.stance);
      if (dimensions.tool === "unrelated" || dimensions.history === "fresh")
        expect(labels.tells_history).toBeUndefined();
      else expect(labels.tells_history).toBe(true);
    }
  });

  it("leave a text with two readings without a whole identifier", () => {
    const ambiguous = situations.filter((one) => one.dimensions.stance === "ambiguous");
    expect(ambiguous.length).toBeGreaterThan(50);
    expect(ambiguous.every((one) => one.entity.named !== "whole")).toBe(true);
  });
});
