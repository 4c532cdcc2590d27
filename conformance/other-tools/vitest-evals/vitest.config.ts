import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["*.eval.ts"], reporters: [["json", { outputFile: process.env.REPORT ?? "report.json" }]] },
});
