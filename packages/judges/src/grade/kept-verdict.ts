import { isRecord, type Row } from "@whileai/core";

/** True for a row that a judge of this version has judged: its verdict can be kept. */
export function isJudgedBy(version: string, row: Readonly<Row>): boolean {
  const { reward, judge_status, judge_meta, lineage } = row;
  if (judge_status !== "ok" || typeof reward !== "number" || !(reward >= 0 && reward <= 1)) return false;
  const own = isRecord(judge_meta) ? judge_meta.version : undefined;
  const written = own ?? (isRecord(lineage) ? lineage.judge_version : undefined);
  return written === version;
}
