import { expect, it } from "vitest";
import { readsAsYes } from "./confirmation.js";

it.each([
  ["Okay, and is that everything?", false],
  ["Okay. Why is that?", false],
  ["Okay, go ahead. Will it take long?", true],
  ["Yes, can you do it today?", true],
  ["Yes", true],
  ["yes, go ahead.", true],
  ["Okay, do that.", true],
  ["Please go ahead.", true],
  ["I confirm.", true],
  ["No, don't do it.", false],
  ["Not yet, please.", false],
  ["Don't go ahead.", false],
  ["It's OR-1042.", false],
  ["Yesterday it was open.", false],
])("%j agrees: %s", (line, agrees) => {
  expect(readsAsYes(line)).toBe(agrees);
});
