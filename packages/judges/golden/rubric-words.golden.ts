import { differences, type GoldenRunner, runCases } from "@whileai/golden";
import { rubricWords } from "../src/index.js";

export const runner: GoldenRunner = {
  files: ["judges/rubric_words.json"],
  run: (content) => runCases(content, ({ text, expect }) => differences(rubricWords(text as string), expect)),
};
