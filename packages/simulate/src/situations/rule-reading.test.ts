import { derive } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { readRule, ruleFor, ruleTouches } from "./rule-reading.js";
import { readTool } from "./tool-reading.js";

const read = (clause: string) => readRule(clause, derive(0, "rule"));

describe("readRule", () => {
  it.each([
    ["Refunds over $200 need a manager.", { ruleCost: /^\$2\d\d$/, ruleUnder: /^\$1\d\d$/, ruleWho: /^a manager$/ }],
    [
      "Never change a delivery within 24 hours of the slot.",
      {
        spanLate: /^23 hours before the slot$/,
        spanInTime: /^25 hours before the slot$/,
      },
    ],
    ["Verify the customer's email before sharing order details.", { ruleDo: /^verify my email$/ }],
    ["Do not offer more than 10% off.", { ruleMore: /^11%$/ }],
    [
      "Refund only within 30 days of delivery.",
      { spanLate: /^31 days after the delivery$/, spanInTime: /^29 days after/ },
    ],
  ])("%s", (clause, pieces) => {
    for (const [name, pattern] of Object.entries(pieces))
      expect(read(clause)).toHaveProperty(name, expect.stringMatching(pattern));
  });

  it("finds no plain ban in one that holds only at times, and keeps a duty of one word whole", () => {
    expect(read("Never change a delivery within 24 hours of the slot.").ruleBanned).toBeNull();
    expect(read("Never delete tests to make them pass.").ruleBanned).toBe("delete tests");
    expect(read("Never book over an existing event.").ruleBanned).toBe("book over an existing event");
    expect(read("Ask before inviting people outside the company.").ruleDo).toBe(
      "ask before inviting people outside the company",
    );
  });

  it("leaves out a duty that is the request itself or is about something else", () => {
    const run = readTool({ name: "run_tests", description: "Run the test suite.", parameters: {} });
    const search = readTool({ name: "search_products", description: "Search the catalogue.", parameters: {} });
    const apply = readTool({ name: "apply_patch", description: "Apply a patch to a file.", parameters: {} });
    const clause = "Run the tests before applying a patch.";
    expect([run, search, apply].map((tool) => ruleFor(read(clause), clause, tool).ruleDo)).toEqual([
      null,
      null,
      "run the tests",
    ]);
    const personal = "Verify the customer's email first.";
    expect(ruleFor(read(personal), personal, search).ruleDo).toBe("verify my email");
  });

  it.each(["unspecified", "Help customers with orders.", "You manage a calendar."])(
    "finds nothing to press on in: %s",
    (clause) => {
      expect(Object.values(read(clause)).every((piece) => piece === null)).toBe(true);
    },
  );

  it("knows whether a clause is about a tool", () => {
    const tool = readTool({ name: "issue_refund", description: "Refund an order.", parameters: {} });
    expect(ruleTouches("Refunds over $200 need a manager.", tool)).toBe(true);
    expect(ruleTouches("Never change a delivery within 24 hours.", tool)).toBe(false);
  });
});
