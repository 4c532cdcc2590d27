import { expect, test } from "vitest";
import { HackMonitor } from "./hack-monitor.js";

test.each([
  [{ stopon: "any" }, "stopOn"],
  [{ stopOn: ["diverge"] }, "stopOn"],
  [{ window: 0 }, "window"],
  [{ alpha: 1 }, "alpha"],
  [{ klBudget: -1 }, "klBudget"],
  [{ permutations: 10 }, "permutations"],
])("refuses %j", (options, named) => {
  expect(() => new HackMonitor(options as never)).toThrow(named);
});

test.each<[stopOn: unknown, says: RegExp]>([
  [["divergance"], /a list of alarms; "divergance" is none\. Did you mean "divergence"\? Alarms: divergence, feature/],
  ["divergence", /must be "any", null, or a list of alarms\. Alarms: .* Write \["divergence"\] for one\./],
  ["anny", /"anny" is none/],
  [[null], /a value of type object is none/],
  [[undefined], /a value of type undefined is none/],
  [["divergence", undefined], /a value of type undefined is none/],
  [new Array(1), /a value of type undefined is none/],
  [7, /a value of type number is none/],
])("stopOn: %j says what it may be", (stopOn, says) => {
  expect(() => new HackMonitor({ stopOn } as never)).toThrow(says);
});
