import { derive, OptionError, type Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { codes, paysDoor, rollouts } from "./__fixtures__/rollouts.js";
import { hackScan } from "./hack-scan.js";
import { handFeatures } from "./hand-features.js";

describe("features", () => {
  test("a conjunction that explains the reward is found", () => {
    const both = ({ words }: { words: string[] }) => Number(words.includes("door") && words.includes("the"));
    const scan = hackScan(rollouts(7, both, { asks: 40 }), { seeds: 12 });
    expect(scan.topFeature).toMatch(/^contains:(door AND contains:the|the AND contains:door)$/);
    expect(hackScan(rollouts(7, both, { asks: 40 }), { seeds: 0 }).topFeature).not.toContain("AND");
  });

  test("a caller's column counts, and a missing value is not a zero", () => {
    const rows = rollouts(8, ({ draw }) => Number(draw < 0.5)).map((row, index) => ({
      ...row,
      score: index % 3 === 0 ? null : (row.reward as number) + 5,
    }));
    const scan = hackScan(rows, {
      features: { score: "score", half: (row) => (row.reward as number) / 2 + 1 },
      auto: false,
    });
    const named = (name: string) =>
      scan.features.find((one) => one.name === name || one.aliases.some((alias) => alias.name === name));
    expect(named("half")?.rho).toBeCloseTo(1);
    expect(named("score")?.nObs).toBe(64);
    expect(named("score")?.rho).toBeGreaterThan(0.7);
  });

  test("where nothing was measured a column stands at the mean of its ask, whatever other asks hold", () => {
    const rows = rollouts(8, ({ draw }) => draw).map((row, index) => ({
      ...row,
      score: index % 4 === 0 ? null : 100 * (index >> 3) + 10 * (row.reward as number),
    }));
    const { features } = hackScan(rows, { features: { score: "score" }, auto: false });
    const score = features.find(({ name }) => name === "score");
    const known = hackScan(
      rows.filter(({ score }) => score !== null),
      { features: { score: "score" }, auto: false },
    );
    expect(known.features.find(({ name }) => name === "score")?.rho).toBeCloseTo(1);
    // Only the rewards that nothing stands beside keep it from 1.
    expect(score?.rho).toBeGreaterThan(0.8);
  });

  test("log-probabilities of no token measure nothing", () => {
    expect(handFeatures({ logprob: -3, n_tokens: 0 }).has("logprob_mean")).toBe(false);
    expect(handFeatures({ logprob: -3, n_tokens: 2 }).get("logprob_mean")).toBe(-1.5);
  });

  test("two words of which one never stands without the other are no conjunction", () => {
    const rows = rollouts(7, ({ words }) => Number(words.includes("door"))).map((row) => ({
      ...row,
      final_text: `${row.final_text}${`${row.final_text}`.includes("door") ? " zebra" : ""}`,
    }));
    for (const { name } of hackScan(rows, { topFeatures: 500, merge: "identical" }).features)
      expect(name).not.toMatch(/contains:zebra AND contains:door|contains:door AND contains:zebra/);
  });

  test("asks are told apart by task as well as by prompt", () => {
    const rows = rollouts(1, paysDoor).map((row) => ({ ...row, prompt: "same", scenario_id: String(row.prompt) }));
    expect(hackScan(rows).nGroups).toBe(12);
    expect(hackScan(rows.map(({ scenario_id: _, ...row }) => row)).nGroups).toBe(1);
  });

  test("replies in any script are read", () => {
    const rows = Array.from({ length: 60 }, (_, index) => ({
      prompt: `質問 ${index % 6}`,
      final_text: `${"甲乙丙丁戊"[index % 5]}返金${index % 7 < 3 ? "確認" : "不明"} é${"一二三四"[index % 4]}`,
      reward: Number(index % 7 < 3),
    }));
    const scan = hackScan(rows);
    expect(scan.regime).toBe("unendorsed");
    expect(scan.topFeature).toMatch(/contains:[確認不明]/);
  });
});

describe("columns of the caller", () => {
  test("a function that throws has measured nothing on that row, and the report says so", () => {
    const rows = rollouts(8, ({ draw }) => Number(draw < 0.5));
    const odd = (row: Row) => {
      if (String(row.rollout_id).endsWith("-3")) throw new Error("no");
      return row.reward as number;
    };
    const scan = hackScan(rows, { features: { odd }, auto: false });
    expect(scan.topFeature).toBe("odd");
    expect(scan.notes.at(-1)).toMatchObject({ code: "feature_failed" });
    expect(scan.notes.at(-1)?.message).toContain("12 of 96");
  });

  test("one takes the place of a column of the scan's own with its name", () => {
    const rows = rollouts(8, ({ draw }) => Number(draw < 0.5));
    const scan = hackScan(rows, { features: { reply_length: "reward", "contains:door": () => null } });
    const named = (name: string) => scan.features.filter((one) => one.name === name);
    expect(named("reply_length")).toMatchObject([{ rho: 1 }]);
    expect(named("contains:door")).toEqual([]);
  });

  test("a flag joins conjunctions, also as true and false", () => {
    const rows = rollouts(7, ({ words, draw }) => Number(words.includes("door") && draw < 0.5), { asks: 40 });
    const draws = new Map(rows.map((row) => [row.rollout_id, row.reward]));
    const low = derive(7, "low");
    const features = { low: (row: Row) => draws.get(row.rollout_id as string) === 1 || low.uniform() < 0.4 };
    expect(hackScan(rows, { features }).topFeature).toMatch(/^low AND contains:door$|^contains:door AND low$/);
  });

  test("times in milliseconds keep their small differences", () => {
    const rows = rollouts(8, ({ draw }) => draw);
    const scan = hackScan(rows, {
      features: { at: (row) => 1.7e12 + Math.round(1000 * (row.reward as number)) },
      auto: false,
    });
    expect(scan.features[0]).toMatchObject({ name: "at", aboveFloor: true });
    expect(scan.rhoMax).toBeGreaterThan(0.999);
  });
});

describe("input", () => {
  test("null entries, infinite rewards and hostile rows are counted, not fatal", () => {
    const hostile = [
      null,
      7,
      { reward: Number.POSITIVE_INFINITY, prompt: "a" },
      { reward: 1, prompt: 5, messages: [null, { role: 3 }], steps: [null, "x", { tool: 9 }], markers: [1] },
      { reward: "0.5", __proto__: null, final_text: "\ud800", markers: { bad: Number.NaN } },
    ] as unknown as Row[];
    const scan = hackScan([...rollouts(1, paysDoor), ...hostile]);
    expect(scan).toMatchObject({ nRows: 101, nSkipped: 2, nGraded: 98, continuousReward: true });
    expect(codes(scan)).toEqual(["unendorsed", "infinite_rewards", "skipped_entries"]);
    expect(() => JSON.stringify(scan)).not.toThrow();
  });

  test("names without number cost little", () => {
    const rows = rollouts(1, paysDoor, { asks: 250 }).map((row, index) => ({
      ...row,
      markers: Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`m${index}-${at}`, 1])),
      steps: [{ tool: `t${index}`, arguments: {}, result: "ok" }],
    }));
    const before = process.memoryUsage().arrayBuffers;
    expect(hackScan(rows).topFeature).toBe("contains:door");
    // A dense column for each of the 40,000 names would take 640 MB.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100e6);
  });

  test("rows that contain themselves are rows", () => {
    const rows = rollouts(1, paysDoor).map(({ rollout_id: _, ...row }) => ({ ...row, own: {} }));
    const loops = [1, 2].map(() => {
      const row = { ...(rows[0] as Row) };
      row.own = row;
      return row;
    });
    expect(hackScan([...rows, ...loops]).nGraded).toBe(98);
  });

  test("the order of the rows changes nothing", () => {
    const rows = rollouts(3, ({ draw, words }) => Number(draw < 0.4 || words.includes("way")));
    const shuffled = derive(0, "order").shuffle(rows);
    expect(JSON.stringify(hackScan(shuffled))).toBe(JSON.stringify(hackScan(rows)));
  });

  test("rows are not changed", () => {
    const rows = rollouts(1, paysDoor, { asks: 4 });
    const before = structuredClone(rows);
    hackScan(rows);
    expect(rows).toEqual(before);
  });

  test.each([
    [{ endorse: ["x"] }, "endorsed"],
    [{ merge: "collinaer" }, "collinear"],
  ])("a slip in %o names %s", (options, near) => {
    expect(() => hackScan([], options as object)).toThrow(near);
  });

  test.each([{ permutations: 10 }, { endorsed: [""] }, { features: { x: 3 } }, { features: [] }, { alpha: 0 }])(
    "%o is refused",
    (options) => {
      expect(() => hackScan([], options as object)).toThrow(OptionError);
    },
  );
});

test("a path is no list of rows", () => {
  expect(() => hackScan("rows.jsonl" as never)).toThrow("must be a list of rows, got string");
});
