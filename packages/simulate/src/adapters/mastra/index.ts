export type { AdaptedAgent } from "../shared/adapted-agent.js";
export { type MastraAgent, mastraAgent } from "./mastra-agent.js";
export { type MastraToolSet, mastraTools } from "./mastra-tools.js";
