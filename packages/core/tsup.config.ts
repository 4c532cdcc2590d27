import { defineConfig, type Options } from "tsup";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

// The entry of one backend hands on what `backends/index` has, instead of splitting the shared code into ever smaller files:
// fewer files to open when the library is imported, and one copy of the code whichever entry is used.
const handOnBackends: Plugin = {
  name: "hand-on-backends",
  setup(build) {
    const extension = build.initialOptions.format === "cjs" ? ".cjs" : ".js";
    build.onResolve({ filter: /^\.\.\/index\.js$/ }, ({ importer }) =>
      /backends[\\/]\w+[\\/]index\.ts$/.test(importer) ? { path: `../index${extension}`, external: true } : undefined,
    );
  },
};

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
    "backends/aisdk/index": "src/backends/aisdk/index.ts",
    "node/index": "src/node/index.ts",
    "executor/index": "src/executor/index.ts",
  },
  format: ["esm", "cjs"],
  target: "node20",
  sourcemap: true,
  clean: true,
  dts: false,
  noExternal: ["@noble/hashes"],
  esbuildPlugins: [handOnBackends],
});
