import type { Row } from "@whileai/core";
import { expect, test } from "vitest";
import { decontaminate } from "./decontaminate.js";

const question = (name: string): string => `Where does the long river of the country of ${name} flow to in the end?`;
const rollouts = (ask: object, count: number): Row[] => Array.from({ length: count }, () => ({ ...ask }));

test("hits are summed by eval row, with the rollouts and the tasks of each", () => {
  const rows = [
    ...rollouts({ scenario_id: "a", prompt: question("Mali") }, 3),
    ...rollouts({ scenario_id: "b", prompt: question("Mali") }, 2),
    ...rollouts({ prompt: question("Peru") }, 4),
    ...rollouts({ final_text: question("Chad") }, 2),
    { scenario_id: "clean", prompt: "What is clean?" },
  ];
  const against = ["Nothing like it.", question("Peru"), question("Mali"), question("Chad")];
  const { report } = decontaminate(rows, { against, fields: ["prompt", "final_text"] });
  expect(report.evalRowHits.map(({ first, nRows, nTasks }) => [first.evalIndex, first.index, nRows, nTasks])).toEqual([
    [2, 0, 5, 2],
    [1, 5, 4, 1],
    [3, 9, 2, 2],
  ]);
  expect([report.nEvalRowsHit, report.nTasksHit, report.hits.length]).toEqual([3, 5, 11]);
  const lines = `${report}`.split("\n");
  expect(lines[0]).toContain("11 contaminated (91.7%): 5 tasks, found in 3 of 4 eval rows");
  expect(lines.filter((line) => /^ {2}row \d/.test(line)).map((line) => line.split(":")[0])).toEqual([
    "  row 1 (the first of 5 rows of 2 tasks) prompt",
    "  row 6 (the first of 4 rows of 1 task) prompt",
    "  row 10 (the first of 2 rows of 2 tasks) final_text",
  ]);
});

test("what is not shown is counted in eval rows", () => {
  const rows = Array.from({ length: 50 }, (_, index) => ({ prompt: question(`land ${index % 25}`) }));
  const against = Array.from({ length: 25 }, (_, index) => ({
    task_id: `e${index}`,
    prompt: question(`land ${index}`),
  }));
  expect(`${decontaminate(rows, { against }).report}`).toContain("… and 5 more eval rows that rows were found in");
});
