import { expect, it } from "vitest";
import { RetryBudget } from "./retry-budget.js";

it("lets a fifth of the calls be retried without waiting, and a few more", () => {
  const budget = new RetryBudget(0);
  let free = 0;
  for (let call = 0; call < 1000; call++) {
    budget.answered();
    if (call % 5 === 0 && budget.take(0) === 0) free++;
  }
  expect(free).toBe(200);
});

it("has what is beyond it wait, two a second, and drops none", () => {
  const budget = new RetryBudget(0);
  const waits = Array.from({ length: 24 }, () => budget.take(0));
  expect(waits.slice(0, 20).every((wait) => wait === 0)).toBe(true);
  expect(waits.slice(20)).toEqual([500, 1000, 1500, 2000]);
  // After the debt is paid and a second more, two are free again.
  expect([3000, 3000, 3000].map((now) => budget.take(now))).toEqual([0, 0, 500]);
});
