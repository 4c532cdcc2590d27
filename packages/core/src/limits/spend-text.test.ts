import { describe, expect, it } from "vitest";
import { callsText, thousandsText, usdText } from "./spend-text.js";

describe("how spending is printed", () => {
  it.each([
    [0, "$0.00"],
    [0.0123, "$0.0123"],
    [0.1, "$0.10"],
    [1234.5, "$1234.50"],
  ])("%s dollars as %s", (usd, text) => {
    expect(usdText(usd)).toBe(text);
  });

  it("sets thousands apart", () => {
    expect([0, 999, 1000, 1_234_567].map(thousandsText)).toEqual(["0", "999", "1,000", "1,234,567"]);
  });

  it("names requests where they are more than calls, and what nobody counted", () => {
    const spend = { calls: 1200, requests: 1200, inputTokens: 9000, outputTokens: null };
    expect(callsText(spend)).toBe("1,200 calls, 9,000 tokens in, unknown out");
    expect(callsText({ ...spend, calls: 1, requests: 1 })).toMatch(/^1 call, /);
    expect(callsText({ ...spend, requests: 1201, outputTokens: 5 })).toBe(
      "1,200 calls (1,201 requests), 9,000 tokens in, 5 out",
    );
  });
});
