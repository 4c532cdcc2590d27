import { differences, type GoldenRunner, runCases } from "@whileai/golden";
import { taskHalf } from "../src/index.js";

export const runner: GoldenRunner = {
  files: ["judges/task_half.json"],
  run: (content) => runCases(content, ({ task, half }) => differences(taskHalf(task as string), half)),
};
