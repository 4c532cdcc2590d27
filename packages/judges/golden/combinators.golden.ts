import { type Judgment, runOne, WhileaiError } from "@whileai/core";
import { differences, type GoldenRunner, runCases, throwFailures } from "@whileai/golden";
import { verify } from "../src/index.js";

export const runner: GoldenRunner = {
  files: ["judges/combinators.json"],
  run: (content) =>
    runCases(content, async (entry) => {
      const scores = entry.parts as readonly (number | null)[];
      const parts = scores.map((reward, at) => ({ name: `v${at}`, judge: () => ({ reward }) }));
      const makers = {
        all: () => verify.All(parts),
        any: () => verify.Any(parts),
        weighted_equal: () => verify.Weighted(parts.map((part) => [part, 1])),
        weighted_3_1: () => verify.Weighted(parts.map((part, at) => [part, at === 0 ? 3 : 1])),
      };
      // No part at all is a usage error here.
      if (scores.length === 0)
        return (
          await Promise.all(Object.values(makers).map((make) => throwFailures(make, WhileaiError.isInstance)))
        ).flat();
      const failures: string[] = [];
      const judged = new Map<string, Judgment>();
      for (const [name, make] of Object.entries(makers)) {
        judged.set(name, await runOne({}, make()));
        failures.push(...differences(judged.get(name)?.reward, entry[name], {}, name));
      }
      return [...failures, ...differences(judged.get("weighted_equal")?.judge_meta, entry.detail_equal, {}, "detail")];
    }),
};
