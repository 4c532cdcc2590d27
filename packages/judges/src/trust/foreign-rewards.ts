import { countText, isRecord, type JudgeObject, type Note, type Row } from "@whileai/core";

/** Rows whose reward is not a verdict of the judge that is checked. */
export interface ForeignRewards {
  /** Rows graded by a judge of another name. */
  readonly otherJudge: number;
  /** The names they carry, at most three. */
  readonly names: readonly string[];
  /** Rows graded by another version of this judge. */
  readonly otherVersion: number;
}

const SHOWN_NAMES = 3;

/** What to do about verdicts that are not this judge's: the numbers then tell two judges apart, not one from the truth. */
export function foreignNotes(
  { otherJudge, names, otherVersion }: ForeignRewards,
  severity: "warning" | "error",
): Note[] {
  const notes: Note[] = [];
  const graded = (count: number): string => `${countText(count, "row")} ${count === 1 ? "was" : "were"} graded by`;
  if (otherJudge > 0)
    notes.push({
      code: "foreign_reward",
      severity,
      message: `${graded(otherJudge)} ${names.join(", ")}: the verdicts are not this judge's.`,
      fix: "Grade the rows with this judge first, or name the judge on the rows with `judgeName`.",
    });
  if (otherVersion > 0)
    notes.push({
      code: "other_version",
      severity,
      message: `${graded(otherVersion)} another version of this judge.`,
      fix: "Grade the rows again.",
    });
  return notes;
}

/** Counts rewards of other judges; rows that do not say who graded them are taken on trust. */
export function foreignRewards(rows: readonly Row[], judge: JudgeObject, judgeName: string): ForeignRewards {
  const names = new Set<string>();
  let otherJudge = 0;
  let otherVersion = 0;
  for (const row of rows) {
    const name: unknown = row.judge_name;
    if (typeof name !== "string" || name === "") continue;
    if (name !== judgeName) {
      otherJudge++;
      names.add(name);
      continue;
    }
    const version = isRecord(row.lineage) ? row.lineage.judge_version : undefined;
    if (typeof version === "string" && judge.version !== undefined && version !== judge.version) otherVersion++;
  }
  return { otherJudge, names: [...names].sort().slice(0, SHOWN_NAMES), otherVersion };
}
