import { differences, type GoldenCase, type GoldenRunner, runCases, type Tolerance } from "@whileai/golden";
import { type CoverageGapOptions, coverageGap } from "../src/index.js";

function check({ input, options, expected, tolerance }: GoldenCase): readonly string[] {
  const { asks, ...given } = input as { readonly asks: string[] };
  const report = coverageGap(asks, { ...given, ...(options as CoverageGapOptions) });
  const axisUntouched = Object.fromEntries(
    Object.entries(report.axes).map(([axis, { untouched }]) => [axis, untouched]),
  );
  // An empty object names the stances that do not occur; sizes are compared too.
  const { stances } = expected as { readonly stances: object };
  const sizes = { stances: Object.keys(stances).length };
  return [
    ...differences({ ...report, axisUntouched }, expected, tolerance as Tolerance),
    ...differences({ stances: report.stances.size }, sizes, {}, "size"),
  ];
}

export const runner: GoldenRunner = {
  files: ["stats/coverageGap.json"],
  run: (content) => runCases(content, check),
};
