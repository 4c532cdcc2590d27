import { binaryLabel, isRecord, type Row, scalarReward } from "@whileai/core";
import { agentBlame } from "./agent-blame.js";
import { blameReport } from "./blame-report.js";
import type { AttributedFailures, Blame, BlameParty, Standing } from "./blame-types.js";
import { rolloutBlame } from "./rollout-blame.js";
import { simulatorBlame } from "./simulator-blame.js";
import { missingVerdictBlame, wrongVerdictBlame } from "./verdict-blame.js";
import { worldBlame } from "./world-blame.js";

/** Failures that say nothing of the agent. */
export const DEFAULT_EXCLUDE: readonly BlameParty[] = ["simulator", "infrastructure"];

/** A row with who is to blame for it. */
export interface BlamedRow<R extends Row> {
  /** The row as it was before it was blamed. */
  readonly row: R;
  /** Null for what is no row. */
  readonly standing: Standing | null;
  readonly blame: Blame | null;
}

/** Each row with the blame that its own evidence gives. */
export const blamedRows = <R extends Row>(rows: Iterable<R>): BlamedRow<R>[] =>
  Array.from(rows, (row) => {
    if (!isRecord(row)) return { row, standing: null, blame: null };
    const fresh = withoutBlame(row);
    const standing = standingOf(fresh);
    return { row: fresh, standing, blame: blameOf(fresh, standing) };
  });

/** The rows with their blame written on them, those of excluded parties without reward, and the report. */
export function leaveOut<R extends Row>(
  found: readonly BlamedRow<R>[],
  excluded: readonly BlameParty[],
): AttributedFailures<R> {
  const seen = found.map((each) => ({
    ...each,
    isLeftOut: each.blame !== null && each.standing === "failed" && excluded.includes(each.blame.party),
  }));
  return {
    rows: seen.map(({ row, blame, isLeftOut }) => (blame === null ? row : blamed(row, blame, isLeftOut))),
    report: blameReport(seen, excluded),
  };
}

function standingOf(row: Readonly<Row>): Standing {
  const label = binaryLabel(row);
  if (label !== null) return label === 1 ? "passed" : "failed";
  if (scalarReward(row) !== null) return "partial";
  return row.judge_status === undefined ? "ungraded" : "missing";
}

function blameOf(row: Readonly<Row>, standing: Standing): Blame | null {
  if (standing !== "failed" && standing !== "missing") return null;
  const broken = rolloutBlame(row);
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
