import { expect, test } from "vitest";
import { killAndResume, playTwiceByDefault } from "./__fixtures__/kill-resume.js";

test("a run that is killed at any moment goes on to the rows of one that was not", async () => {
  const outcome = await killAndResume(5, 7);
  expect(outcome).toMatchObject({ kills: 5, different: 0, gradedAgain: 0 });
  expect(outcome.rows).toBeGreaterThan(30);
  // What had landed was not paid for again.
  expect(outcome.requestsMean).toBeLessThan(outcome.requestsAlone * 2);
});

test("a model's run is kept in a folder named after its options, and the same call finds it", async () => {
  const [first, second] = await playTwiceByDefault();
  expect(first).toMatchObject({ resumed: 0, folder: expect.stringMatching(/^\.whileai\/runs\/[0-9a-f]{12}$/) });
  expect(second).toEqual({ ...first, resumed: first?.rows });
});
