import { differences, type GoldenRunner, runCases } from "@whileai/golden";
import { parseRubricReply, Rubric, type RubricOptions } from "../src/index.js";

export const runner: GoldenRunner = {
  files: ["judges/rubric_replies.json"],
  run: (content) => {
    const rubric = Rubric((content as { rubric: RubricOptions }).rubric);
    return runCases(content, ({ reply, results, reason, score }) => {
      const parsed = parseRubricReply(reply as string);
      const failures = differences(parsed, { results, reason });
      if (parsed.results === null || score === undefined) return failures;
      return [...failures, ...differences(rubric.score(parsed.results, { lenient: true }), score)];
    });
  },
};
