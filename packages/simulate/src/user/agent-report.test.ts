import { expect, it } from "vitest";
import { type AgentReport, agentReport } from "./agent-report.js";

it.each<[string, AgentReport]>([
  ["It has been cancelled.", "done"],
  ["I have moved it to Friday.", "done"],
  ["Your refund is now on its way and the order is closed.", "done"],
  ["Done. The money will be with you soon.", "done"],
  ["All tests passed with no errors.", "done"],
  ["I've read the file and did not find any bugs. It is formatted.", "done"],
  ["It's cancelled.", "done"],
  ["I cancelled both of them.", "done"],
  ["I looked at it.", "other"],
  ["I will cancel it now.", "other"],
  ["It will be cancelled soon.", "other"],
  ["It is being cancelled.", "other"],
  ["One moment.", "other"],
  ["Almost done.", "other"],
  ["It has not been cancelled yet.", "other"],
  ["Should it be cancelled?", "other"],
  ["No problems were found.", "other"],
  ["Reviewed it, without any further issues.", "other"],
  ["I could not find the order.", "not_found"],
  ["There is no such order.", "not_found"],
  ["The order system timed out.", "failed"],
  ["It failed, so nothing was changed.", "failed"],
  ["Two errors came back.", "failed"],
  ["I cannot do that under our rules.", "refused"],
  ["That is not allowed.", "refused"],
  ["", "other"],
])("%j is %s", (said, report) => {
  expect(agentReport(said)).toBe(report);
});

it("reads a long text in time", () => {
  for (const text of ["is ", "no ", "is so very much more ", "could not find any any ", "a. "]) {
    expect(agentReport(text.repeat(40_000))).not.toBe("done");
  }
});
