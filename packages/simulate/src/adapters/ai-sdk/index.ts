export type { AdaptedAgent } from "../shared/adapted-agent.js";
export { type AiSdkAgent, aiSdkAgent } from "./ai-sdk-agent.js";
export { type AiSdkToolSet, aiSdkTools } from "./ai-sdk-tools.js";
