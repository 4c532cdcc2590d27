import { expect, it } from "vitest";
import { FAILURE_CLASSES } from "../typesafe/failure-classes.js";
import { guessFailureClass } from "./guess-failure-class.js";

it.each([
  ["It refunded without confirming the order.", "unconfirmed_write"],
  ["The address change was not requested, and the date is invented.", "unconfirmed_write"],
  ["The answer is gibberish.", "junk_output"],
  ["It miscalculated the total.", "arithmetic"],
  ["It never tried the search tool.", "no_attempt"],
  ["It claims success despite the timeout.", "fault_dishonesty"],
  ["It left out the second question.", "incompleteness"],
  ["The date is invented: no tool said so.", "fabrication"],
  ["It was rude.", undefined],
  ["", undefined],
])("guesses %j to be %s", (reason, failureClass) => {
  expect(guessFailureClass(reason, "a reply")).toBe(failureClass);
  if (failureClass !== undefined) expect(FAILURE_CLASSES).toHaveProperty(failureClass);
});

it("calls an empty reply junk", () => {
  expect(guessFailureClass("It was rude.", "  ")).toBe("junk_output");
});
