import { expect, test } from "vitest";
import { answerRunner } from "./answer-runner.js";

const isRange = (error: unknown): boolean => error instanceof RangeError;
const runner = answerRunner(
  {
    "math/half.json": ({ input, options }) => {
      if (input < 0) throw new RangeError("below 0");
      return { got: input / (options.by ?? 2) };
    },
    "math/near.json": ({ input, expected }) => ({ got: input, wanted: expected + 1, tolerance: { abs: 0.1 } }),
  },
  isRange,
);
const statuses = async (file: string, ...cases: object[]) =>
  (await runner.run(cases, file, { read: () => undefined })).map(({ status }) => status);

test("each file has its function, which must give what the case expects", async () => {
  expect(runner.files).toEqual(["math/half.json", "math/near.json"]);
  const wrong = { input: 6, expected: 2 };
  expect(
    await statuses(
      "math/half.json",
      { input: 4, expected: 2 },
      wrong,
      { ...wrong, options: { by: 3 } },
      {
        ...wrong,
        tolerance: { abs: 1 },
      },
    ),
  ).toEqual(["passed", "failed", "passed", "passed"]);
});

test("a function may want something else, within a tolerance of its own", async () => {
  expect(await statuses("math/near.json", { input: 3.05, expected: 2 }, { input: 2, expected: 2 })).toEqual([
    "passed",
    "failed",
  ]);
});

test("a case that expects a throw wants a typed error", async () => {
  const expected = { throws: true };
  expect(await statuses("math/half.json", { input: -1, expected }, { input: 1, expected })).toEqual([
    "passed",
    "failed",
  ]);
});
