import { binaryLabel, checkOptions, isRecord, optionRule, type Row, requireRows, scalarReward } from "@whileai/core";
import { agentBlame, rolloutErrorBlame } from "./agent-blame.js";
import { blameReport } from "./blame-report.js";
import {
  type AttributedFailures,
  type AttributeFailuresOptions,
  BLAME_PARTIES,
  type Blame,
  type BlameParty,
  type Standing,
} from "./blame-types.js";
import { simulatorBlame } from "./simulator-blame.js";
import { missingVerdictBlame, wrongVerdictBlame } from "./verdict-blame.js";
import { worldBlame } from "./world-blame.js";

/** Failures that say nothing of the agent. */
const DEFAULT_EXCLUDE: readonly BlameParty[] = ["simulator", "infrastructure"];

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
  const exclude = new Set(options.exclude ?? DEFAULT_EXCLUDE);
  const given = [...requireRows("attributeFailures", rows)];
  const seen = given.map((row) => {
    if (!isRecord(row)) return { row, standing: null, blame: null, isLeftOut: false };
    const fresh = withoutBlame(row);
    const standing = standingOf(fresh);
    const blame = blameOf(fresh, standing);
    const isLeftOut = blame !== null && standing === "failed" && exclude.has(blame.party);
    return { row: blame === null ? fresh : blamed(fresh, blame, isLeftOut), standing, blame, isLeftOut };
  });
  return { rows: seen.map(({ row }) => row), report: blameReport(seen, [...exclude]) };
}

function standingOf(row: Readonly<Row>): Standing {
  const label = binaryLabel(row);
  if (label !== null) return label === 1 ? "passed" : "failed";
  if (scalarReward(row) !== null) return "partial";
  return row.judge_status === undefined ? "ungraded" : "missing";
}

function blameOf(row: Readonly<Row>, standing: Standing): Blame | null {
  if (standing !== "failed" && standing !== "missing") return null;
  const broken = rolloutErrorBlame(row);
  if (broken !== null || standing === "missing") return broken ?? missingVerdictBlame(row);
  return wrongVerdictBlame(row) ?? simulatorBlame(row) ?? worldBlame(row) ?? agentBlame(row);
}

function blamed<R extends Row>(row: R, blame: Blame, isLeftOut: boolean): R {
  if (!isLeftOut) return { ...row, blame: { ...blame } };
  return {
    ...row,
    reward: null,
    judge_status: "missing_reward",
    blame: {
      ...blame,
      reward: row.reward,
      ...(row.judge_status === undefined ? {} : { judge_status: row.judge_status }),
    },
  };
}

/** The row as it was before it was blamed. */
function withoutBlame<R extends Row>(row: R): R {
  const { blame, ...rest } = row;
  if (!isRecord(blame) || !Object.hasOwn(blame, "reward")) return blame === undefined ? row : (rest as R);
  const { judge_status: _, ...unjudged } = rest;
  const status = blame.judge_status === undefined ? {} : { judge_status: blame.judge_status };
  return { ...unjudged, ...status, reward: blame.reward } as R;
}
