export type { AdaptedAgent } from "../shared/adapted-agent.js";
export { type LangChainAgent, langChainAgent } from "./langchain-agent.js";
export { langChainTools } from "./langchain-tools.js";
