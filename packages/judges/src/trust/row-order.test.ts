import { derive, type Row } from "@whileai/core";
import { expect, it } from "vitest";
import { cheatProbes } from "../probes/cheat-probes.js";
import { judgeProbes } from "../probes/judge-probes.js";
import { annotatorAgreement } from "./annotator-agreement.js";
import { auditGrades } from "./audit-grades.js";
import { auditVerifier } from "./audit-verifier.js";
import { compareJudges } from "./compare-judges.js";
import { judgeAgreement } from "./judge-agreement.js";
import { judgeCanary } from "./judge-canary.js";
import { judgeTrust } from "./judge-trust.js";
import { krippendorffAlpha } from "./krippendorff-alpha.js";

const stream = derive(5, "row-order");
const annotators = ["ann", "bo", "cy", "di"];
const rows: Row[] = Array.from({ length: 240 }, (_, index) => {
  const isRight = stream.uniform() < 0.6;
  return {
    scenario_id: `s${index >> 1}`,
    rollout_index: index % 2,
    prompt: `Question ${index >> 1}?`,
    final_text: `${isRight ? "good" : "bad"} ${"x".repeat(stream.integer(40))}`,
    answer: `${index % 3}`,
    reward: stream.uniform() < 0.05 ? stream.uniform() : Number(isRight !== stream.uniform() < 0.1),
    reason: `because of ${stream.integer(4)} ${["a", "b", "c"][stream.integer(3)]}`,
    judge_name: ["first", "second", "third", "fourth"][stream.integer(4)] as string,
    judge_meta: { confidence: stream.uniform() },
    gold_reward: Number(isRight),
    gold_kind: "human",
    gold_labels: annotators
      .filter(() => stream.uniform() < 0.7)
      .map((annotator) => ({ annotator, kind: "human", label: Number(isRight !== stream.uniform() < 0.2) })),
  };
});
/** A judge whose verdict hangs on what it is shown alone. */
const judge = (row: Readonly<Row>) => String(row.final_text).includes("good") !== String(row.final_text).length % 9 < 2;
const fraction = (row: Readonly<Row>) => (String(row.final_text).length % 7) / 7;
const now = () => 0;

const reports: Readonly<Record<string, (given: readonly Row[]) => unknown>> = {
  judgeAgreement: (given) => judgeAgreement(given),
  judgeTrust: (given) => judgeTrust(given, { judge, probes: "extended", rubric: "Name the parcel.", seed: 3 }),
  judgeProbes: (given) => judgeProbes(given, judge, { probes: "extended", seed: 3 }),
  cheatProbes: (given) => cheatProbes(fraction, given, { seed: 3 }),
  compareJudges: (given) => compareJudges(given, [judge, fraction, () => 1], { now }),
  auditGrades: (given) => auditGrades(given, judge, { sample: 100 }),
  auditVerifier: (given) => auditVerifier(given, judge, { passes: true }),
  annotatorAgreement: (given) => annotatorAgreement(given),
  judgeCanary: (given) => judgeCanary({ labelled: given, judge }),
};

/** Lists of rows to look at, and of verdicts by row, follow the rows; nothing else may. */
const told = async (report: unknown): Promise<unknown> =>
  JSON.parse(JSON.stringify(await report), (key, value) =>
    ["disagreements", "verdicts", "examples"].includes(key) && Array.isArray(value)
      ? value.map((entry) => JSON.stringify(entry)).sort()
      : value,
  );

it.each(Object.keys(reports))("%s says the same of the same rows in another order", async (name) => {
  const report = reports[name] as (given: readonly Row[]) => unknown;
  expect(await told(report(stream.shuffle(rows)))).toEqual(await told(report(rows)));
});

it("has the same alpha to the last bit", () => {
  const units = rows.map((row) => (row.gold_labels as { label: 0 | 1 }[]).map(({ label }) => label));
  expect(krippendorffAlpha(stream.shuffle(units))).toEqual(krippendorffAlpha(units));
});
