import { runOne, WhileaiError } from "@whileai/core";
import { differences, type GoldenRunner, runCases, throwFailures } from "@whileai/golden";
import { verify } from "../src/index.js";

export const runner: GoldenRunner = {
  files: ["judges/json_schema.json"],
  run: (content) =>
    runCases(content, async ({ schema, candidate, expect }) => {
      const make = () => verify.JSONSchema(schema as Record<string, unknown>);
      if (expect === null) return throwFailures(make, WhileaiError.isInstance);
      const verifier = make();
      await verifier.prepare?.();
      const judged = await runOne({ final_text: candidate as string }, verifier);
      return differences(judged.reward, expect, {}, "reward");
    }),
};
