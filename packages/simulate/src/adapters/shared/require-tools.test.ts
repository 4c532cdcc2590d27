import { OptionError } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { aiSdkAgent, aiSdkTools } from "../ai-sdk/index.js";
import { langChainAgent, langChainTools } from "../langchain/index.js";
import { mastraTools } from "../mastra/index.js";
import { mcpTools } from "../mcp/index.js";
import { openAITools } from "../openai-agents/index.js";

describe("what is no tools of a framework", () => {
  it.each<[string, (given: never) => unknown, string]>([
    ["aiSdkTools", aiSdkTools, "an object of tools by name"],
    ["mastraTools", mastraTools, "an object of tools by name"],
    ["langChainTools", langChainTools, "an array of tools"],
    ["openAITools", openAITools, "an array of tools"],
  ])("%s says so", (name, read, wanted) => {
    for (const given of [undefined, null, "tools", 3]) {
      expect(() => read(given as never)).toThrow(OptionError);
      expect(() => read(given as never)).toThrow(`${name}: \`tools\` must be ${wanted}.`);
    }
  });

  it.each([undefined, null, {}, "http://127.0.0.1"])("mcpTools(%j) asks for a client", async (given) => {
    await expect(mcpTools(given as never)).rejects.toThrow(/mcpTools: this is not a client .* connected/);
  });

  it.each([undefined, null])("agents that are %j", (given) => {
    expect(() => aiSdkAgent(given as never)).toThrow(/not a ToolLoopAgent/);
    expect(() => langChainAgent(given as never)).toThrow(/not an agent of createAgent/);
  });
});
