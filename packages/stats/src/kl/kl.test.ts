import { derive, OptionError, type Row } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { logprobReport } from "./logprob-report.js";
import { meanKl } from "./mean-kl.js";
import { stalenessReport } from "./staleness-report.js";

const codes = (report: { notes: readonly { code: string }[] }) => report.notes.map(({ code }) => code);

/** Rollouts of a policy over three tokens, scored by a reference: both sides in full. */
function sampledRows(policy: readonly number[], reference: readonly number[], nTasks: number, seed: string): Row[] {
  const stream = derive(seed, "tokens");
  return Array.from({ length: nTasks }, (_, task) => {
    const length = 5 + stream.integer(20);
    const tokens = Array.from({ length }, () => {
      const drawn = stream.uniform();
      return drawn < (policy[0] as number) ? 0 : drawn < (policy[0] as number) + (policy[1] as number) ? 1 : 2;
    });
    const own = tokens.map((token) => Math.log(policy[token] as number));
    const other = tokens.map((token) => Math.log(reference[token] as number));
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    return {
      task_id: task,
      n_tokens: length,
      logprob: sum(own),
      ref_logprob: sum(other),
      token_logprobs: own,
      ref_token_logprobs: other,
    };
  });
}

describe("meanKl", () => {
  const policy = [0.6, 0.3, 0.1];
  const reference = [0.4, 0.4, 0.2];
  const known = policy.reduce((sum, p, token) => sum + p * Math.log(p / (reference[token] as number)), 0);

  test("both estimates and their intervals find a divergence that is known", () => {
    const { meanKl: k1, ci95, k3 } = meanKl(sampledRows(policy, reference, 3000, "a"));
    expect(k1).toBeCloseTo(known, 2);
    expect(k3?.meanKl).toBeCloseTo(known, 2);
    expect((ci95?.low as number) < known && known < (ci95?.high as number)).toBe(true);
    const width = (interval: { low: number; high: number } | null | undefined) =>
      (interval?.high as number) - (interval?.low as number);
    expect(width(k3?.ci95)).toBeLessThan(width(ci95) / 2);
  });

  test("intervals cover as often as they say, with tasks as the units", () => {
    const runs = 300;
    let covered = 0;
    for (let run = 0; run < runs; run++) {
      const { ci95 } = meanKl(sampledRows(policy, reference, 20, `cover-${run}`));
      if (ci95 !== null && ci95.low <= known && known <= ci95.high) covered++;
    }
    // 95% within four standard errors of 300 runs.
    expect(covered / runs).toBeGreaterThan(0.9);
  });

  test("k3 is never negative where k1 is, and its interval stays at 0", () => {
    const rows = [1, 2, 3, 4].map((task) => ({
      task_id: task,
      n_tokens: 2,
      logprob: -3 * task,
      ref_logprob: -2.9 * task,
      token_logprobs: [-task, -2 * task],
      ref_token_logprobs: [-1.1 * task, -1.8 * task],
    }));
    const report = meanKl(rows);
    expect(report.meanKl).toBeLessThan(0);
    expect(report.k3?.meanKl).toBeGreaterThan(0);
    expect(report.k3?.ci95?.low).toBe(0);
    expect(codes(report)).toEqual(["negative_estimate"]);
    expect(`${report}`).toContain("token by token");
  });

  test("the same model on both sides is at 0", () => {
    expect(meanKl(sampledRows(policy, policy, 5, "a"))).toMatchObject({
      meanKl: 0,
      ci95: { low: 0, high: 0 },
      k3: { meanKl: 0 },
    });
  });

  test("a reference of other rows is matched by rollout, the first one wins", () => {
    const rows = [0, 1, 2].map((index) => ({ scenario_id: "a", rollout_index: index, logprob: -4, n_tokens: 2 }));
    const ref = [
      { scenario_id: "a", rollout_index: 1, logprob: -6, n_tokens: 2 },
      { scenario_id: "a", rollout_index: 1, logprob: -60, n_tokens: 2 },
      { scenario_id: "a", rollout_index: 2, logprob: -6, n_tokens: 3 },
      null as unknown as Row,
    ];
    const report = meanKl(rows, { ref });
    expect(report).toMatchObject({ meanKl: 1, nRows: 1, nSkipped: 2, skipped: { missing: 1, tokenMismatch: 1 } });
    expect(codes(report)).toEqual(["incomplete_rows", "token_mismatch"]);
  });

  test.each<[string, object, object]>([
    ["NaN", { logprob: Number.NaN }, { nonFinite: 1 }],
    ["an impossible token", { ref_logprob: Number.NEGATIVE_INFINITY }, { nonFinite: 1 }],
    ["a boolean", { logprob: true }, { missing: 1 }],
    ["text", { ref_logprob: "-1" }, { missing: 1 }],
    ["half a token", { n_tokens: 2.5 }, { noTokens: 1 }],
    ["no tokens", { n_tokens: 0 }, { noTokens: 1 }],
  ])("%s is skipped and counted", (_, broken, skipped) => {
    const good = { task_id: "a", logprob: -2, n_tokens: 2, ref_logprob: -3 };
    const report = meanKl([good, { ...good, ...broken } as unknown as Row]);
    expect(report).toMatchObject({ meanKl: 0.5, nRows: 1, nSkipped: 1, skipped });
  });

  test("tokens that do not match the count leave the row to the sum alone", () => {
    const [row] = sampledRows(policy, reference, 1, "a") as [Row];
    for (const broken of [
      { token_logprobs: [-1] },
      { ref_token_logprobs: [Number.NaN] },
      { ref_token_logprobs: undefined },
    ])
      expect(meanKl([{ ...row, ...broken }])).toMatchObject({ nRows: 1, k3: null });
    expect(
      meanKl([{ ...row, other: row.ref_token_logprobs, ref_token_logprobs: null }], { refTokens: "other" }).k3?.nRows,
    ).toBe(1);
    const far = { ...row, n_tokens: 1, token_logprobs: [-900], ref_token_logprobs: [-1] };
    expect(meanKl([far])).toMatchObject({ nRows: 1, k3: null });
  });

  test("nothing to read", () => {
    const report = meanKl([null as unknown as Row, {}]);
    expect(report).toMatchObject({ meanKl: null, ci95: null, nSkipped: 2 });
    expect(codes(report)).toEqual(["no_usable_rows"]);
    expect(`${report}`).toContain("KL to the reference n/a");
  });

  test("refuses bad options", () => {
    expect(() => meanKl([], { ref: 3 as unknown as string })).toThrow(OptionError);
    expect(() => meanKl([], { reference: "x" } as object)).toThrow(OptionError);
    expect(() => meanKl("rows.jsonl" as unknown as Row[])).toThrow(OptionError);
  });

  test("the order of rows changes no digit", () => {
    const value = fc.double({ min: -50, max: 0, noNaN: true });
    const row = fc.record({
      task_id: fc.constantFrom("a", "b", "c", "d"),
      logprob: value,
      ref_logprob: value,
      n_tokens: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 25 }), (rows) => {
        const { perTask: forwardTasks, ...forward } = meanKl(rows);
        const { perTask: backwardTasks, ...backward } = meanKl([...rows].reverse());
        expect(backward).toEqual(forward);
        expect(backwardTasks).toEqual(forwardTasks);
      }),
    );
  });
});

describe("logprobReport", () => {
  const confident = (reward: unknown, mean: number) =>
    ({ task_id: "a", reward, logprob: 4 * mean, n_tokens: 4 }) as Row;

  test("warns of a reward that follows confidence, and only then", () => {
    const following = [confident(1, -0.1), confident(1, -0.2), confident(0, -2), confident(false, -3)];
    expect(codes(logprobReport(following))).toEqual(["reward_tracks_confidence"]);
    expect(`${logprobReport(following)}`).toMatch(/correlation with the reward 0\.9\d \(4 rows\)/);
    const against = following.map((row, index) => ({ ...row, reward: index < 2 ? 0 : 1 }));
    expect(logprobReport(against).corrRewardConfidence).toBeLessThan(-0.9);
    expect(codes(logprobReport(against))).toEqual([]);
  });

  test.each<[string, Row[]]>([
    ["two rows", [confident(1, -1), confident(0, -2)]],
    ["one reward", [confident(1, -1), confident(1, -2), confident(1, -3)]],
    ["one confidence", [confident(1, -1), confident(0, -1), confident(1, -1)]],
    ["fractions", [confident(0.5, -1), confident(0.2, -2), confident(0.1, -3)]],
  ])("no correlation from %s", (_, rows) => expect(logprobReport(rows).corrRewardConfidence).toBeNull());

  test("counts what is missing, infinite and cut", () => {
    const report = logprobReport([
      confident(1, -1),
      { logprob: Number.NEGATIVE_INFINITY, n_tokens: 3 },
      { steps: [{ text: "x", truncated: true }] },
      { finish_reason: "length" },
      null as unknown as Row,
    ]);
    expect(report).toMatchObject({
      nRows: 4,
      nWithLogprobs: 1,
      nNonFinite: 1,
      nTruncated: 2,
      rowMeanP10: -1,
      rowMeanP90: -1,
    });
    expect(codes(report)).toEqual(["non_finite", "truncated"]);
    expect(codes(logprobReport([]))).toEqual(["no_logprobs"]);
    expect(`${logprobReport([])}`).toContain("on 0 of 0 rows (n/a)");
  });
});

describe("stalenessReport", () => {
  const rows: Row[] = [
    {
      model_version: "m-1",
      policy_version: "m-1@aa",
      sampling: { temperature: 1 },
      logprob: -1,
      n_tokens: 1,
      token_logprobs: [-1],
    },
    { model_version: "m-1", policy_version: "m-1@bb", sampling: { temperature: 0.7 } },
    { policy_version: "m-2@aa", sampling: null },
    {},
    null as unknown as Row,
  ];

  test("counts versions, what is stale, and what corrections need", () => {
    const report = stalenessReport(rows, { baseModel: "m-1" });
    expect(report).toMatchObject({
      nRows: 4,
      nStale: 1,
      nUnknown: 1,
      samplingShare: 0.5,
      logprobShare: 0.25,
      tokenLogprobShare: 0.25,
    });
    expect(report.staleShare).toBeCloseTo(1 / 3, 12);
    expect([...report.policyVersions]).toEqual([
      ["m-1@aa", 1],
      ["m-1@bb", 1],
      ["m-2@aa", 1],
    ]);
    expect([...report.modelVersions]).toEqual([["m-1", 2]]);
    expect(codes(report)).toEqual([
      "stale_rows",
      "mixed_policies",
      "mixed_temperatures",
      "missing_token_logprobs",
      "unknown_policy",
    ]);
    expect(`${report}`).toContain("4 rows, 33% not from m-1");
  });

  test("a whole policy version is a base too; without a base nothing is stale", () => {
    expect(stalenessReport(rows.slice(0, 2), { baseModel: "m-1@aa" }).nStale).toBe(1);
    expect(stalenessReport(rows)).toMatchObject({ baseModel: null, nStale: null, staleShare: null, nUnknown: 1 });
  });

  test("fresh rows raise nothing", () => {
    expect(codes(stalenessReport(rows.slice(0, 1), { baseModel: "m-1" }))).toEqual([]);
    expect(stalenessReport([])).toMatchObject({ nRows: 0, samplingShare: null });
  });

  test("prints the most frequent of many versions, and hostile names", () => {
    const many = Array.from({ length: 9 }, (_, index) => ({ model_version: index === 0 ? "__proto__" : `m-${index}` }));
    expect(`${stalenessReport(many)}`).toContain("and 3 more");
    const acting = `${stalenessReport([{ model_version: "\u001b[31mred" }], { baseModel: "\u001b[2Jmine" })}`;
    expect(acting).not.toContain("\u001b");
    expect(acting).toMatch(/^1 row, 100% not from \[2Jmine\n/);
    expect(() => stalenessReport(rows, { baseModle: "m" } as object)).toThrow(/baseModel/);
  });
});

test("log-probabilities that no model gives are left out like infinite ones", () => {
  const rows = [
    { task_id: "a", logprob: 1e308, n_tokens: 1, ref_logprob: -1e308, reward: 1 },
    { task_id: "b", logprob: -4, n_tokens: 2, ref_logprob: -5, reward: 0 },
  ];
  expect(meanKl(rows)).toMatchObject({ meanKl: 0.5, nRows: 1, skipped: { nonFinite: 1 } });
  expect(logprobReport(rows)).toMatchObject({ nNonFinite: 1, meanTokenLogprob: -2 });
  expect(() => `${meanKl(rows)}${logprobReport(rows)}`).not.toThrow();
});

test("rows that do not say which rollout they are match no reference", () => {
  const rows = [
    { task_id: "a", logprob: -3, n_tokens: 2 },
    { task_id: "b", logprob: -5, n_tokens: 2 },
  ];
  expect(meanKl(rows, { ref: [{ task_id: "a", logprob: -4, n_tokens: 2 }] })).toMatchObject({
    meanKl: null,
    skipped: { missing: 2 },
  });
});
