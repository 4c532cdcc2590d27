import { describe, expect, it } from "vitest";
import { OptionError } from "../errors/option-error.js";
import { policyClauses } from "./policy-clauses.js";

const cases: readonly [name: string, prompt: string, clauses: readonly string[]][] = [
  [
    "an introduction, sentences and bullets",
    "You are a support agent. Look up the order before discussing it. Refunds over $200 need a manager: say so instead of refunding.\n- Never invent order details.\n- Escalate to a human when the customer is angry.",
    [
      "Look up the order before discussing it.",
      "Refunds over $200 need a manager: say so instead of refunding.",
      "Never invent order details.",
      "Escalate to a human when the customer is angry.",
    ],
  ],
  ["nothing", "", []],
  ["only an introduction", "You are a friendly assistant", []],
  [
    "a rule that begins like an introduction",
    "You are not allowed to give discounts.",
    ["You are not allowed to give discounts."],
  ],
  [
    "headings and bare labels",
    "# Refund policy\nRefunds:\n1. Within 30 days only\n2) Never in cash",
    ["Within 30 days only", "Never in cash"],
  ],
  [
    "labelled lines",
    "Tone: be brief and kind\nScope: orders and parcels",
    ["Tone: be brief and kind", "Scope: orders and parcels"],
  ],
  ["semicolons", "Ask for the order number; never guess a date", ["Ask for the order number;", "never guess a date"]],
  [
    "a short sentence keeps its neighbour",
    "No. Always ask for the number first.",
    ["No. Always ask for the number first."],
  ],
  ["repeats in another case", "- Be kind always\n- be kind ALWAYS", ["Be kind always"]],
  ["abbreviations", "Ask for proof, e.g. a photo of the damage.", ["Ask for proof, e.g. a photo of the damage."]],
];

describe("policyClauses", () => {
  it.each(cases)("%s", (_name, prompt, clauses) => {
    expect(policyClauses(prompt).clauses).toEqual(clauses);
  });

  it("keeps 16 and counts the rest", () => {
    const prompt = Array.from({ length: 20 }, (_, index) => `- Rule number ${index} holds`).join("\n");
    expect(policyClauses(prompt)).toMatchObject({ total: 20, leftOut: 4 });
    expect(policyClauses(prompt).clauses).toHaveLength(16);
    expect(policyClauses(prompt, { limit: Number.POSITIVE_INFINITY }).clauses).toHaveLength(20);
  });

  it("cuts a long rule at a word", () => {
    const [clause] = policyClauses("verify every single detail ".repeat(10)).clauses;
    expect(clause?.length).toBeLessThanOrEqual(120);
    expect("verify every single detail ".repeat(10)).toContain(`${clause} `);
  });

  it("refuses an unknown option", () => {
    expect(() => policyClauses("x", { limti: 3 } as object)).toThrow(OptionError);
  });
});
