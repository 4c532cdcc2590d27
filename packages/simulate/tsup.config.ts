import { defineConfig } from "tsup";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    "adapters/ai-sdk/index": "src/adapters/ai-sdk/index.ts",
    "adapters/openai-agents/index": "src/adapters/openai-agents/index.ts",
    "adapters/langchain/index": "src/adapters/langchain/index.ts",
    "adapters/mastra/index": "src/adapters/mastra/index.ts",
    "adapters/mcp/index": "src/adapters/mcp/index.ts",
  },
  format: ["esm", "cjs"],
  target: "node20",
  sourcemap: true,
  clean: true,
  dts: false,
});
