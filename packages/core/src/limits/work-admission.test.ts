import { describe, expect, it } from "vitest";
import { SpendBudget } from "./spend-budget.js";
import { WorkAdmission } from "./work-admission.js";

/** Does up to `most` pieces, `width` at a time, each paying `tokens`; gives how many began. */
async function work(admission: WorkAdmission, budget: SpendBudget, tokens: number, width: number, most: number) {
  let begun = 0;
  const worker = async (): Promise<void> => {
    while (begun < most) {
      begun++;
      const done = await admission.admit();
      if (done === undefined) {
        begun--;
        return;
      }
      await new Promise((next) => setImmediate(next));
      budget.pay({ tokens, usd: null });
      done();
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return begun;
}

describe("WorkAdmission", () => {
  it.each([1, 4, 16])("keeps to the limit with %i at a time", async (width) => {
    const budget = new SpendBudget({ maxTokens: 1000 });
    const admission = new WorkAdmission(budget);
    admission.expect({ tokens: 100, usd: null });
    expect(await work(admission, budget, 100, width, 50)).toBe(10);
    expect(admission.stop).toBe("max_tokens");
    expect(budget.spent.tokens).toBe(1000);
    expect(await admission.admit()).toBeUndefined();
  });

  it("begins the first piece whatever it is expected to use", async () => {
    const budget = new SpendBudget({ maxUsd: 1 });
    const admission = new WorkAdmission(budget);
    admission.expect({ tokens: 1, usd: 5 });
    const done = await admission.admit();
    budget.pay({ tokens: 1, usd: 5 });
    done?.();
    expect(await admission.admit()).toBeUndefined();
    expect(admission.stop).toBe("max_usd");
  });

  it("lets everything begin where there is no limit", async () => {
    const budget = new SpendBudget({});
    const admission = new WorkAdmission(budget);
    expect(await work(admission, budget, 1e9, 8, 50)).toBe(50);
    expect(admission.stop).toBeUndefined();
  });
});
