import type { JudgeIdentitySettings } from "./judge-identity.js";

/** Everything a judge that asks a chat model is made from. */
export interface ChatJudgeSettings extends JudgeIdentitySettings {
  readonly payloadChars: number;
  readonly maxTokens: number;
}
