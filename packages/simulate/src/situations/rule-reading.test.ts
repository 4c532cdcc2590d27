import { derive } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { readRule, ruleTouches } from "./rule-reading.js";
import { readTool } from "./tool-reading.js";

const read = (clause: string) => readRule(clause, derive(0, "rule"));

describe("readRule", () => {
  it.each([
    ["Refunds over $200 need a manager.", { ruleCost: /^\$2\d\d$/, ruleUnder: /^\$1\d\d$/, ruleWho: /^a manager$/ }],
    [
      "Never change a delivery within 24 hours of the slot.",
      {
        ruleBanned: /^change a delivery$/,
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
