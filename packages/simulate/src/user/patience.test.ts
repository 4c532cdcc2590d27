import { expect, it } from "vitest";
import { canLeave, chanceToLeave, type Patience } from "./patience.js";

it.each<[Patience, number[]]>([
  ["normal", [0, 0.35, 0.6, 0.6]],
  ["short", [0, 0.6, 0.9, 0.9]],
  ["endless", [0, 0, 0, 0]],
  [{ second: 0.1, later: 1 }, [0, 0.1, 1, 1]],
])("%j at the first to fourth question", (patience, chances) => {
  expect([1, 2, 3, 4].map((question) => chanceToLeave(patience, question))).toEqual(chances);
  expect(canLeave(patience)).toBe(chances.some((chance) => chance > 0));
});
