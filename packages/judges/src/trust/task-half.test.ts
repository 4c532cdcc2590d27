import { expect, it } from "vitest";
import { taskHalf } from "./task-half.js";

it("splits tasks about evenly and always the same way", () => {
  const halves = Array.from({ length: 1000 }, (_, index) => taskHalf(`task-${index}`));
  const ones = halves.filter((half) => half === 1).length;
  expect(ones).toBeGreaterThan(400);
  expect(ones).toBeLessThan(600);
  expect([taskHalf("t0"), taskHalf("")]).toEqual([1, 0]);
});
