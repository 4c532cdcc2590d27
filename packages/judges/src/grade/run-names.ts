import { canonicalJson, type JudgeObject, type Row, sha256Hex, taskKey } from "@whileai/core";
import type { GradeOptions } from "./grade-options.js";
import type { GradeIdentity } from "./grade-store.js";

const RUN_ID_DIGITS = 12;

const runId = (text: string): string => `score_${sha256Hex(text).slice(0, RUN_ID_DIGITS)}`;

/** Rows carry nothing that depends on when they were graded, so the run is named after what was graded by whom. */
export function runIdOf(judgeName: string, version: string | undefined, rowNames: readonly string[]): string {
  return runId(JSON.stringify([judgeName, version ?? null, rowNames]));
}

/** What stands for a row in the name of its run. */
export function rowName(row: Readonly<Row>): string {
  try {
    return JSON.stringify([taskKey(row), row.rollout_id ?? null, row.rollout_index ?? null, row.final_text ?? null]);
  } catch {
    return "";
  }
}

/** What decides the verdicts of a kept run besides its rows. A judge without a version is known by its text. */
export function gradeIdentity(judge: JudgeObject, judgeName: string, options: GradeOptions): GradeIdentity {
  const { version } = judge;
  const identity = {
    judge: judgeName,
    version: version ?? null,
    text: version === undefined ? sha256Hex(Function.prototype.toString.call(judge.judge)) : null,
    scale: options.scale === undefined ? null : [...options.scale],
    source: options.source ?? "grade",
    run_id: options.runId ?? null,
  };
  return { hash: sha256Hex(canonicalJson(identity)), options: identity };
}

/** A kept run has its name before it has seen its rows. */
export const keptRunId = (identity: GradeIdentity): string => runId(identity.hash);
