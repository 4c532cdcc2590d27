import { createHash } from "node:crypto";
import { join } from "node:path";
import { isBackend, isRecord, sha256Hex } from "@whileai/core";
import { fileChunks } from "@whileai/core/node";
import { settings } from "@whileai/core/settings";
import type { JudgeLike } from "@whileai/judges";

/** Hex digits that tell one grading's folder from another's. */
const ID_DIGITS = 16;
const DEFAULT_PARENT = ".whileai/runs";

/** Whether each verdict costs a call of a model. */
export const asksModel = (judge: JudgeLike | undefined): boolean =>
  judge === undefined || typeof judge === "string" || isBackend(judge) || (judge as { kind?: unknown }).kind === "llm";

/**
 * The folder that keeps the grading of a file where none is named: the same rows, judge and options have the same one, so
 * that the same command goes on where it ended.
 *
 * @param options - What else decides the verdicts.
 */
export async function gradeFolder(path: string, judge: JudgeLike | undefined, options: unknown): Promise<string> {
  const rows = createHash("sha256");
  for await (const chunk of fileChunks(path, false)) rows.update(chunk);
  const identity = [rows.digest("hex"), judgeIdentity(judge), options];
  return join(DEFAULT_PARENT, `grade-${sha256Hex(JSON.stringify(identity), ID_DIGITS)}`);
}

/** What tells one judge from another. One that has no version yet takes the configured model. */
function judgeIdentity(judge: unknown): unknown {
  if (isBackend(judge)) return [judge.provider, judge.model, judge.spec, judge.url];
  if (judge === undefined) return ["configured", judgeIdentity(settings.judge ?? null)];
  if (!isRecord(judge)) return judge;
  const { name, version, systemPrompt } = judge;
  return version === undefined ? [name, systemPrompt, judgeIdentity(undefined)] : [name, version];
}
