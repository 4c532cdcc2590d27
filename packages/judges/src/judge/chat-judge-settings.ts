import type { JudgeIdentitySettings } from "./judge-identity.js";
import type { RecordSource } from "./judge-record.js";

/** Everything a judge that asks a chat model is made from. */
export interface ChatJudgeSettings extends JudgeIdentitySettings, RecordSource {
  readonly payloadChars: number;
  readonly maxTokens: number;
  /** Score a rubric of items although some are unanswered. */
  readonly lenient: boolean;
}
