import { ScriptedBackend } from "@whileai/core/backends";
import { expect, it } from "vitest";
import { grade } from "../grade/grade.js";
import { CertaintyTally } from "./certainty-tally.js";
import { Judge } from "./judge.js";

const tallyOf = (...metas: Record<string, unknown>[]): CertaintyTally => {
  const tally = new CertaintyTally();
  for (const meta of metas) tally.add(meta);
  return tally;
};

it("counts what judges say of their certainty, and nothing else", () => {
  const none = tallyOf({}, { votes: 3, unsure: "yes" }, { votes: { disagreement: null } });
  expect([none.unsure, none.voteDisagreement, none.notes()]).toEqual([0, null, []]);
  const sure = tallyOf({ votes: { disagreement: 0 } }, { votes: { disagreement: 0.3333 } }, { unsure: true });
  expect([sure.unsure, sure.voteDisagreement]).toEqual([1, 0.1666]);
  expect(sure.notes().map(({ code, severity }) => [code, severity])).toEqual([
    ["votes_disagree", "info"],
    ["unsure", "info"],
  ]);
  expect(tallyOf({ votes: { disagreement: 0.2 } }).notes()[0]?.severity).toBe("warning");
});

it("stands in the report of a grading", async () => {
  const backend = ScriptedBackend(({ seed }) => `{"score": ${seed === 0 ? 0 : 1}}`, { model: "m" });
  const { rows, report } = await grade([{ prompt: "p" }, { prompt: "q" }], Judge({ model: backend, votes: 3 }));
  expect(rows.map((row) => row.reward)).toEqual([1, 1]);
  expect(report).toMatchObject({ voteDisagreement: 0.3333, unsure: 0 });
  expect(`${report}`).toContain("Of the votes on 2 rows, 33% were outvoted.");
});
