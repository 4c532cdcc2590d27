import { aiSdkAgent } from "../../packages/simulate/src/adapters/ai-sdk/index.js";
import { DESCRIPTION, holds, INSTRUCTIONS, installed, type MakeSubject, MODEL, ORDER } from "./support.js";

const v7 = await installed(async () => ({
  ...(await import("ai")),
  ...(await import("@ai-sdk/openai-compatible")),
}));
const v6 = await installed(async () => ({ ...(await import("ai-sdk-6")), ...(await import("openai-compatible-2")) }));
const v5 = await installed(async () => ({ ...(await import("ai-sdk-5")), ...(await import("openai-compatible-1")) }));

const asAgent7: MakeSubject = (baseURL, body) => {
  const { createOpenAICompatible, isStepCount, tool, ToolLoopAgent } = v7.sdk;
  const agent = new ToolLoopAgent({
    model: createOpenAICompatible({ name: "test", baseURL, apiKey: "k" })(MODEL),
    instructions: INSTRUCTIONS,
    stopWhen: isStepCount(10),
    maxRetries: 0,
    tools: { get_order: tool({ description: DESCRIPTION, inputSchema: ORDER, execute: body.run }) },
  });
  return { adapted: aiSdkAgent(agent), direct: () => agent.generate({ prompt: "Where is DL-1?" }) };
};

const asFactory7: MakeSubject = (baseURL, body) => {
  const { createOpenAICompatible, generateText, isStepCount, tool } = v7.sdk;
  const model = createOpenAICompatible({ name: "test", baseURL, apiKey: "k" })(MODEL);
  const tools = { get_order: tool({ description: DESCRIPTION, inputSchema: ORDER, execute: body.run }) };
  const makeAgent = (swapped: typeof tools) => ({
    generate: (options: { messages: []; abortSignal: AbortSignal }) =>
      generateText({
        ...options,
        model,
        tools: swapped,
        instructions: INSTRUCTIONS,
        stopWhen: isStepCount(10),
        maxRetries: 0,
      }),
  });
  return { adapted: aiSdkAgent(makeAgent, { tools }) };
};

const asAgent6: MakeSubject = (baseURL, body) => {
  const { createOpenAICompatible, stepCountIs, tool, ToolLoopAgent } = v6.sdk;
  const agent = new ToolLoopAgent({
    model: createOpenAICompatible({ name: "test", baseURL, apiKey: "k" })(MODEL),
    instructions: INSTRUCTIONS,
    stopWhen: stepCountIs(10),
    maxRetries: 0,
    tools: { get_order: tool({ description: DESCRIPTION, inputSchema: ORDER, execute: body.run }) },
  });
  return { adapted: aiSdkAgent(agent), direct: () => agent.generate({ prompt: "Where is DL-1?" }) };
};

const asAgent5: MakeSubject = (baseURL, body) => {
  const { createOpenAICompatible, Experimental_Agent: Agent, stepCountIs, tool } = v5.sdk;
  const agent = new Agent({
    model: createOpenAICompatible({ name: "test", baseURL, apiKey: "k" })(MODEL),
    system: INSTRUCTIONS,
    stopWhen: stepCountIs(10),
    maxRetries: 0,
    tools: { get_order: tool({ description: DESCRIPTION, inputSchema: ORDER, execute: body.run }) },
  });
  return { adapted: aiSdkAgent(agent), direct: () => agent.generate({ prompt: "Where is DL-1?" }) };
};

holds("AI SDK 7, ToolLoopAgent", asAgent7, v7);
holds("AI SDK 7, generateText in a function", asFactory7, v7);
holds("AI SDK 6, ToolLoopAgent", asAgent6, v6);
holds("AI SDK 5, Agent", asAgent5, { ...v5, leavesUnionsOpen: true });
