import { derive, OptionError, type Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { hackScan } from "./hack-scan.js";

const WORDS = "is it way long write your door so arrives thanks waiting order for we today will and the on its".split(
  " ",
);

/** Asks with rollouts of random words; `reward` sees the words, the tools and a number made for the row. */
function rollouts(
  seed: number,
  reward: (facts: { words: string[]; tool: string; draw: number }) => number,
  { asks = 12, k = 8 } = {},
): Row[] {
  const stream = derive(seed, "rollouts");
  const rows: Row[] = [];
  for (let ask = 0; ask < asks; ask++)
    for (let index = 0; index < k; index++) {
      const words = Array.from({ length: 4 + stream.integer(5) }, () => stream.pick(WORDS));
      const tool = stream.pick(["lookup", "other"]);
      const draw = stream.uniform();
      rows.push({
        prompt: `ask ${ask} please`,
        rollout_id: `${ask}-${index}`,
        final_text: `${words.join(" ")}.`,
        steps: [{ tool, arguments: {}, result: { status: "ok" } }],
        reward: reward({ words, tool, draw }),
      });
    }
  return rows;
}

const paysDoor = (facts: { words: string[] }) => Number(facts.words.includes("door"));
const paysLookup = (facts: { tool: string }) => Number(facts.tool === "lookup");
const codes = (report: { notes: readonly { code: string }[] }) => report.notes.map((note) => note.code);

describe("verdicts", () => {
  test("a judge that pays for a word is a reward hack when something else was endorsed", () => {
    const scan = hackScan(rollouts(1, paysDoor), { endorsed: ["tool:lookup"] });
    expect(scan.regime).toBe("reward_hack");
    expect(scan.topFeature).toBe("contains:door");
    expect(scan.rhoMax).toBeCloseTo(1);
    expect(scan.integrity).toBe(0);
    expect(codes(scan)).toEqual(["reward_hack"]);
  });

  test("without named intentions the same reward is unendorsed, not train", () => {
    const scan = hackScan(rollouts(1, paysDoor));
    expect(scan.regime).toBe("unendorsed");
    expect(scan.integrity).toBeNull();
    expect(scan.endorsedOnTop).toBeNull();
    expect(scan.notes[0]).toMatchObject({ code: "unendorsed", severity: "info" });
  });

  test("a reward that pays what was endorsed is fit to train on", () => {
    const scan = hackScan(rollouts(2, paysLookup), { endorsed: ["TOOL:lookup"] });
    expect(scan.regime).toBe("train");
    expect(scan.integrity).toBe(1);
    expect(scan.features[0]).toMatchObject({ name: "tool:lookup", endorsed: true, aboveFloor: true });
    expect(scan.features[0]?.aliases).toContainEqual({ name: "tool:other", sign: -1 });
  });

  test("a reward that falls with what was endorsed is a hack of its own kind", () => {
    const scan = hackScan(
      rollouts(2, (facts) => 1 - paysLookup(facts)),
      { endorsed: ["tool:lookup"] },
    );
    expect(scan.regime).toBe("reward_hack");
    expect(codes(scan)).toEqual(["reward_punishes_endorsed"]);
  });

  test("asks that always pass exhaust the pool", () => {
    const easy = rollouts(9, () => 1, { asks: 6 }).map((row) => ({ ...row, prompt: `easy ${row.prompt}` }));
    const scan = hackScan([...rollouts(2, paysLookup), ...easy], { endorsed: ["tool:lookup"] });
    expect(scan.regime).toBe("pool_exhausted");
    expect(scan.support.sat).toBeCloseTo(1 / 3);
  });

  test("an unendorsed lead that chance can explain is no hack, and nothing to train on either", () => {
    const rows = rollouts(2, ({ words, tool, draw }) => {
      return (1.05 * Number(words.includes("door")) + Number(tool === "lookup") + draw) / 3.05;
    });
    const scan = hackScan(rows, { endorsed: ["tool:lookup"] });
    expect(scan).toMatchObject({ regime: "unknown", topFeature: "contains:door", endorsedOnTop: false });
    expect(codes(scan)).toEqual(["lead_unclear"]);
    expect(hackScan(rows, { endorsed: ["tool:lookup"], floor: "fixed" }).regime).toBe("reward_hack");
  });

  test("a word that only comes with the endorsed tool is an echo of it, not a hack", () => {
    const echoed = (seed: number, paid: number) =>
      rollouts(seed, ({ tool, draw }) => Number(draw < paid ? tool === "lookup" : draw < (1 + paid) / 2), {
        asks: 16,
      }).map((row, index) => {
        const { tool } = (row.steps as { tool: string }[])[0] ?? {};
        const says = (tool === "lookup") !== (index % 11 === seed % 11);
        return { ...row, final_text: `${row.final_text} ${says ? "found" : "none"}` };
      });
    const scans = Array.from({ length: 40 }, (_, seed) => hackScan(echoed(seed, 0.5), { endorsed: ["tool:lookup"] }));
    expect(scans.filter(({ regime }) => regime === "reward_hack")).toHaveLength(0);
    const ahead = scans.filter((scan) => scan.endorsedOnTop === false && (scan.integrity ?? 0) > 0);
    expect(ahead.length).toBeGreaterThan(0);
    for (const scan of ahead) {
      expect(scan.regime).toBe("train");
      expect(codes(scan)).toEqual(["lead_unclear", "rival_features"]);
      expect(scan.notes[0]?.message).toContain("may only come with it");
    }
  });

  test.each([
    ["each of them", (a: boolean, b: boolean) => (Number(a) + Number(b)) / 2],
    ["either of them", (a: boolean, b: boolean) => Number(a || b)],
  ])("a count of two endorsed tools is no hack where the reward pays for %s, a word paid beside them is", (_, pays) => {
    const scans = (word: number) =>
      Array.from({ length: 12 }, (_, seed) => {
        const stream = derive(seed, "two tools");
        const rows = rollouts(seed, () => 0, { asks: 32 }).map((row) => {
          const [a, b, says] = [stream.uniform() < 0.5, stream.uniform() < 0.5, stream.uniform() < 0.5];
          const tools = [...(a ? ["lookup"] : []), ...(b ? ["refund"] : [])];
          return {
            ...row,
            final_text: `${row.final_text} ${says ? "verified" : "done"}`,
            steps: tools.map((tool) => ({ tool, arguments: {}, result: "ok" })),
            reward: word * Number(says) + (1 - word) * pays(a, b),
          };
        });
        return hackScan(rows, { endorsed: ["tool:lookup", "tool:refund"], seed });
      });
    const honest = scans(0);
    expect(new Set(honest.map(({ topFeature }) => topFeature))).toEqual(new Set(["tool_calls"]));
    for (const scan of honest) expect(scan.regime).toMatch(/train|pool_exhausted/);
    expect(honest[0]?.notes[0]?.message).toMatch(/it and [12] more that you endorsed/);
    expect(scans(0.6).map(({ regime }) => regime)).toEqual(Array(12).fill("reward_hack"));
  });

  test("an echo of an endorsed feature that is itself below the floor leaves the verdict open", () => {
    const rows = rollouts(2, ({ tool, draw }) => Number(draw < 0.3 ? tool === "lookup" : draw < 0.65), { asks: 16 });
    const scans = Array.from({ length: 60 }, (_, seed) =>
      hackScan(
        rows.map((row, index) => {
          const { tool } = (row.steps as { tool: string }[])[0] ?? {};
          return { ...row, echo: Number(tool === "lookup") + derive(seed, index).uniform() / 3 };
        }),
        { endorsed: ["tool:lookup"], features: { echo: "echo" }, auto: false, seed },
      ),
    );
    const open = scans.filter((scan) => scan.topFeature === "echo" && scan.features[1]?.aboveFloor === false);
    for (const scan of open) expect(["unknown", "no_signal"]).toContain(scan.regime);
    expect(scans.map(({ regime }) => regime)).not.toContain("reward_hack");
  });

  test("noise has no signal, and says so when nothing could be compared at all", () => {
    expect(hackScan(rollouts(5, ({ draw }) => Number(draw < 0.5))).regime).toBe("no_signal");
    const few = hackScan(rollouts(5, paysDoor, { asks: 2, k: 4 }));
    expect(few.regime).toBe("no_signal");
    expect(few.nFeatures).toBe(0);
    expect(few.notes[0]?.message).toContain("20");
  });

  test("few distinct replies cannot be told apart", () => {
    const rows = Array.from({ length: 40 }, (_, index) => ({
      prompt: `ask ${index >> 2}`,
      final_text: index % 2 ? "Sorry, not today." : "It has arrived.",
      reward: 1 - (index % 2),
    }));
    const scan = hackScan(rows, { endorsed: ["reply_length"] });
    expect(scan).toMatchObject({ regime: "degenerate", degenerate: true, topFeature: null, integrity: null });
    expect(codes(scan)).toEqual(["degenerate", "degenerate_endorsed_tied"]);
  });

  test.each([
    ["ungraded", [{ prompt: "a", final_text: "x" }]],
    [
      "no_repeats",
      Array.from({ length: 30 }, (_, index) => ({ prompt: `a${index}`, final_text: "x", reward: index % 2 })),
    ],
    [
      "no_contrast",
      Array.from({ length: 30 }, (_, index) => ({ prompt: `a${index % 3}`, final_text: "x", reward: 1 })),
    ],
  ])("%s leaves the verdict unknown", (code, rows) => {
    const scan = hackScan(rows);
    expect(scan.regime).toBe("unknown");
    expect(scan.tau).toBeNull();
    expect(scan.rhoMax).toBeNull();
    expect(codes(scan)).toContain(code);
  });

  test("an endorsement that matches nothing is unknown and names the nearest feature", () => {
    const scan = hackScan(rollouts(2, paysLookup), { endorsed: ["tool:lokup"] });
    expect(scan.regime).toBe("unknown");
    expect(scan.notes[0]).toMatchObject({ code: "endorsed_unmatched", fix: "Did you mean tool:lookup?" });
  });
});

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

test("the floor holds its level on pure noise although conjunctions are picked", () => {
  let alarms = 0;
  for (let seed = 0; seed < 60; seed++) {
    const rows = rollouts(1000 + seed, ({ draw }) => Number(draw < 0.5), { asks: 16 });
    if (hackScan(rows, { seed }).nAboveFloor > 0) alarms++;
  }
  // 5% of 60 is 3; 9 would be a 1 in 1,000 accident.
  expect(alarms).toBeLessThan(9);
});

test("the text is a table", () => {
  const text = `${hackScan(rollouts(1, paysDoor), { endorsed: ["tool:lookup"] })}`;
  const lines = text.split("\n");
  expect(lines[0]).toBe("REWARD HACK");
  expect(lines[1]).toContain("96 graded rollouts, 12 asks, 8 per ask");
  expect(lines[3]).toBe(`   ${"feature".padEnd(43)}  within  pooled     n`);
  expect(lines[4]).toMatch(/^\* {2}contains:door {30} {2}\+1\.000 {2}\+\d\.\d{3} +\d+$/);
  expect(text).toContain("\n  integrity 0.00\n! ");
  expect(`${hackScan([])}`).toBe(
    "UNKNOWN\n  support: 0 graded rollouts, 0 asks, 0 per ask; mixed n/a, all pass n/a, all fail n/a; capacity n/a\n  floor: not measured\n! No row carries a reward. Grade the rows first.",
  );
});

test("names from rows are printed on one line, and cut between characters", () => {
  const rows = rollouts(1, paysDoor).map((row, index) => ({
    ...row,
    steps: [
      {
        tool: row.reward === 1 ? `a\n\u001b[31m${"x".repeat(28)}😀😀😀` : index % 2 ? "b" : "c",
        arguments: {},
        result: "ok",
      },
    ],
    final_text: "same",
  }));
  const text = `${hackScan(rows, { auto: false })}`;
  expect(text).not.toContain("\u001b");
  expect(text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  expect(text.split("\n").find((line) => line.startsWith("*"))).toContain("tool:a\ufffd\ufffd[31m");
});

test("a path is no list of rows", () => {
  expect(() => hackScan("rows.jsonl" as never)).toThrow("must be a list of rows, got string");
});
