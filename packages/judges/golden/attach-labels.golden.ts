import { type Row, WhileaiError } from "@whileai/core";
import { differences, type GoldenRunner, runCases, throwFailures } from "@whileai/golden";
import { type AttachLabelsOptions, attachLabels, type LabelsInput } from "../src/index.js";

interface Expected {
  readonly throws?: string;
  readonly report?: unknown;
  readonly gold?: readonly unknown[];
}

export const runner: GoldenRunner = {
  files: ["judges/attach_labels.json"],
  run: (content) =>
    runCases(content, ({ rows, labels, options, expect }) => {
      const expected = expect as Expected;
      const given = structuredClone(rows) as Row[];
      const attach = () => attachLabels(given, labels as LabelsInput, options as AttachLabelsOptions);
      if (expected.throws !== undefined) return throwFailures(attach, WhileaiError.isInstance);
      const { rows: labelled, report } = attach();
      const gold = labelled.map((row) => [row.gold_reward ?? null, row.gold_kind ?? null]);
      return [
        ...differences({ ...report, rows_labeled: report.rowsLabeled }, expected.report),
        ...differences(gold, expected.gold, {}, "gold"),
        ...differences(given, rows, {}, "input"),
      ];
    }),
};
