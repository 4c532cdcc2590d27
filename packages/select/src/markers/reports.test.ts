import { frozenCopy, type Row } from "@whileai/core";
import { expect, test } from "vitest";
import { call, rollout } from "./__fixtures__/flag-cases.js";
import { refusalReport } from "./style/refusal-report.js";
import { styleReport } from "./style/style-report.js";
import { traceFlagReport } from "./trace-flag-report.js";

/** Eight tasks of four rollouts, in which what a maker says of the rollout's number pays. */
function graded(make: (index: number, task: number) => Row, pays: (index: number, task: number) => boolean): Row[] {
  return Array.from({ length: 32 }, (_, at) => {
    const [task, index] = [Math.floor(at / 4), at % 4];
    return frozenCopy({
      ...make(index, task),
      task_id: `t${task}`,
      rollout_id: `r${String(at).padStart(2, "0")}`,
      reward: pays(index, task) ? 1 : 0,
    });
  });
}

const lying = (index: number) => rollout(index < 2 ? "I verified it." : "It ships today.");

test("a flag that pays is flagged, with its examples", () => {
  const rows = graded(lying, (index) => index < 2);
  const report = traceFlagReport(rows);
  const found = report.flags.find(({ flag }) => flag === "lie.unverified_claim");
  expect(found).toMatchObject({ n: 16, rate: 0.5, within: 1, pooled: 1, flagged: true });
  expect(found?.examples).toEqual(
    ["r00", "r01", "r04"].map((id) => ({ rolloutId: id, index: null, evidence: "I verified" })),
  );
  const nameless = traceFlagReport([null, rollout("Fine."), rollout("I verified it.")] as never);
  expect(nameless.flags.find(({ n }) => n > 0)?.examples).toEqual([
    { rolloutId: null, index: 2, evidence: "I verified" },
  ]);
  expect(`${nameless}`).toContain("\n    row 3: I verified\n");
  expect(report).toMatchObject({ nRows: 32, nGraded: 32, nFlagged: 16, nUnread: 0, nSkipped: 0 });
  expect(report.markers.find(({ marker }) => marker === "honest_claims")).toEqual({
    marker: "honest_claims",
    clean: 0.5,
    interval: { low: 0.5, high: 0.5 },
    nTasks: 8,
    nRead: 32,
  });
  expect(report.notes.map(({ code }) => code)).toEqual(["reward_pays_for_flag"]);
  expect(`${report}`).toMatchInlineSnapshot(`
    "trace flags: 16 of 32 rows flagged
      flag                         rows     rate   within   pooled
      lie.unverified_claim           16      50%    +1.00    +1.00  paid
        r00: I verified
      marker                      clean  95% interval
      honest_claims                 50%  50%..50%
      warning: Rollouts that show lie.unverified_claim earn more. Read its examples, then change the judge before training on these rewards."
  `);
  expect(traceFlagReport(rows.toReversed())).toEqual(report);
});

test("a flag that costs is not, nor one on few rows, nor one that only easy tasks show", () => {
  const costs = traceFlagReport(graded(lying, (index) => index >= 2));
  expect(costs.flags.find(({ n }) => n > 0)).toMatchObject({ within: -1, flagged: false });
  const few = traceFlagReport(graded(lying, (index) => index < 2).slice(0, 16));
  expect(few.flags.find(({ n }) => n > 0)).toMatchObject({ within: 1, flagged: false });
  const easy = traceFlagReport(
    graded(
      (index, task) => rollout(task < 4 && index !== 0 ? "I verified it." : "Fine."),
      (index, task) => task < 4 || index === 0,
    ),
  );
  const tie = easy.flags.find(({ n }) => n > 0);
  expect(tie?.pooled).toBeGreaterThan(0.3);
  expect(tie).toMatchObject({ within: 0, flagged: false });
});

test("says what it could not use", () => {
  const report = traceFlagReport([null, rollout("已经完成。"), { final_text: "Hi." }] as never);
  expect(report.notes.map(({ code }) => code)).toEqual(["skipped_entries", "unread_replies", "ungraded"]);
  expect(report).toMatchObject({ nRows: 2, nSkipped: 1, nUnread: 1, nGraded: 0 });
  const empty = traceFlagReport([]);
  expect(empty.notes.map(({ code }) => code)).toEqual(["no_rows"]);
  expect(empty.flags.every(({ rate, within }) => rate === null && within === null)).toBe(true);
  expect(empty.markers.every(({ clean }) => clean === null)).toBe(true);
  expect(JSON.stringify(empty)).not.toContain("NaN");
  expect(() => traceFlagReport([], { evidence: true } as never)).toThrow(/evidence/);
});

test("replies that cannot be read count neither as clean nor as flagged, whatever the reward does with them", () => {
  const said = (index: number) =>
    rollout(["I verified it.", "It ships today.", "已经完成。", "所有测试都通过了。"][index] ?? "");
  const rows = graded(said, (index) => index !== 1);
  const of = (report: ReturnType<typeof traceFlagReport>, flag: string) =>
    report.flags.find((each) => each.flag === flag);
  const report = traceFlagReport(rows);
  expect(of(report, "lie.unverified_claim")).toMatchObject({ n: 8, nRead: 16, rate: 0.5, within: 1 });
  expect(of(report, "risk.secrets")).toMatchObject({ n: 0, nRead: 32, rate: 0 });
  expect(report.nUnread).toBe(16);
  expect(of(traceFlagReport([rollout("已经完成。")]), "lie.unverified_claim")).toMatchObject({ nRead: 0, rate: null });

  const sorry = graded(
    (index) => rollout(["Sorry.", "Fine.", "已经完成。", ""][index] ?? ""),
    (index) => index !== 1,
  );
  expect(styleReport(sorry).families.find(({ family }) => family === "apology")).toMatchObject({
    within: 1,
    nRead: 16,
  });
  const refused = refusalReport(sorry, { phrases: ["sorry"] });
  expect(refused).toMatchObject({ nRefused: 8, nUnread: 8, rate: 8 / 24 });
});

test("a family that is turned off is not read, and counts no row as unread", () => {
  const report = styleReport([{ final_text: "Sorry." }, { final_text: "Fine." }], { phrases: { apology: [] } });
  expect(report.families.find(({ family }) => family === "apology")).toMatchObject({ clean: null, nRead: 0, hits: 0 });
  expect(report.nUnread).toBe(0);
  expect(`${report}`).toMatch(/^ {2}apology {17} {8}0 {8}-/m);
});

test("names and evidence from rows are printed without terminal codes, and cut between characters", () => {
  const odd = "a\u001b[31m\u202eb";
  const row = { ...rollout(`I verified it.`), rollout_id: `${odd}${"x".repeat(85)}😀😀😀`, markers: { [odd]: 1 } };
  const texts = [traceFlagReport([row]), styleReport([row]), refusalReport([row, row], { phrases: ["verified"] })].map(
    String,
  );
  const task = { ...rollout("Sorry, I can't help with that."), task_id: `${"x".repeat(59)}😀` };
  texts.push(`${refusalReport([task, task])}`);
  expect(texts[0]).toContain("a\ufffd[31m");
  expect(texts[1]).toContain("a\ufffd[31m");
  expect(texts[3]).toContain(`("${"x".repeat(59)}")`);
  for (const text of texts) {
    for (const code of ["\u001b", "\u202e"]) expect(text).not.toContain(code);
    expect(text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  }
});

const flattering = (index: number) =>
  rollout(index % 2 === 0 ? "Great question! Great question, it ships today." : "It ships today. Sorry.");

test("style: which phrases, and whether they pay", () => {
  const rows = graded(flattering, (index) => index % 2 === 0).map((row) => ({
    ...row,
    markers: { polite: 1, no_apology: 0 },
  }));
  const report = styleReport(rows);
  const by = (family: string) => report.families.find((found) => found.family === family);
  expect(by("sycophancy")).toMatchObject({
    marker: "no_sycophancy",
    hits: 16,
    clean: 0.5,
    topPhrases: [{ phrase: "great question", n: 16 }],
    within: 1,
    flagged: true,
    degenerate: false,
  });
  expect(by("apology")).toMatchObject({ hits: 16, within: -1, flagged: false });
  expect(by("refusal")).toMatchObject({ hits: 0, clean: 1, within: null, degenerate: true });
  expect(report.otherMarkers).toEqual(["polite"]);
  expect(report.notes.map(({ code }) => code)).toEqual(["reward_pays_for_style"]);
  expect(`${report}`).toMatchInlineSnapshot(`
    "style: 32 rows
      family                       rows    clean   within   pooled  95% interval of clean
      boilerplate                     0     100%        -        -  100%..100%
      hedging                         0     100%        -        -  100%..100%
      apology                        16      50%    -1.00    -1.00  50%..50%
        "sorry" 16
      sycophancy                     16      50%    +1.00    +1.00  50%..50%  paid
        "great question" 16
      refusal                         0     100%        -        -  100%..100%
      markers from elsewhere: polite
      warning: Replies with sycophancy earn more. Look at its phrases, then change the judge before training on these rewards."
  `);
  expect(styleReport(rows.toReversed())).toEqual(report);
  expect(styleReport([{ final_text: "sorry" }]).families.find(({ hits }) => hits > 0)).toMatchObject({
    degenerate: true,
  });
});

test("refusals: how often, after what, and where always", () => {
  const rows = graded(
    (index, task) =>
      rollout(
        task === 0 || index === 0 ? "I’m not able to help with that." : "It ships today.",
        index === 0 ? [call("get_order", {}, { status: "denied" })] : [call("get_order")],
      ),
    (_, task) => task < 4,
  );
  const report = refusalReport([...rows, { final_text: "" }]);
  expect(report).toMatchObject({
    nRows: 33,
    nUnread: 1,
    nRefused: 11,
    nTasks: 8,
    afterFault: { nRows: 8, nRefused: 8 },
    withoutFault: { nRows: 24, nRefused: 3 },
    alwaysRefused: ["t0"],
    topPhrases: [{ phrase: "i'm not able to help", n: 11 }],
    flagged: false,
  });
  expect(report.rate).toBeCloseTo((1 + 7 / 4) / 8);
  expect(report.rewardRefused).toBeCloseTo(7 / 11);
  expect(`${report}`).toMatchInlineSnapshot(`
    "refusals: 11 of 33 rows, rate over tasks 34% [25%..53%]
      after a fault 8 of 8; without one 3 of 24
      reward when refusing 0.64, when answering 0.43; correlation within asks -, pooled +0.20
      always refused: 1 task ("t0")
      warning: 1 reply could not be read (nothing was said, or in a script or language that the patterns do not know), and counts neither as clean nor as flagged."
  `);
  expect(refusalReport([{ task_id: "once", final_text: "I’m not able to help." }]).alwaysRefused).toEqual([]);
  const paid = refusalReport(
    graded(
      (index) => rollout(index === 0 ? "Nope." : "Sure."),
      (index) => index === 0,
    ),
    { phrases: ["nope"] },
  );
  expect(paid.notes.map(({ code }) => code)).toEqual(["reward_pays_for_refusing"]);
  expect(() => refusalReport([], { phrases: [] })).toThrow(/phrases/);
  expect(`${refusalReport([{ final_text: "Fine.", reward: -0 }])}`).toContain("when answering 0.00;");
  expect(refusalReport([])).toMatchObject({ rate: null, rewardRefused: null, within: null });
});
