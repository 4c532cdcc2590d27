export type { AdaptedAgent } from "../shared/adapted-agent.js";
export { type OpenAIAgent, type OpenAIAgentOptions, type OpenAIRun, openAIAgent } from "./openai-agent.js";
export { openAITools } from "./openai-tools.js";
