import { defineConfig } from "tsup";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    "code/index": "src/code/index.ts",
  },
  format: ["esm", "cjs"],
  target: "node20",
  sourcemap: true,
  clean: true,
  dts: false,
});
