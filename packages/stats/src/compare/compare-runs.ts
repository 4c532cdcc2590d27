import { checkOptions, type OptionRules, openShare, optionRule, type Row } from "@whileai/core";
import type { CompareRuns, CompareRunsOptions } from "./compare-runs-types.js";
import { DECLARED_CHANGES } from "./declared-change.js";
import { DIFFERENCE_METHODS } from "./difference-interval.js";

const OPTIONS: OptionRules = {
  metric: optionRule.text,
  lowerIsBetter: optionRule.flag,
  level: openShare,
  minPaired: optionRule.integer(1),
  pValue: optionRule.oneOf(["exact", "midp"]),
  interval: optionRule.oneOf(DIFFERENCE_METHODS),
  draws: optionRule.integer(1),
  seed: optionRule.either(optionRule.number(-Number.MAX_VALUE, Number.MAX_VALUE), optionRule.text),
  clusterBy: optionRule.either(optionRule.text, optionRule.callable),
  stratifyBy: optionRule.either(optionRule.text, optionRule.callable),
  margin: optionRule.positive,
  changed: optionRule.listOf(optionRule.oneOf(DECLARED_CHANGES)),
  looks: { look: optionRule.integer(1), of: optionRule.integer(1), alpha: openShare },
};

export function compareRuns(a: Iterable<Row>, b: Iterable<Row>, options: CompareRunsOptions = {}): CompareRuns {
  checkOptions("compareRuns", options, OPTIONS);
  throw new Error(`not yet: ${a} ${b}`);
}
