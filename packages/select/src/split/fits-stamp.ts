import { isRecord, type Row } from "@whileai/core";
import type { TaskCalibration } from "../optimize/calibration.js";
import { carriedRate } from "../optimize/carried-rate.js";

/** What rounding may do to a sum of rewards. */
const SLACK = 1e-6;

/**
 * Whether the stamp that a row came with can have been made by selecting rows of its task before some were dropped: it
 * names this task and the row's policy, and holds at least the passes and the fails that are here.
 */
export function fitsStamp({ calibration, model_version, policy_version }: Row, here: TaskCalibration): boolean {
  const carried = carriedRate(calibration);
  if (carried === null || !isRecord(calibration) || calibration.task_id !== here.taskId) return false;
  const student: Readonly<Record<string, unknown>> = isRecord(calibration.student) ? calibration.student : {};
  if (nameOf(student.model) !== nameOf(model_version) || nameOf(student.version) !== nameOf(policy_version))
    return false;
  const passed = here.passRate * here.n;
  const passedThen = carried.passRate * carried.n;
  return passedThen + SLACK >= passed && carried.n - passedThen + SLACK >= here.n - passed;
}

const nameOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
