import { differences, type GoldenRunner, runCases } from "@whileai/golden";
import { parseVerdict } from "../src/index.js";

export const runner: GoldenRunner = {
  files: ["judges/verdict_parse.json"],
  run: (content) =>
    runCases(content, ({ reply, expect, expect_ours }) =>
      differences(parseVerdict(reply as string), expect_ours ?? expect),
    ),
};
