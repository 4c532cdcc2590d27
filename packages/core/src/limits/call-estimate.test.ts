import fc from "fast-check";
import { expect, it } from "vitest";
import { estimateCall } from "./call-estimate.js";

const messages = [{ role: "user", content: "x".repeat(4000) }] as const;

it.each([
  ["messages", { messages }, 1000, 200],
  ["a low limit", { messages, maxTokens: 50 }, 1000, 50],
  ["a high limit", { messages, maxTokens: 5000 }, 1000, 200],
  [
    "tools",
    { messages, tools: [{ name: "f", description: "d".repeat(4000), parameters: { type: "object" } }] },
    2000,
    200,
  ],
  ["a shape", { messages, jsonSchema: { name: "a", schema: { description: "d".repeat(4000) } } }, 2000, 200],
] as const)("counts %s", (_, request, input, output) => {
  const estimate = estimateCall(request);
  expect(estimate.inputTokens).toBeGreaterThanOrEqual(input);
  expect(estimate.inputTokens).toBeLessThan(input + 40);
  expect(estimate.outputTokens).toBe(output);
});

it("counts an image by what images cost, and any other data by its length", () => {
  const of = (data: string) =>
    estimateCall({ messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: data } }] }] })
      .inputTokens;
  expect(of(`data:image/png;base64,${"A".repeat(4_000_000)}`)).toBeLessThan(2000);
  expect(of(`data:text/plain,${"A".repeat(40_000)}`)).toBeGreaterThan(10_000);
});

it("grows with the conversation", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, more) => {
      const of = (content: string) => estimateCall({ messages: [{ role: "user", content }] }).inputTokens;
      return of(one + more) >= of(one);
    }),
  );
});
