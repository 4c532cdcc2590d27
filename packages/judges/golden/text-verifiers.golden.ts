import { type JudgeObject, type Row, runOne } from "@whileai/core";
import { differences, type GoldenRunner, runCases } from "@whileai/golden";
import { verify } from "../src/index.js";

/** The vectors' names of verifiers; a pattern and a path are options there and arguments here. */
const MAKERS: Readonly<Record<string, (options: Record<string, never>) => JudgeObject>> = {
  exact: (options) => verify.ExactMatch(options),
  includes: (options) => verify.Includes(options),
  regex: ({ pattern, ...options }) => verify.Regex(pattern as unknown as string, options),
  choice: (options) => verify.MultipleChoice(options),
  numeric: (options) => verify.Numeric(options),
  json_field: ({ path, ...options }) => verify.JSONField(path as unknown as string, options),
  json_valid: (options) => verify.JSONValid(options),
};

/** Vectors spell options as the wire does (`strip_punct`). */
const camelCase = (options: unknown): Record<string, never> =>
  Object.fromEntries(
    Object.entries(options as Record<string, never>).map(([name, value]) => [
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );

export const runner: GoldenRunner = {
  files: ["judges/text_verifiers.json"],
  run: (content) =>
    runCases(content, async ({ verifier, options, row, expect }) => {
      const make = MAKERS[verifier as string];
      if (make === undefined) return { pending: `no verifier is called ${String(verifier)}` };
      const judged = await runOne(row as Row, make(camelCase(options)));
      return differences(judged.reward, expect, {}, "reward");
    }),
};
