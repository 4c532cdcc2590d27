import { type JudgeObject, OptionError } from "@whileai/core";
import type { BatchClient } from "@whileai/core/backends";
import { type AskingJudge, isAskingJudge } from "../../judge/asking-judge.js";

/** A judge that can ask in batches, and the service it asks. */
export interface BatchJudge {
  readonly judge: AskingJudge;
  readonly client: BatchClient;
}

/** @throws OptionError for a judge that asks no model, or one whose vendor has no batches. */
export function batchJudge(judge: JudgeObject, judgeName: string): BatchJudge {
  const client = isAskingJudge(judge) ? judge.backend.batch : undefined;
  if (isAskingJudge(judge) && client !== undefined) return { judge, client };
  const why = isAskingJudge(judge)
    ? `its model "${judge.backend.model}" is asked through ${judge.backend.provider}, which has none`
    : "it asks no model that could be asked in batches";
  throw new OptionError({
    option: "batch",
    received: judgeName,
    message: `grade: \`batch\` needs a judge whose vendor has batches, and ${judgeName} is none: ${why}.`,
    fix: 'Give Judge({ model: OpenAI("…") }) or Judge({ model: Anthropic("…") }), called directly and not inside another judge, or leave `batch` out.',
  });
}
