import { expect, test } from "vitest";
import { killAndResume } from "./__fixtures__/kill-resume.js";

test("a run that is killed at any moment goes on to the rows of one that was not", async () => {
  const outcome = await killAndResume(5, 7);
  expect(outcome).toMatchObject({ kills: 5, different: 0, gradedAgain: 0 });
  expect(outcome.rows).toBeGreaterThan(30);
  // What had landed was not paid for again.
  expect(outcome.requestsMean).toBeLessThan(outcome.requestsAlone * 2);
});
