import { defineConfig } from "tsup";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    "interop/index": "src/interop/index.ts",
    "vitest/index": "src/vitest/index.ts",
  },
  format: ["esm", "cjs"],
  target: "node20",
  sourcemap: true,
  clean: true,
  dts: false,
  // Entries share nothing; a chunk for the helpers of bundled parsers would be one more file to open.
  splitting: false,
  // Readers of other tools' files bring their parsers along: the package installs none.
  noExternal: ["fflate", "fzstd", "papaparse"],
});
