import { runFixtures } from "@whileai/golden";
import { expect, test } from "vitest";

test.each(await runFixtures(new URL(".", import.meta.url)))("$file", ({ passed, failed, pending }) => {
  expect(failed).toEqual([]);
  expect(pending).toEqual([]);
  expect(passed).toBeGreaterThan(0);
});
