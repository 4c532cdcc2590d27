import { expect, it } from "vitest";
import { ruleKeys } from "./rule-keys.js";

it("knows a rule by its words, wherever it stands and whatever its numbers are", () => {
  const [first, second] = ruleKeys(["Refunds over $200 need a manager", "Be brief"]);
  expect(ruleKeys(["Be brief", "refunds over $1,500 need a manager!"])).toEqual([second, first]);
  expect(first).not.toBe(second);
});

it("tells rules that differ in a number alone apart", () => {
  const keys = ruleKeys(["Wait 2 days", "Wait 3 days", "Wait 4 days"]);
  expect(new Set(keys).size).toBe(3);
});

it("keeps scripts apart", () => {
  expect(new Set(ruleKeys(["Не спорь", "不要争论", "Никогда не спорь", ""])).size).toBe(4);
});
