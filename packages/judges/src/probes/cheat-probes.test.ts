import { OptionError, type Row } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { verify } from "../verify/verify.js";
import { cheatProbes } from "./cheat-probes.js";

const rows = (n: number, answer: (index: number) => unknown): Row[] =>
  Array.from({ length: n }, (_, index) => ({
    prompt: `Question ${index}: A or B?`,
    answer: answer(index),
    final_text: "x",
    reward: 1,
  }));

describe("cheatProbes", () => {
  it("pays nobody with a verifier that checks and answers that differ", async () => {
    const report = await cheatProbes(
      verify.ExactMatch(),
      rows(60, (index) => `answer ${index}`),
    );
    expect(report).toMatchObject({ ok: true, paid: [], n: 40, verifier: "ExactMatch" });
    expect(`${report}`).toMatch(/^PASS cheats against ExactMatch \(n=40\):\n {2}refuse {5}0% \[0%\.\.9%] \(n=40\)\n/);
  });

  it("names the constant that is right too often, with its share", async () => {
    const report = await cheatProbes(
      verify.ExactMatch(),
      rows(40, (index) => (index % 4 === 0 ? index : "B")),
    );
    expect(report.paid).toEqual(["constant"]);
    expect(report.cheats.constant).toMatchObject({ meanScore: 0.75, answerShare: 0.75 });
    expect(`${report}`).toContain(
      'nothing but "constant" earns 75% of the reward (its answer is right on 75% of the rows)',
    );
  });

  it("names what a lenient function pays for, fractions too", async () => {
    const length = await cheatProbes(
      (row) => Math.min(1, String(row.final_text).length / 100),
      rows(20, () => "B"),
    );
    expect(length.paid).toEqual(["refuse", "ask", "echo", "filler"]);
    expect(length.cheats.echo.ci95?.low).toBeGreaterThan(0.1);
    const silent = await cheatProbes((row) => row.final_text === "", [{ prompt: "p" }, { prompt: "q" }]);
    expect(silent.cheats.empty).toMatchObject({ meanScore: 1, flagged: true });
    expect(silent.cheats.constant.skipped).toBe("no row has a right answer");
    expect(`${silent}`).toContain("constant   skipped: no row has a right answer");
  });

  it("does not pass on scores that are too few for an interval", async () => {
    const report = await cheatProbes(() => 0.9, rows(2, String));
    expect(report).toMatchObject({ ok: false, paid: [], cheats: { echo: { n: 2, meanScore: 0.9, ci95: null } } });
    expect(`${report}`).toMatch(/^NOT MEASURED/);
    expect(report.notes[0]).toMatchObject({ code: "too_few_refuse", severity: "warning" });
    expect((await cheatProbes(() => 0.9, rows(3, String))).paid).toHaveLength(6);
  });

  it("counts entries that are no rows", async () => {
    const report = await cheatProbes(verify.ExactMatch(), [...rows(20, String), null, "row"] as never);
    expect(report).toMatchObject({ n: 20, nNotRows: 2 });
    expect(report.notes.map(({ code }) => code)).toEqual(["not_rows"]);
  });

  it("does not pass when nothing was scored", async () => {
    const report = await cheatProbes(verify.ExactMatch(), [{ prompt: "p" }]);
    expect(report).toMatchObject({ ok: false, cheats: { refuse: { n: 0, unjudged: 1 } } });
    expect(`${report}`).toMatch(/^NOT MEASURED[\s\S]*no score \(1 unjudged\)/);
    expect((await cheatProbes(verify.ExactMatch(), [null] as never)).notes[0]?.message).toBe(
      "There were no rows to try.",
    );
  });

  it("tells once of rows that no cheat got a score on", async () => {
    const { notes } = await cheatProbes(verify.ExactMatch(), [...rows(20, String), { prompt: "no answer" }]);
    expect(notes.map(({ code }) => code)).toEqual(["unscored_several"]);
    expect(notes[0]?.message).toMatch(/^"refuse", "ask", .*"constant" got no score on 1 of 21 rows\.$/);
  });

  it("does not pass when some cheats were never scored, and counts rows that were not", async () => {
    const mute = (row: Readonly<Row>) => (row.final_text === "" ? null : 0);
    const report = await cheatProbes(mute as never, rows(20, String));
    expect(report).toMatchObject({ ok: false, paid: [] });
    expect(`${report}`).toMatch(/^NOT MEASURED/);
    expect(report.notes.map(({ code }) => code)).toEqual(["unscored_empty"]);
    const once = await cheatProbes(
      (row) => (row.prompt === "Question 3: A or B?" ? null : 0) as number,
      rows(20, String),
    );
    expect(once).toMatchObject({ ok: true, cheats: { echo: { n: 19, unjudged: 1 } } });
    expect(once.notes.map(({ code }) => code)).toEqual(["unscored_several"]);
  });

  it("shows the verifier neither verdicts nor steps", async () => {
    const seen = new Set<string>();
    await cheatProbes(
      (row) => {
        for (const key of Object.keys(row)) seen.add(key);
        expect(row.steps).toEqual([]);
        return 0;
      },
      [{ prompt: "p", answer: [1, 2], reward: 1, reason: "r", steps: [{ text: "did" }] }],
    );
    expect([...seen].sort()).toEqual(["answer", "final_text", "prompt", "steps"]);
    const object = await cheatProbes(
      (row) => String(row.final_text).includes("{"),
      [{ prompt: "p", answer: { a: 1 } }],
    );
    expect(object.cheats.constant.meanScore).toBe(1);
  });

  it("refuses what it does not know", async () => {
    await expect(cheatProbes(verify.ExactMatch(), [], { flags: 1 } as never)).rejects.toThrow(OptionError);
  });
});
