import { defineConfig } from "tsup";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    "schema/index": "src/schema/index.ts",
    "settings/index": "src/settings/index.ts",
    "backends/index": "src/backends/index.ts",
    "backends/openai/index": "src/backends/openai/index.ts",
    "backends/anthropic/index": "src/backends/anthropic/index.ts",
    "backends/ollama/index": "src/backends/ollama/index.ts",
    "backends/endpoint/index": "src/backends/endpoint/index.ts",
    "node/index": "src/node/index.ts",
    "executor/index": "src/executor/index.ts",
  },
  format: ["esm", "cjs"],
  target: "node20",
  sourcemap: true,
  clean: true,
  dts: false,
  noExternal: ["@noble/hashes"],
});
