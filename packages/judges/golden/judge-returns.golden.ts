import { isRecord, normalizeJudgeResult, WhileaiError } from "@whileai/core";
import { differences, type GoldenRunner, runCases, throwFailures } from "@whileai/golden";

/** These vectors spell numbers that JSON lacks as `{"$f": "nan"}`. */
function decode(value: unknown): unknown {
  if (!isRecord(value)) return value;
  if (typeof value.$f === "string") return { nan: Number.NaN, inf: Infinity, "-inf": -Infinity }[value.$f];
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, decode(entry)]));
}

/** `judge_meta` is fixed in full where there is a verdict, and then holds nothing else. */
function surplus(actual: Readonly<Record<string, unknown>>, expected: unknown): string[] {
  if (!isRecord(expected)) return [];
  return Object.keys(actual)
    .filter((key) => !Object.hasOwn(expected, key))
    .map((key) => `judge_meta.${key}: expected nothing`);
}

export const runner: GoldenRunner = {
  files: ["judges/judge_returns.json"],
  run: (content) =>
    runCases(content, ({ returned, scale, expect, reference }) => {
      const options = { scale: (scale ?? undefined) as [number, number] | undefined };
      const call = () => normalizeJudgeResult(decode(returned), options);
      if ((reference as { throws?: unknown }).throws !== undefined) return throwFailures(call, WhileaiError.isInstance);
      const judged = call();
      return [
        ...differences(judged, expect),
        ...(judged.reward === null ? [] : surplus(judged.judge_meta, (expect as { judge_meta?: unknown }).judge_meta)),
      ];
    }),
};
