import { defineConfig } from "tsup";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    "interop/index": "src/interop/index.ts",
  },
  format: ["esm", "cjs"],
  target: "node20",
  sourcemap: true,
  clean: true,
  dts: false,
  // Readers of other tools' files bring their parsers along: the package installs none.
  noExternal: ["fflate", "fzstd", "papaparse"],
});
