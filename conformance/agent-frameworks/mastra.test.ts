import { mastraAgent } from "../../packages/simulate/src/adapters/mastra/index.js";
import {
  DESCRIPTION,
  holds,
  INSTRUCTIONS,
  installed,
  type MakeSubject,
  MODEL,
  ORDER,
  type RealBody,
} from "./support.js";

const { sdk, skip } = await installed(async () => ({
  ...(await import("@mastra/core/agent")),
  ...(await import("@mastra/core/tools")),
  ...(await import("openai-compatible-2")),
}));

function parts(baseURL: string, body: RealBody) {
  const model = sdk.createOpenAICompatible({ name: "test", baseURL, apiKey: "k" })(MODEL);
  const get_order = sdk.createTool({
    id: "get_order",
    description: DESCRIPTION,
    inputSchema: ORDER,
    execute: body.run,
  });
  const about = { id: "support", name: "support", instructions: INSTRUCTIONS, model, maxRetries: 0 } as const;
  return { about, get_order };
}

const asAgent: MakeSubject = async (baseURL, body) => {
  const { about, get_order } = parts(baseURL, body);
  const agent = new sdk.Agent({ ...about, tools: { get_order } });
  return { adapted: await mastraAgent(agent), direct: () => agent.generate("Where is DL-1?") };
};

const asFactory: MakeSubject = async (baseURL, body) => {
  const { about, get_order } = parts(baseURL, body);
  const makeAgent = (tools: { get_order: typeof get_order }) => new sdk.Agent({ ...about, tools });
  return { adapted: await mastraAgent(makeAgent, { tools: { get_order } }) };
};

holds("Mastra, Agent", asAgent, { skip });
holds("Mastra, function", asFactory, { skip });
