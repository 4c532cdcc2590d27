import { checkOptions, optionRule, type Row, requireRows } from "@whileai/core";
import { type AttributedFailures, type AttributeFailuresOptions, BLAME_PARTIES } from "./blame-types.js";
import { blamedRows, DEFAULT_EXCLUDE, leaveOut } from "./blamed-rows.js";

/**
 * Lays failed and missing rows to the agent, the simulated user, the world, the judge or the infrastructure, from the
 * evidence on the row. The first that applies: a rollout that broke off, a verdict that is missing (a judge that failed or
 * could not be read, a backend that failed, a call that ended), a label that contradicts the judge, a simulated user
 * whose turns show that it failed, a fault that fired and never recovered; else the agent.
 *
 * Rows laid to a party in `exclude` lose their reward, so that pass rates leave them out; the reward is kept in
 * `blame.reward`, and calling again with other options starts from it. Rates of what is left describe the agent on the
 * situations that worked: where many rows are left out, mend the simulator before reading them.
 *
 * What the row alone does not settle, a model can be asked about: see `refineBlame`.
 *
 * Returns copies and a report; inputs are never changed. Throws an OptionError for an unknown option or party.
 *
 * @example
 * const { rows, report } = attributeFailures([{ scenario_id: "a", reward: 0, finish_reason: "error" }]);
 * report.parties.infrastructure; // 1
 */
export function attributeFailures<R extends Row>(
  rows: Iterable<R>,
  options: AttributeFailuresOptions = {},
): AttributedFailures<R> {
  checkOptions("attributeFailures", options, { exclude: optionRule.listOf(optionRule.oneOf(BLAME_PARTIES)) });
  return leaveOut(blamedRows(requireRows("attributeFailures", rows)), options.exclude ?? DEFAULT_EXCLUDE);
}
