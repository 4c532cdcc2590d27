import { defineConfig } from "tsup";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    "export/index": "src/export/index.ts",
    "node/index": "src/node/index.ts",
  },
  format: ["esm", "cjs"],
  target: "node20",
  sourcemap: true,
  clean: true,
  dts: false,
});
