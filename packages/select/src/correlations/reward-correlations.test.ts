import { derive, frozenCopy, OptionError, type Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { activityCorrelations, rewardCorrelations } from "./reward-correlations.js";

interface Reply {
  readonly text: string;
  readonly tools: number;
  readonly draw: number;
}

const PHRASES = ["Great question!", "I’m sorry.", "As an AI I try.", "I can’t help with that.", "I could be wrong."];

function rollouts(seed: number, reward: (reply: Reply, ask: number) => number, asks = 12, k = 8): Row[] {
  const stream = derive(seed, "correlations");
  return Array.from({ length: asks * k }, (_, index) => {
    const ask = Math.floor(index / k);
    const text = ["Done.", ...PHRASES.filter(() => stream.uniform() < 0.4), "x".repeat(stream.integer(60))].join(" ");
    const reply = { text, tools: stream.integer(4), draw: stream.uniform() };
    return {
      prompt: `ask ${ask}`,
      rollout_id: `r${index}`,
      final_text: text,
      steps: Array.from({ length: reply.tools }, () => ({ tool: "get", arguments: {}, result: "ok" })),
      reward: reward(reply, ask),
    };
  });
}

const flagged = (rows: Row[]) =>
  rewardCorrelations(rows)
    .correlations.filter((each) => each.flagged)
    .map(({ feature }) => feature);
const of = (rows: Row[], feature: string) =>
  rewardCorrelations(rows).correlations.find((each) => each.feature === feature);

describe("what is flagged", () => {
  test.each([
    ["reply_length", ({ text }: Reply) => text.length],
    ["tool_calls", ({ tools }: Reply) => Number(tools >= 2)],
    ["style:sycophancy", ({ text }: Reply) => Number(text.includes("Great"))],
    ["style:apology", ({ text }: Reply) => Number(text.includes("sorry"))],
    ["style:boilerplate", ({ text }: Reply) => Number(text.includes("AI"))],
    ["style:refusal", ({ text }: Reply) => -Number(text.includes("help"))],
    ["style:hedging", ({ text }: Reply) => Number(text.includes("wrong"))],
  ])("a reward that pays for %s", (feature, reward) => {
    const rows = rollouts(1, reward);
    expect(flagged(rows)).toContain(feature);
    expect(Math.abs(of(rows, feature)?.within as number)).toBeGreaterThan(0.85);
  });

  test("a reply that cannot be read is neither with a phrase nor without one", () => {
    const said = ["I verified it. Sorry.", "It ships today.", "已经完成。", "您的订单今天发货。"];
    const rows = Array.from({ length: 96 }, (_, index) => ({
      prompt: `ask ${index >> 3}`,
      rollout_id: `r${index}`,
      final_text: said[index % 4] ?? "",
      steps: [],
      // Half of the unread ones are paid, which tells nothing of the phrases.
      reward: [1, 0, 1, 0][index % 4] as number,
    }));
    expect(of(rows, "style:apology")).toMatchObject({ nObs: 24, flagged: true });
    const read = rows.filter((_, index) => index % 4 < 2);
    expect(of(read, "style:apology")?.within).toBeCloseTo(1);
    const within = (paid: number[]) =>
      of(
        rows.map((row, index) => ({
          ...row,
          reward: index % 4 < 2 ? (row.reward as number) : (paid[index % 4] as number),
        })),
        "style:apology",
      )?.within as number;
    // Taken for replies without the phrase, paid ones would pull the correlation down.
    expect(within([0, 0, 1, 1])).toBeCloseTo(within([0, 0, 0, 0]));
    const foreign = rows.map((row) => ({ ...row, final_text: "已经完成。" }));
    expect(of(foreign, "trace:lie.unverified_claim")).toMatchObject({ within: null, pooled: null, nObs: 0 });
  });

  test("a trace flag", () => {
    const rows = rollouts(1, ({ draw }) => Number(draw < 0.5)).map((row) =>
      row.reward === 1 ? { ...row, steps: [], final_text: "I verified the total." } : { ...row, steps: [] },
    );
    expect(of(rows, "trace:lie.unverified_claim")).toMatchObject({ flagged: true, pooled: 1 });
  });

  test("difficulty alone flags nothing inside asks, and shows in the pooled value", () => {
    const rows = rollouts(2, ({ draw }, ask) => Number(draw < ask / 11)).map((row, index) => ({
      ...row,
      final_text: "x".repeat(20 + 30 * Math.floor(index / 8) + (index % 3)),
    }));
    const length = of(rows, "reply_length");
    expect(length?.pooled).toBeGreaterThan(0.4);
    expect(Math.abs(length?.within as number)).toBeLessThan(0.3);
    expect(flagged(rows)).not.toContain("reply_length");
  });

  test("noise raises hardly any flag although many features are looked at", () => {
    let alarms = 0;
    for (let seed = 0; seed < 60; seed++)
      if (flagged(rollouts(100 + seed, ({ draw }) => Number(draw < 0.5), 4, 6)).length > 0) alarms++;
    expect(alarms).toBeLessThan(9);
  });

  test("a strong correlation of few rows is no finding", () => {
    const rows = rollouts(3, ({ tools }) => tools, 2, 5);
    expect(of(rows, "tool_calls")).toMatchObject({ flagged: false });
    expect(of(rows, "tool_calls")?.within).toBeCloseTo(1);
  });
});

describe("p", () => {
  test("is exact for one ask: the share of orders that do as well", () => {
    const rows = [1, 2, 3, 4].map((tools) => ({
      prompt: "a",
      final_text: "same",
      steps: Array.from({ length: tools }, () => ({ tool: "get", arguments: {}, result: "ok" })),
      reward: tools,
    }));
    const p = rewardCorrelations(rows, { permutations: 20_000 }).correlations[1]?.p as number;
    expect(Math.abs(p - 2 / 24)).toBeLessThan(0.01);
  });

  test("counts the other features", () => {
    const rows = rollouts(4, ({ draw }) => draw);
    for (const { p, adjustedP } of rewardCorrelations(rows).correlations)
      if (p !== null) expect(adjustedP).toBeGreaterThanOrEqual(p);
  });

  test("is null where nothing varies", () => {
    const { correlations, notes } = rewardCorrelations(rollouts(5, () => 1));
    for (const each of correlations) expect(each).toMatchObject({ within: null, p: null, flagged: false });
    expect(notes.map(({ code }) => code)).toEqual(["no_contrast"]);
    const mute = of(
      rollouts(5, ({ draw }) => draw),
      "trace:risk.secrets",
    );
    expect(mute).toMatchObject({ within: null, pooled: null, nObs: 0, p: null, adjustedP: null });
  });
});

test("selection looks at length, calls and turns alone", () => {
  const rows = rollouts(1, ({ tools }) => tools);
  expect(activityCorrelations(rows).map(({ feature, flagged }) => [feature, flagged])).toEqual([
    ["reply_length", false],
    ["tool_calls", true],
    ["assistant_turns", true],
  ]);
  expect(activityCorrelations(rollouts(1, ({ draw }) => draw)).map(({ p }) => p)).toEqual([null, null, null]);
});

describe("input", () => {
  test("order, freezing and hostile entries change nothing", () => {
    const rows = rollouts(6, ({ draw, tools }) => draw + tools);
    const hostile = [
      null,
      7,
      { reward: Infinity },
      { reward: "x" },
      { messages: [null], steps: 3 },
    ] as unknown as Row[];
    const report = rewardCorrelations(frozenCopy([...hostile, ...derive(1, "order").shuffle(rows)]) as Row[]);
    expect(report.correlations).toEqual(rewardCorrelations(rows).correlations);
    expect(report).toMatchObject({ nRows: 101, nSkipped: 2, nGraded: 96, nGroups: 12 });
    expect(report.notes.map(({ code }) => code).slice(-2)).toEqual(["infinite_rewards", "skipped_entries"]);
  });

  test("slips are named", () => {
    expect(() => rewardCorrelations([], { permutation: 3 } as object)).toThrow("Did you mean `permutations`?");
    expect(() => rewardCorrelations("rows.jsonl" as never)).toThrow(OptionError);
    expect(rewardCorrelations([]).notes.map(({ code }) => code)).toEqual(["ungraded"]);
  });
});

test("the text is a table", () => {
  const lines = `${rewardCorrelations(rollouts(1, ({ tools }) => tools))}`.split("\n");
  expect(lines[0]).toBe("Reward correlations: 96 graded rollouts, 12 asks");
  expect(lines[1]).toBe(`  ${"feature".padEnd(28)}  within  pooled  adj. p       n`);
  expect(lines[3]).toMatch(/^\* tool_calls {18} {2}\+1\.000 {2}\+1\.000 {3}0\.001 +\d+$/);
  expect(lines).toContain("  never seen: 10 of 18 features");
  expect(lines.at(-1)).toMatch(/^! The reward goes with assistant_turns: \+1\.00 within asks, \+1\.00 pooled\. If /);
});
