import { WhileaiError } from "@whileai/core";
import { differences, type GoldenRunner, runCases, throwFailures } from "@whileai/golden";
import { Rubric, type RubricOptions } from "../src/index.js";

// The vectors count an unanswered item as not met: the lenient score here.
export const runner: GoldenRunner = {
  files: ["judges/rubric.json"],
  run: (content) =>
    runCases(content, ({ criteria, results, expect }) => {
      const make = () => Rubric({ criteria: criteria as RubricOptions["criteria"] });
      if ((expect as { throws?: string }).throws !== undefined) return throwFailures(make, WhileaiError.isInstance);
      const rubric = make();
      const { version, checklist } = rubric;
      const kinds = rubric.criteria.map(({ kind }) => kind);
      const score = rubric.score(results as Record<string, unknown>, { lenient: true });
      return differences({ ...score, version, checklist, kinds }, expect);
    }),
};
