import { OptionError, type Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { codes, gateOf, group, ids, optimize } from "./__fixtures__/rl-groups.js";
import { optimize as optimizeGiven } from "./optimize.js";

describe("what is kept", () => {
  test("groups that disagree inside the band, whole and stamped", () => {
    const rows = [
      ...group("good", [1, 0, 1, 0]),
      ...group("easy", [1, 1, 1, 1, 1, 1, 1, 0]),
      ...group("hard", [0, 0, 0, 0, 0, 0, 0, 1]),
      ...group("pass", [1, 1]),
    ];
    const selection = optimize(rows);
    expect(ids(selection)).toEqual(["good-0", "good-1", "good-2", "good-3"]);
    expect(selection.report.bandDropped).toEqual({ tooEasy: 1, tooHard: 1 });
    expect(selection.report.unanimousGroupsDropped).toBe(1);
    expect(gateOf(selection)).toMatchObject({ "easy-0": "too_easy", "hard-7": "too_hard", "pass-1": "unanimous" });
    expect(selection.report.dropped).toHaveLength(18);
    expect(selection.rows[0]?.calibration).toMatchObject({ task_id: "good", n: 4, pass_rate: 0.5 });
    expect(selection.report.meanReward).toEqual({ before: (2 + 7 + 1 + 2) / 22, after: 0.5 });
    expect(selection.report.groupSize).toEqual({ before: 5.5, after: 4 });
  });

  test("the seeds' lines, then our own", () => {
    const rows = [
      ...group("good", [1, 0]),
      ...group("pass", [1, 1]),
      { ...(group("blank", [0])[0] as Row), final_text: "" },
      { ...(group("leak", [1])[0] as Row), privileged: { reference: "reply alpha 0 for leak" } },
    ];
    expect(`${optimize(rows)}`.split("\n").slice(0, 8)).toEqual([
      "rl selection: kept 2 of 6 rows",
      "  band 20%..80% pass rate: 0 asks dropped (0 too easy, 0 too hard)",
      "  unanimous groups dropped: 1; duplicates dropped: 0; truncated drop: 0",
      "  privileged leaks dropped: 1",
      "  rows dropped: junk replies 1 (blank 1)",
      "  groups kept: 1",
      "  hack scan: no signal",
      "  asks that chance put on the wrong side of the band: about 0.3",
    ]);
    expect(`${optimize(rows)}`).toContain("nothing could be compared. Grade more rollouts.\n");
    expect(`${optimize(rows)}`).toContain("  the scan read 2 graded rows of the groups kept; of them kept 2\n");
  });

  test("one of a thing is not spoken of as many", () => {
    const alone = group("a", [1], { lineage: { source: "eval" }, finish_reason: "length" });
    const texts = [
      `${optimize([])}`,
      `${optimize(alone, { truncated: "penalize" })}`,
      `${optimize([...group("a", [1, 0]), ...group("b", [1]), null] as Row[], { prior: [null] as unknown as Row[] })}`,
      `${optimize([...group("a", [1, 1, 1, 1, 1, 1, 1, 0]), ...group("b", [1, 0], { final_text: "The same words." })])}`,
      `${optimize([...group("b", [1, 0], { final_text: "The same words." })], { duplicates: "drop" })}`,
      `${optimize(group("a", [1, 1], { lineage: { source: "eval" } }).slice(0, 1))}`,
    ].join("\n");
    expect(texts).not.toMatch(/\b1 (?:rows|asks|groups|replies|prompts|entries|rollouts|selected rows)\b/);
    expect(texts).toContain("kept 0 of 0 rows");
    expect(texts).toContain("kept 1 of 1 row\n");
    expect(texts).toContain("1 ask dropped (1 too easy, 0 too hard)");
    expect(texts).toContain("1 entry of `prior` is no row.");
  });

  test("what the target cut off is printed", () => {
    const selection = optimize([...group("a", [1, 0]), ...group("b", [1, 0, 1])], { target: 1 });
    const kept = selection.rows.length;
    expect(`${selection}`).toContain(
      `  past the target of 1 row: ${5 - kept} left out, ${kept - 1} more kept, as groups stay whole\n`,
    );
    const two = [...group("a", [1, 0]), ...group("b", [1, 0])];
    expect(`${optimize(two, { target: 2 })}`).toContain("  past the target of 2 rows: 2 left out\n");
    expect(`${optimize(two, { target: 3 })}`).toContain(": 1 more kept, as groups stay whole\n");
    expect(`${optimize(two, { target: 4 })}`).not.toContain("target");
    expect(`${optimize(group("a", [1, 0]))}`).not.toContain("target");
  });

  test("null rewards are left out of the rate and are not failures", () => {
    const rows = [
      ...group("mixed", [1, 0, null, null]),
      ...group("nothing", [null, null, null, null]),
      ...group("sofar", [1, null, null, null]),
    ];
    const selection = optimize(rows);
    expect(ids(selection)).toEqual(["mixed-0", "mixed-1"]);
    expect(selection.report.calibration.tasks).toMatchObject([{ taskId: "mixed", n: 2, passRate: 0.5 }]);
    expect(selection.report.gates.unusableLabel).toBe(9);
    expect(gateOf(selection)["sofar-0"]).toBe("collapsed");
    expect(selection.report).toMatchObject({ unanimousSoFar: 1, ungradedGroupsDropped: 1, unanimousGroupsDropped: 1 });
    expect(selection.report.unlabelledCauses).toEqual([{ cause: "never_graded", rows: 9 }]);
    expect(selection.report.notes.find((note) => note.code === "unlabelled_rows")?.severity).toBe("info");
    expect(codes(selection)).toContain("unanimous_so_far");
  });

  test("a verdict that failed is no label, whatever reward stands beside it", () => {
    const rows = [
      ...group("a", [1, 0, 0]),
      ...group("b", [1, "x", 5, undefined, 1, 0], {}).map((row, index) =>
        index > 3 ? { ...row, judge_status: index === 4 ? "timeout" : "lost" } : row,
      ),
    ];
    rows[2] = { ...(rows[2] as Row), judge_status: "error" };
    const selection = optimize(rows);
    expect(ids(selection)).toEqual(["a-0", "a-1"]);
    expect(selection.report.unlabelledCauses.map(({ cause }) => cause)).toEqual([
      "error",
      "judge_failed",
      "never_graded",
      "not_a_number",
      "out_of_range",
      "timeout",
    ]);
    expect(selection.report.notes.find((note) => note.code === "unlabelled_rows")).toMatchObject({
      severity: "warning",
      message: expect.stringContaining("6 rows have no reward from 0 to 1 (error 1, judge failed 1,"),
    });
    expect(selection.report.calibration.tasks[0]).toMatchObject({ n: 2, passRate: 0.5 });
    expect(selection.report.scanned).toEqual({ rows: 2, selected: 2 });
  });

  test("the scan reads what was trimmed from the groups that stay", () => {
    const rows = group("a", [1, 0, 1, 0]);
    rows[3] = { ...(rows[3] as Row), finish_reason: "length" };
    const { report } = optimize(rows);
    expect(report.scanned).toEqual({ rows: 4, selected: 3 });
    expect(report.hackScan.nGraded).toBe(4);
  });

  test("prompts that differ by a slot are pointed out, and stay", () => {
    const worded = (id: string) => group(id, [1, 0], { prompt: `Refund order ${id} for me please it arrived broken` });
    const selection = optimize([...worded("4550"), ...worded("9921")]);
    expect(selection.rows).toHaveLength(4);
    expect(selection.report.nearDuplicates).toMatchObject({ nPrompts: 2, nPairs: 1 });
    expect(codes(selection)).toContain("near_duplicate_prompts");
    expect(optimize(group("a", [1, 0])).report.nearDuplicates.nPairs).toBe(0);
  });

  test("pass rates before and after weigh groups alike", () => {
    const { report } = optimize([...group("a", [1, 0]), ...group("b", [1, 1, 1, 1])]);
    expect(report.passRate).toEqual({ before: 0.75, after: 0.5 });
    expect(report.meanReward.before).toBeCloseTo(5 / 6);
  });

  test("contrast must lie inside one prompt of a task", () => {
    const worded = (rewards: readonly number[], prompt: string) =>
      group("t", rewards, { prompt }).map((row) => ({ ...row, rollout_id: `${prompt} ${row.rollout_id}` }));
    const selection = optimize([...worded([1, 1], "first wording"), ...worded([0, 0], "second wording")]);
    expect(selection.rows).toEqual([]);
    expect(selection.report.unanimousGroupsDropped).toBe(2);
    expect(codes(selection)).toContain("nothing_selected");
    expect(codes(selection)).toContain("no_mixed_groups");
  });

  test("asks with one rollout go when there is anything with a gradient, and stay otherwise", () => {
    const single = group("single", [1]);
    expect(ids(optimize(single))).toEqual(["single-0"]);
    expect(codes(optimize(single))).toContain("singles_kept");
    const beside = optimize([...single, ...group("good", [1, 0])]);
    expect(ids(beside)).toEqual(["good-0", "good-1"]);
    expect(gateOf(beside)["single-0"]).toBe("single");
  });

  test("fractions are banded by their mean, and any spread is contrast", () => {
    const rows = [...group("spread", [0.4, 0.6]), ...group("flat", [0.5, 0.5]), ...group("high", [0.9, 1])];
    const selection = optimize([...rows, ...group("wild", [-3, 7])]);
    expect(ids(selection)).toEqual(["spread-0", "spread-1"]);
    expect(gateOf(selection)).toMatchObject({
      "flat-0": "unanimous",
      "high-0": "too_easy",
      "wild-0": "unusable_label",
    });
    expect(selection.report.nFractional).toBe(5);
    expect(selection.report.calibration.tasks[0]?.passRateCi95).toBeNull();
  });

  test("near ties are pointed out with what estimators make of them, and a smallest spread drops them", () => {
    const rows = [...group("near", [0.5, 0.52, 0.5, 0.52]), ...group("far", [0.2, 0.8, 0.2, 0.8])];
    const { report } = optimize(rows);
    expect(report).toMatchObject({ groupsSelected: 2, nearTieGroups: 1, minSpread: 0 });
    const [grpo, drGrpo, rloo, dapo] = report.advantages;
    expect([grpo, drGrpo, rloo, dapo].map((own) => own?.nWithGradient)).toEqual([2, 2, 2, 2]);
    expect(grpo?.nearTieSize).toBeCloseTo(0.01 / (0.02 / Math.sqrt(3) + 1e-4), 9);
    expect(drGrpo).toMatchObject({ meanSize: expect.closeTo(0.155, 9), nearTieSize: expect.closeTo(0.01, 9) });
    expect(rloo?.largest).toBeCloseTo(0.4, 9);
    expect(dapo).toEqual({ ...grpo, estimator: "dapo" });
    expect(report.notes.find((note) => note.code === "near_ties")?.message).toContain(
      "In 1 group rewards differ by less than 0.1; GRPO and DAPO divide by the deviation and give them advantages of 0.86",
    );
    expect(`${report}`).toContain(
      "  advantages, mean size (largest): GRPO 0.86 (0.87), Dr. GRPO 0.16 (0.30), RLOO 0.21",
    );
    const wide = optimize(rows, { minSpread: 0.1 });
    expect(new Set(wide.rows.map((row) => row.scenario_id))).toEqual(new Set(["far"]));
    expect(wide.report.nearTieGroups).toBe(0);
    expect(optimize(group("edge", [0.5, 0.6])).report.nearTieGroups).toBe(0);
    expect(gateOf(wide)["near-0"]).toBe("unanimous");
    expect(`${optimize(group("a", [1, 0]))}`).not.toContain("advantages");
  });

  test("a filled group is judged by all its rollouts, a short unanimous probe is unanimous", () => {
    const plan = { sampling_plan: { policy: "probe" as const, probe: 2, k: 8 } };
    const selection = optimize([
      ...group("filled", [1, 0, 1, 1, 1, 1, 1, 1], plan),
      ...group("mid", [1, 0, 0, 0, 1, 1, 0, 1], plan),
      ...group("probe", [0, 0], plan),
    ]);
    expect(selection.report.groupsSelected).toBe(1);
    expect(gateOf(selection)).toMatchObject({ "filled-0": "too_easy", "probe-0": "unanimous" });
    expect(selection.report.unanimousSoFar).toBe(1);
    expect(codes(selection)).toContain("stopped_on_outcomes");
  });

  test("the target is passed by the group that reaches it", () => {
    const rows = [...group("a", [1, 0]), ...group("b", [1, 0]), ...group("c", [1, 0])];
    const selection = optimize(rows, { target: 3 });
    expect(selection.rows).toHaveLength(4);
    expect(Object.values(gateOf(selection))).toEqual(["target", "target"]);
  });
});

describe("options", () => {
  test("repeats stay by default and go on request, after difficulty is measured", () => {
    const rows = [...group("a", [1, 0, 1, 0]), ...group("b", Array(15).fill(1).concat(0))].map((row, index) =>
      index === 2 || (index > 4 && index < 19)
        ? { ...row, final_text: index === 2 ? "REPLY  alpha 0 for a." : "Same." }
        : row,
    );
    const kept = optimize(rows);
    expect(ids(kept)).toHaveLength(4);
    expect(kept.report.duplicates).toMatchObject({ nRepeats: 14, nDropped: 0, conflictingRewards: 0 });
    expect(kept.report.notes.find((note) => note.code === "duplicate_rollouts")?.severity).toBe("info");
    const dropped = optimize(rows, { duplicates: "drop" });
    expect(ids(dropped)).toEqual(["a-0", "a-1", "a-3"]);
    expect(dropped.report.duplicates.nDropped).toBe(14);
    expect(gateOf(dropped)["b-0"]).toBe("too_easy");
    expect(codes(dropped)).toContain("kway_lost");
    expect(codes(kept)).not.toContain("kway_lost");
    expect(codes(optimize(group("c", [1, 0, 1])))).not.toContain("kway_lost");
  });

  test("a group that only repeats kept in contrast collapses", () => {
    const rows = group("a", [1, 0]).map((row) => ({ ...row, final_text: "Same." }));
    const selection = optimize(rows, { duplicates: "drop" });
    expect(selection.report).toMatchObject({ collapsedGroupsDropped: 1, unanimousGroupsDropped: 1 });
    expect(codes(selection)).toContain("conflicting_rewards");
  });

  test("cut replies are dropped, ride along, or are penalised", () => {
    const rows = group("a", [1, 0, 1, 1]);
    rows[3] = { ...(rows[3] as Row), finish_reason: "length", reason: "good", judge_name: "j" };
    expect(ids(optimize(rows))).toEqual(["a-0", "a-1", "a-2"]);
    const riding = optimize(rows, { truncated: "keep" });
    expect(riding.rows[3]).toMatchObject({ overlong: true, reward: 1, markers: { finished: 0 } });
    expect(riding.report).toMatchObject({ truncatedKept: 1, truncatedSelected: 1 });
    expect(codes(riding)).toContain("truncated_rollouts");
    const cutAlone = { ...group("b", [1, 1])[0], final_text: "and so on", finish_reason: "length" } as Row;
    expect(`${optimize([...rows, cutAlone], { truncated: "keep" })}`).toContain("\n  cut replies kept: 1\n");
    const penalised = optimize(rows, { truncated: "penalize" });
    expect(penalised.rows[3]).toMatchObject({
      reward: 0,
      reward_before_penalty: 1,
      judge_name: "overlong_penalty",
      judge_meta: { judge_before: "j", reason_before: "good", scorer_kind: "rule" },
    });
    expect(`${penalised}`).toContain("; truncated penalized: 1\n");
    expect(`${optimize(rows)}`).toMatch(/; truncated drop: 1\n(?!.*cut replies kept)/s);
    expect(`${optimize(rows, { truncated: "keep" })}`).toMatch(/; truncated keep: 0\n.*\n {2}cut replies kept: 1\n/s);
    expect(optimize(penalised.rows, { truncated: "penalize" }).rows[3]).toMatchObject({ reward_before_penalty: 1 });
    expect(rows[3]).not.toHaveProperty("overlong");
    const ungraded = optimize([...rows.slice(0, 3), { ...rows[3], reward: null }], { truncated: "penalize" });
    expect(ungraded.rows[3]).toMatchObject({ reward: 0, reward_before_penalty: null });
    expect(ungraded.report.unlabelledCauses).toEqual([]);
    expect(ungraded.report.scanned).toEqual({ rows: 4, selected: 4 });
  });

  test("a group of nothing but cut replies has no vote", () => {
    const rows = group("a", [1, 0], { finish_reason: "length" });
    expect(optimize(rows, { truncated: "keep" }).report.collapsedGroupsDropped).toBe(1);
  });

  test("the posterior rule keeps what is more likely inside than outside", () => {
    const rows = [
      ...group("a", [1, 0, 0, 0]),
      ...group("b", [1, 1, 0, 0, ...Array(12).fill(0)]),
      ...group("c", [1, 1, 1, ...Array(13).fill(0)]),
    ];
    const point = optimize(rows);
    const posterior = optimize(rows, { bandRule: "posterior" });
    expect(new Set(posterior.rows.map((row) => row.scenario_id))).toEqual(new Set(["a"]));
    expect(posterior.report.expectedMisplaced).toBeGreaterThan(1);
    expect(point.report.expectedMisplaced).toBeCloseTo(posterior.report.expectedMisplaced, 12);
    expect(new Set(point.rows.map((row) => row.scenario_id))).toEqual(new Set(["a"]));
    const edge = group("d", [1, 1, 1, ...Array(12).fill(0)]);
    expect(optimize(edge).rows).toHaveLength(15);
    expect(optimize(edge, { bandRule: "posterior" }).rows).toHaveLength(15);
    expect(optimize(group("e", [1, 0, 0, 0, 0]), { band: [0.3, 0.7], bandRule: "posterior" }).rows).toHaveLength(0);
    const above = optimize(group("f", [1, 1, 1, 1, 0, 0, 0]), { band: [0.45, 0.6], bandRule: "posterior" });
    expect(above.report.bandDropped).toEqual({ tooEasy: 1, tooHard: 0 });
  });

  test("without enforcement the band only ranks; the middle can come first", () => {
    const rows = [...group("out", [1, 1, 1, 1, 1, 1, 1, 0]), ...group("edge", [1, 0, 0, 0]), ...group("mid", [1, 0])];
    const selection = optimize(rows, { enforceBand: false, order: "middle" });
    expect([...new Set(selection.rows.map((row) => row.scenario_id))]).toEqual(["mid", "edge", "out"]);
    expect(selection.report.expectedMisplaced).toBe(0);
  });

  test("tasks that an earlier round solved or never solved are not selected again", () => {
    const prior = [
      ...group("solved", [1, 1, 1], { policy_version: "p@1" }),
      ...group("hard", [0, 0]),
      ...group("again", [1, 0]),
      { scenario_id: "carried", calibration: { pass_rate: 0.95, n: 1 } },
      { scenario_id: "nothing" },
      null as unknown as Row,
    ];
    const rows = ["solved", "hard", "again", "carried", "new"].flatMap((task) => group(task, [1, 0]));
    const selection = optimize(rows, { prior });
    expect(new Set(selection.rows.map((row) => row.scenario_id))).toEqual(new Set(["again", "new"]));
    expect(selection.report.n).toBe(4);
    expect(selection.report.prior).toMatchObject({
      kept: 1,
      droppedSolved: 2,
      droppedUnsolved: 1,
      unknown: 1,
      rowsDropped: 6,
    });
    expect(`${selection}`).toContain("earlier round: 6 rows dropped (asks solved 2, unsolved 1)");
    expect(`${selection}`).toContain(
      "kept 4 of 4 rows\n  of the 10 that came, the earlier round had 6 outside the band\n",
    );
    expect(`${optimize(rows, { prior: [] })}`).not.toContain("that came");
  });

  test("with at most five rollouts the band cannot drop a mixed task, and the report says so", () => {
    const note = (size: number) =>
      optimize(group("a", [1, ...Array(size - 1).fill(0)])).report.notes.find(
        ({ code }) => code === "band_cannot_drop",
      );
    for (const size of [2, 4, 5])
      expect(note(size)?.message).toBe(
        `With up to ${size} rollouts per task every mixed one lies in the band, so it drops nothing.`,
      );
    expect(note(6)).toBeUndefined();
  });

  test("long cut replies are counted as junk and by what says that they were cut", () => {
    const long = "and so on and ".repeat(60).trim();
    const rows = group("a", [1, 0, 1, 0, 1, 0]);
    const cuts: Row[] = [
      { final_text: long, finish_reason: "length" },
      { finish_reason: "length" },
      { steps: [{ text: "hm", truncated: true }] },
      { reason: "The reply was cut off." },
    ];
    for (const [index, cut] of cuts.entries()) rows[index] = { ...(rows[index] as Row), ...cut };
    rows.push({ ...(rows[5] as Row), rollout_id: "a-6", final_text: "so on ".repeat(40).trim() });
    const { report } = optimize(rows);
    expect(report).toMatchObject({ truncatedAsJunk: 1, truncatedDropped: 4, nSelected: 2 });
    expect(report.truncatedCauses).toEqual([
      { cause: "finish_reason", rows: 2 },
      { cause: "ending", rows: 1 },
      { cause: "reason", rows: 1 },
      { cause: "step", rows: 1 },
    ]);
    expect(`${report}`).toContain("cut replies dropped as junk, as they are long: 1");
  });

  test("a verifier that fails right answers is a warning", () => {
    const found = (rate: number | null) => codes(optimize(group("a", [1, 0]), { audit: { fails: { rate } } }));
    expect(found(0.2)).toContain("verifier_false_negatives");
    expect(found(0.1)).not.toContain("verifier_false_negatives");
    expect(found(null)).not.toContain("verifier_false_negatives");
  });

  test("the seed changes the order and nothing else", () => {
    const rows = Array.from({ length: 20 }, (_, task) => group(`t${task}`, [1, 0])).flat();
    const pick = (seed: number | undefined, target: number) => ids(optimize(rows, { seed, target }));
    expect(pick(1, 10)).toEqual(pick(1, 10));
    expect(pick(1, 10)).not.toEqual(pick(2, 10));
    expect(pick(1, 1000).toSorted()).toEqual(pick(2, 1000).toSorted());
  });

  test.each([
    [{ mode: "grpo" }, '"rl", "sft"'],
    [{ duplicate: "drop" }, "Did you mean `duplicates`"],
    [{ truncated: "droop" }, 'Did you mean "drop"'],
    [{ band: [0.9, 0.1] }, "`band` must be two shares between 0 and 1, the lower one first"],
    [{ band: [40, 60] }, "such as [0.2, 0.8]"],
    [{ prior: 3 }, "rows"],
    [{ pick: "top" }, "Known options"],
    [{ target: 0 }, "at least 1"],
    [{ minSpread: 2 }, "from 0 to 1"],
    [{ audit: { rate: 0.2 } }, "what auditVerifier gave back"],
    [{ audit: { fails: { rate: Number.NaN } } }, "what auditVerifier gave back"],
    [{ audit: { fails: { rate: 1.2 } } }, "what auditVerifier gave back"],
    [{ seed: Number.NaN }, "a number or a string"],
  ])("%o is refused", (options, words) => {
    const call = () => optimize([], options as object);
    expect(call).toThrow(OptionError);
    expect(call).toThrow(words);
  });
});

test("a path is no list of rows", () => {
  expect(() => optimizeGiven("rows.jsonl" as never, { mode: "rl" })).toThrow("must be a list of rows, got string");
});
