import { runFixtures } from "@whileai/golden";
import { expect, test } from "vitest";

const outcomes = await runFixtures(new URL(".", import.meta.url));

test.each(outcomes)("$file", ({ passed, failed }) => {
  expect(failed).toEqual([]);
  expect(passed).toBeGreaterThan(0);
});
