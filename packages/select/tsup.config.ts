import { defineConfig } from "tsup";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    "export/index": "src/export/index.ts",
    "node/index": "src/node/index.ts",
    // The program of a thread is a file of its own beside the entry.
    "node/scan-worker": "src/node/scan-worker.ts",
  },
  format: ["esm", "cjs"],
  target: "node20",
  sourcemap: true,
  clean: true,
  dts: false,
});
