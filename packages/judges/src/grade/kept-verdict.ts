import { isRecord, type Row } from "@whileai/core";

/** True for a row with a verdict as `grade` writes it. */
export const isGraded = ({ reward, judge_status }: Readonly<Row>): boolean =>
  judge_status === "ok" && typeof reward === "number" && reward >= 0 && reward <= 1;

/** True for a row that a judge of this version has judged: its verdict can be kept. */
export function isJudgedBy(version: string, row: Readonly<Row>): boolean {
  const { judge_meta, lineage } = row;
  const own = isRecord(judge_meta) ? judge_meta.version : undefined;
  const written = own ?? (isRecord(lineage) ? lineage.judge_version : undefined);
  return isGraded(row) && written === version;
}
