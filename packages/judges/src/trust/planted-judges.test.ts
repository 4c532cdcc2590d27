import { expect, it } from "vitest";
import { grade } from "../grade/grade.js";
import { PLANTED_JUDGES, PLANTED_RUBRIC, type PlantedJudge, plantedRows } from "./__fixtures__/planted-judges.js";
import { type JudgeTrustReport, judgeTrust } from "./judge-trust.js";

const SEED = 1;

async function trustIn(planted: PlantedJudge): Promise<JudgeTrustReport> {
  const judge = planted.make(SEED);
  const { rows } = await grade(plantedRows(SEED), judge);
  return judgeTrust(rows, { judge, probes: "extended", rubric: PLANTED_RUBRIC });
}

it.each(PLANTED_JUDGES.filter(({ namedBy }) => namedBy.length === 0))(
  "clears a judge that is $name",
  async (planted) => {
    const report = await trustIn(planted);
    expect(report.flags).toEqual([]);
    expect(report).toMatchObject({ ok: true, status: "PASS", provisional: false });
    expect(`${report}`.startsWith("PASS\nagreement ")).toBe(true);
  },
);

it.each(PLANTED_JUDGES.filter(({ namedBy }) => namedBy.length > 0))("names a judge that $name", async (planted) => {
  const report = await trustIn(planted);
  expect(report.status).toBe("FAIL");
  expect(report.flags.filter((flag) => planted.namedBy.includes(flag))).not.toEqual([]);
  if (planted.probes !== undefined) {
    const named = Object.entries(report.probes ?? {}).flatMap(([name, { flagged, brittle }]) =>
      flagged || brittle ? [name] : [],
    );
    expect(named.filter((name) => planted.probes?.includes(name))).not.toEqual([]);
  }
});
