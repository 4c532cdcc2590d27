import { describe, expect, test } from "vitest";
import { marked, passes, runRows } from "./__fixtures__/run-rows.js";
import { deltaReport } from "./delta-report.js";

const linesOf = (report: unknown) => `${report}`.split("\n");

describe("a delta report as text", () => {
  test("keeps to 120 columns with every part of a line there", () => {
    const report = deltaReport(marked(10, 1, 5), marked(10, 9, 5), {
      lowerIsBetter: ["honest", "polite", "pass_at_1"],
      correction: "holm",
      runStd: { honest: 0.05, polite: 0.1 },
      runStdRuns: 5,
    });
    const lines = linesOf(report);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(120);
    const at = lines.findIndex((line) => line.startsWith("  marker:honest "));
    expect(lines.slice(at, at + 2).join(" ")).toMatch(
      /re-run noise 0\.\d+ .*lower is better .*p=0\.\d+ +adjusted p=0\.\d+$/,
    );
    // What did not fit stands under the numbers.
    expect((lines[at + 1] as string).search(/\S/)).toBe((lines[at] as string).indexOf("0.100 ->"));
  });

  test("holds no name that moves the cursor, and lines up behind wide characters", () => {
    const hostile = "\u001b[31mred\nsecond line\u202e";
    const rows = (count: number) =>
      runRows({
        rewards: passes(8, count),
        markers: () => ({ [hostile]: 1, 笔记本电脑: 1, "": 1 }),
        fields: (task) => ({ category: task % 2 === 0 ? hostile : "ok", policy_version: `${hostile}@a` }),
      });
    const report = deltaReport(rows(1), rows(3), { mustNotRegress: [hostile], target: `marker:${hostile}` });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(`${report}`.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u202e]/);
    expect(linesOf(report)).not.toContainEqual(expect.stringMatching(/^second line/));
    expect([...report.metrics.keys()]).not.toContain("marker:");
    const wide = linesOf(report).find((line) => line.startsWith("  marker:笔")) as string;
    expect(wide.indexOf("1.000 ->")).toBe(31 - "笔记本电脑".length);
  });

  test("says of a slice that its tasks are too few only where no verdict came of them", () => {
    const rows = (count: number, from: number) =>
      runRows({ rewards: passes(12, count), from, fields: (task) => ({ category: task < 6 ? "x" : "y" }) });
    const report = deltaReport(rows(4, 0), rows(0, 50));
    expect([...report.groups.values()].map(({ lowN }) => lowN)).toEqual([false, false]);
    expect(`${report}`).not.toContain("too few tasks for a verdict");
    expect(report.groupsDown).toEqual(["x", "y"]);
  });
});
