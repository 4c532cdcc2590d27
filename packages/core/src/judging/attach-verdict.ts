import { isRecord, type JsonObject } from "../json/json.js";
import { jsonText } from "../json/json-text.js";
import { setOwn } from "../json/plain-json.js";
import type { Row } from "../row/row.js";
import type { JudgeKind } from "./judge-types.js";
import type { Judgment } from "./normalize-judge-result.js";
import { judgedSteps } from "./step-rewards.js";

/** Which call wrote a verdict; kept in `lineage.source`. */
export type VerdictSource = "grade" | "eval" | "audit" | "judge_trust" | "judge_probes" | "cheat_probes";

/** Who judged, and in which run. */
export interface VerdictOrigin {
  readonly judgeName: string;
  readonly kind?: JudgeKind | undefined;
  readonly version?: string | undefined;
  readonly model?: string | undefined;
  readonly source?: VerdictSource | undefined;
  /** The scoring run; written as `lineage.scoring_run_id`. */
  readonly runId: string;
  /** Where the row stood among the rows of the run, from 0; names rows that have no id. */
  readonly index: number;
  /** Write the index as `lineage.scoring_row`: for runs that are kept, and go on, on disk. */
  readonly isIndexed?: boolean | undefined;
}

const WRITTEN_KINDS: readonly (JudgeKind | undefined)[] = ["rule", "reward_model", "human"];

/**
 * A copy of a row with a verdict on it. The row itself is not touched.
 *
 * Sets `reward`, `judge_status`, `judge_name`, `lineage`, and `reason`, `judge_meta`, `failure_class`, `markers` where
 * the verdict has them. What an earlier verdict left in `reason`, `judge_meta` and `failure_class` is removed; `markers`
 * of both are merged, the new ones first. A verdict's `step_rewards`, one for each step, go to `steps[].reward`.
 *
 * @example
 * attachVerdict(row, judgment, { judgeName: "exact", kind: "rule", runId: "score_0123456789ab", index: 0 });
 */
export function attachVerdict<R extends Row>(row: R, judgment: Judgment, origin: VerdictOrigin): R {
  const { reward, reason, judge_status } = judgment;
  const { markers: judgedMarkers, step_rewards: stepRewards, ...kept } = judgment.judge_meta;
  const meta: JsonObject = kept;
  const graded = readableCopy(row) as Row;
  const { steps, written } = judgedSteps(graded, stepRewards);
  if (steps !== undefined) graded.steps = steps;
  // What does not fit the steps stays to be looked at; what was written is told by its number.
  if (stepRewards !== undefined) meta.step_rewards = written ?? stepRewards;
  graded.reward = reward;
  graded.judge_status = judge_status;
  graded.judge_name = origin.judgeName;
  put(graded, "reason", reason === "" ? undefined : reason);
  const { failure_class: failure } = meta;
  put(
    graded,
    "failure_class",
    failure ? (typeof failure === "object" ? jsonText(failure) : String(failure)) : undefined,
  );
  if (WRITTEN_KINDS.includes(origin.kind)) meta.scorer_kind = origin.kind as JudgeKind;
  put(graded, "judge_meta", Object.keys(meta).length > 0 ? meta : undefined);
  put(graded, "markers", mergedMarkers(graded.markers, judgedMarkers));
  graded.lineage = lineageOf(graded, origin);
  return graded as R;
}

function put(row: Row, field: string, value: unknown): void {
  if (value === undefined) delete row[field];
  else row[field] = value;
}

/** Own fields of a row; a field that throws when it is read is left out. */
function readableCopy(row: Row): Row {
  try {
    return { ...row };
  } catch {
    const copy: Row = {};
    for (const key of Object.keys(row)) {
      try {
        setOwn(copy, key, row[key]);
      } catch {
        // The verdict of such a row is an error that names the cause; the field cannot be carried.
      }
    }
    return copy;
  }
}

function mergedMarkers(existing: unknown, judged: unknown): Record<string, number | null> | undefined {
  const merged: Record<string, number | null> = {};
  for (const [source, keepsNull] of [[existing, false] as const, [judged, true] as const]) {
    if (!isRecord(source)) continue;
    for (const [name, value] of Object.entries(source)) {
      const number = typeof value === "boolean" ? Number(value) : value;
      if ((typeof number === "number" && Number.isFinite(number)) || (number === null && keepsNull))
        setOwn(merged, name, number);
    }
  }
  return Object.keys(merged).length > 0 ? merged : undefined;
}

function lineageOf(row: Row, origin: VerdictOrigin): Record<string, unknown> {
  const lineage: Record<string, unknown> = isRecord(row.lineage) ? { ...row.lineage } : {};
  const prior = lineage.scoring_run_id;
  for (const stale of ["model", "judge_version", "prior_scoring_run_id", "scoring_row"]) delete lineage[stale];
  const parent = [row.scenario_id, row.id].find((id) => id !== undefined && id !== null && id !== "");
  return {
    ...lineage,
    scoring_run_id: origin.runId,
    source: origin.source ?? "grade",
    judge: origin.judgeName,
    parent: parent ?? `row_${origin.index}`,
    ...(origin.isIndexed === true ? { scoring_row: origin.index } : {}),
    ...(origin.model === undefined ? {} : { model: origin.model }),
    ...(origin.version === undefined ? {} : { judge_version: origin.version }),
    ...(prior === undefined || prior === null || prior === "" ? {} : { prior_scoring_run_id: prior }),
  };
}
