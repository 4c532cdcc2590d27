import { holdoutSide } from "@whileai/core";
import { differences, type GoldenRunner, runCases } from "@whileai/golden";

export const runner: GoldenRunner = {
  files: ["export/holdout_sides.json"],
  run: (content) => {
    const { fraction, rows } = content as { fraction: number; rows: { key: string; push: string }[] };
    return runCases(rows, ({ key, push }) => differences(holdoutSide(String(key), fraction), push));
  },
};
