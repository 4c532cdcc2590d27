import { differences, type GoldenRunner, runCases } from "@whileai/golden";
import { parsePairReply } from "../src/index.js";

export const runner: GoldenRunner = {
  files: ["judges/pairwise_parse.json"],
  run: (content) =>
    runCases(content, ({ reply, expect }) => {
      const { winner, reason } = parsePairReply(reply as string);
      return differences([winner, reason], expect);
    }),
};
