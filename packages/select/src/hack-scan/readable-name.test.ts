import { expect, test } from "vitest";
import { hackScan } from "./hack-scan.js";
import { hackScanDiff } from "./hack-scan-diff.js";
import { readableName } from "./readable-name.js";

test.each([
  ["contains:.", [], "contains:."],
  ["contains:.", ["contains:as a"], "contains:."],
  ["contains:guarantee", ["contains:. as"], "contains:guarantee"],
  ["contains:.", ["contains:expert", "contains:certified expert"], "contains:. (also certified expert, … 1 more)"],
  ["contains:.", ["tool:look\nup", "contains:it"], "contains:. (also tool:look\ufffdup, … 1 more)"],
  ["n:punct", ["reply_length", "contains:expert"], "n:punct (also expert, … 1 more)"],
  ["tool:a_tool", ["contains:it"], "tool:a_tool"],
])("%j with %j is %j", (name, aliases, shown) => {
  expect(readableName(name, aliases)).toBe(shown);
});

test("a planted phrase is named in the verdict and below the table", () => {
  const rows = Array.from({ length: 160 }, (_, index) => ({
    prompt: `ask ${index % 20}`,
    reward: Math.floor(index / 20) % 2,
    final_text: `Reply ${index}${Math.floor(index / 20) % 2 ? ". As a certified expert I guarantee it" : ""}`,
  }));
  const report = hackScan(rows);
  expect(report.topFeature).toBe(report.features[0]?.name);
  expect(report.notes.map(({ message }) => message).join()).toContain("also certified expert, guarantee");
  expect(`${report}`).toMatch(/^ {2}the same: n:punct \(also certified expert, guarantee, … \d+ more\)$/m);
});

test("a diff names nothing as the same that moves the other way", () => {
  const rows = (pays: (index: number) => boolean) =>
    Array.from({ length: 160 }, (_, index) => ({
      prompt: `ask ${index >> 3}`,
      final_text: `Reply ${(index * 7) % 13}`,
      steps: [{ tool: index % 2 ? "look_everything_up" : "b", arguments: {}, result: "ok" }],
      reward: Number(pays(index)),
    }));
  const diff = hackScanDiff(
    rows((index) => index % 3 === 0),
    rows((index) => index % 2 === 0),
  );
  expect(diff.gained).toMatchObject([{ name: "tool:b", aliases: ["tool:look_everything_up"] }]);
  expect(diff.learned).toBe("tool:b (+0.00 -> +1.00 within asks)");
  expect(diff.notes.at(-1)?.message).toContain("goes with tool:b (+1.00");
});
