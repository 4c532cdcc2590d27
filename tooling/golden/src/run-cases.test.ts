import { expect, test } from "vitest";
import { expectsThrow, runCases, throwFailures } from "./run-cases.js";

test("each case stands alone", async () => {
  const content = {
    cases: [{ id: "good" }, { name: "named" }, {}, { id: "later" }, { id: "nan", input: { $num: "NaN" } }],
  };
  const results = await runCases(content, ({ id, name, input }) => {
    if (name) throw new RangeError("broke");
    if (id === "later") return { pending: "not built" };
    if (id === "nan") return Number.isNaN(input) ? [] : ["not decoded"];
    return id === "good" ? [] : ["a: expected 1", "b: expected 2"];
  });
  expect(results).toEqual([
    { id: "good", status: "passed" },
    { id: "named", status: "failed", detail: "threw RangeError: broke" },
    { id: "#2", status: "failed", detail: "a: expected 1; b: expected 2" },
    { id: "later", status: "pending", detail: "not built" },
    { id: "nan", status: "passed" },
  ]);
});

test("a file without cases is refused", async () => {
  await expect(runCases({ what: "x" }, () => [])).rejects.toThrow("no list of cases");
});

test("throwFailures wants a typed error", async () => {
  const isRange = (error: unknown) => error instanceof RangeError;
  expect(expectsThrow({ throws: true })).toBe(true);
  expect(expectsThrow({ throws: "yes" })).toBe(false);
  expect(await throwFailures(() => Promise.reject(new RangeError("x")), isRange)).toEqual([]);
  expect(
    await throwFailures(() => {
      throw new Error("x");
    }, isRange),
  ).toEqual(["expected a typed error, got Error: x"]);
  expect(await throwFailures(() => 1, isRange)).toEqual(["expected a typed error, got a result"]);
});
