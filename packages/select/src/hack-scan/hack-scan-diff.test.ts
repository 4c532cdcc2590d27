import { derive, frozenCopy, OptionError, type Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { hackScanDiff } from "./hack-scan-diff.js";

const WORDS = "is it way long write your so arrives thanks waiting order for we today will and the on its".split(" ");

interface Side {
  /** Share of replies that hold `door`. */
  readonly share?: number;
  readonly asks?: number;
  readonly from?: number;
  /** Share of rollouts that are paid for `door`; the others are paid for the tool or by a coin. */
  readonly door?: number;
  readonly tool?: number;
}

function rollouts(seed: number, { share = 0.5, asks = 24, from = 0, door = 0, tool = 0 }: Side): Row[] {
  const stream = derive(seed, "diff");
  return Array.from({ length: asks * 8 }, (_, index) => {
    const words = Array.from({ length: 4 + stream.integer(5) }, () => stream.pick(WORDS));
    if (stream.uniform() < share) words.push("door");
    const used = stream.pick(["lookup", "other"]);
    const draw = stream.uniform();
    const paid = draw < door ? words.includes("door") : draw < door + tool ? used === "lookup" : stream.uniform() < 0.5;
    return {
      prompt: `ask ${from + (index >> 3)}`,
      rollout_id: `${from}-${index}`,
      final_text: `${words.join(" ")}.`,
      steps: [{ tool: used, arguments: {}, result: { status: "ok" } }],
      reward: Number(paid),
    };
  });
}

const names = (features: readonly { name: string }[]) => features.map(({ name }) => name);
const codes = (report: { notes: readonly { code: string }[] }) => report.notes.map(({ code }) => code);

describe("what was learned", () => {
  test("a word that is paid only after is gained, with the interval of its shift", () => {
    const diff = hackScanDiff(rollouts(1, { tool: 0.8 }), rollouts(2, { door: 0.9 }), { endorsed: ["tool:lookup"] });
    expect(names(diff.gained)[0]).toBe("contains:door");
    expect(diff.gained[0]).toMatchObject({ aboveBefore: false, aboveAfter: true, endorsed: false });
    expect(diff.gained[0]?.ci95?.low).toBeGreaterThan(0.3);
    expect(diff.gained[0]?.shift).toBeCloseTo(
      Math.abs(diff.gained[0]?.after as number) - Math.abs(diff.gained[0]?.before as number),
    );
    expect(names(diff.lost)).toEqual(["tool:lookup"]);
    expect(diff.lost[0]).toMatchObject({ aliases: ["tool:other"], endorsed: true });
    expect(diff.moved.length).toBeLessThanOrEqual(10);
    expect(names(diff.moved).slice(0, 2).sort()).toEqual(["contains:door", "tool:lookup"]);
    expect(diff).toMatchObject({ regimeBefore: "train", regimeAfter: "reward_hack", nSharedAsks: 24 });
    expect(diff.learned).toMatch(/^contains:door \([+-]0\.\d\d -> \+0\.\d\d within asks\)$/);
    expect(codes(diff)).toEqual(["regime_changed", "gained_unendorsed"]);
    expect(diff.notes[1]?.fix).toContain("change the judge");
  });

  test("a word that no reply held before is gained without an interval", () => {
    const diff = hackScanDiff(rollouts(1, { share: 0 }), rollouts(2, { door: 0.9, from: 100 }));
    expect(diff.gained[0]).toMatchObject({
      name: "contains:door",
      before: null,
      shift: null,
      ci95: null,
      nObsBefore: 0,
    });
    expect(diff.nSharedAsks).toBe(0);
    expect(diff.learned).toContain("not seen -> +0.");
    expect(diff.notes.at(-1)?.fix).toContain("endorsed");
  });

  test("a feature too rare before is measured there all the same, a conjunction of two as well", () => {
    const rare = hackScanDiff(rollouts(1, { share: 0.06 }), rollouts(2, { door: 0.9 }));
    expect(rare.gained[0]?.name).toBe("contains:door");
    expect(rare.gained[0]?.nObsBefore).toBeLessThan(20);
    expect(rare.gained[0]?.before).not.toBeNull();

    const both = ({ final_text: text }: Row) => Number(/\bdoor\b/.test(`${text}`) && /\bthe\b/.test(`${text}`));
    const paid = rollouts(2, { asks: 60 }).map((row) => ({ ...row, reward: both(row) }));
    const diff = hackScanDiff(rollouts(3, { share: 0.06 }), paid);
    expect(names(diff.gained)[0]).toMatch(/door AND contains:the$|the AND contains:door$/);
    expect(diff.gained[0]?.nObsBefore).toBeLessThan(20);
  });

  test("a feature that is paid alike on both sides is hardly ever gained or lost", () => {
    let found = 0;
    for (let seed = 0; seed < 20; seed++) {
      const side = { door: 0.32, asks: 20 };
      const diff = hackScanDiff(rollouts(10 + seed, side), rollouts(50 + seed, { ...side, from: 20 }), { seed });
      if (names([...diff.gained, ...diff.lost]).includes("contains:door")) found++;
    }
    // It crosses the floor in about half of them; 5% of 20 is 1.
    expect(found).toBeLessThanOrEqual(3);
  });

  test("what crosses the floor by a hair is unclear", () => {
    const found = Array.from({ length: 12 }, (_, seed) =>
      hackScanDiff(rollouts(10 + seed, { door: 0.32, asks: 20 }), rollouts(50 + seed, { door: 0.32, asks: 20 })),
    ).flatMap((diff) => diff.unclear);
    expect(found.length).toBeGreaterThan(0);
    for (const { ci95, aboveBefore, aboveAfter } of found) {
      expect(aboveBefore).not.toBe(aboveAfter);
      expect(ci95).not.toBeNull();
    }
  });

  test("a caller's column that turned round keeps its sign", () => {
    const features = { score: (row: Row) => String(row.final_text).length };
    const up = rollouts(5, {}).map((row) => ({ ...row, reward: String(row.final_text).length }));
    const down = rollouts(6, {}).map((row) => ({ ...row, reward: -String(row.final_text).length }));
    const diff = hackScanDiff(up, down, { features, auto: false });
    const score = diff.moved.find(({ name, aliases }) => name === "score" || aliases.includes("score"));
    expect(score?.before).toBeCloseTo(1);
    expect(score?.after).toBeCloseTo(-1);
    expect(score?.shift).toBeCloseTo(0);
    expect(diff.gained).toEqual([]);
    expect(names(diff.flipped)).toContain(score?.name);
    expect(codes(diff)).toContain("flipped");
  });

  test("a behaviour that goes by another of its names after is one feature, with the sign it has beside it", () => {
    const lookups = rollouts(5, { tool: 0.9 });
    const others = rollouts(6, { tool: 0.9 }).map((row) => ({ ...row, reward: 1 - (row.reward as number) }));
    const diff = hackScanDiff(lookups, others, { auto: false });
    expect(diff.before.topFeature).toBe("tool:lookup");
    expect(diff.after.topFeature).toBe("tool:other");
    expect(diff.flipped).toMatchObject([{ name: "tool:other", aliases: ["tool:lookup"] }]);
    expect(diff.flipped[0]?.before).toBeLessThan(-0.7);
    expect(diff.flipped[0]?.after).toBeGreaterThan(0.7);
    expect([diff.gained, diff.lost]).toEqual([[], []]);
  });
});

describe("sides that show nothing", () => {
  const few = Array.from({ length: 40 }, (_, index) => ({
    prompt: `ask ${index >> 2}`,
    final_text: index % 2 ? "Sorry, not today." : "It has arrived.",
    reward: 1 - (index % 2),
  }));

  test.each([
    ["degenerate", few],
    ["without contrast", rollouts(1, {}).map((row) => ({ ...row, reward: 1 }))],
    ["empty", []],
  ])("a side that is %s names no feature", (_, rows) => {
    for (const diff of [
      hackScanDiff(rows, rollouts(2, { door: 0.9 })),
      hackScanDiff(rollouts(2, { door: 0.9 }), rows),
    ]) {
      expect([diff.gained, diff.lost, diff.flipped, diff.unclear, diff.moved]).toEqual([[], [], [], [], []]);
      expect(diff.learned).toBeNull();
      expect(codes(diff)).toContain("not_comparable");
      expect(`${diff}`).not.toContain("within");
    }
  });
});

describe("input", () => {
  test("rows may be frozen, hostile or missing, and stay as they are", () => {
    const hostile = [null, 3, "x", { reward: "no" }, { reward: 1, messages: 7, prompt: { a: 1 } }] as unknown as Row[];
    const diff = hackScanDiff(
      frozenCopy([...rollouts(1, {}), ...hostile]) as Row[],
      frozenCopy([...rollouts(2, { door: 0.9 }), ...hostile]) as Row[],
    );
    expect(diff.before.nSkipped).toBe(3);
    expect(() => JSON.stringify(diff)).not.toThrow();
  });

  test("the same seed gives the same diff", () => {
    const make = () => JSON.stringify(hackScanDiff(rollouts(1, {}), rollouts(2, { door: 0.6 }), { seed: 4 }));
    expect(make()).toBe(make());
  });

  test("slips are named", () => {
    expect(() => hackScanDiff([], [], { endorse: [] } as object)).toThrow("hackScanDiff: unknown option `endorse`");
    expect(() => hackScanDiff([], "rows.jsonl" as never)).toThrow(OptionError);
  });
});

test("a conjunction that names its other half first later is one feature", () => {
  const both = (seed: number, halves: [number, number]) =>
    rollouts(seed, { asks: 60, share: 0 }).map((row) => {
      const stream = derive(seed, "halves", `${row.rollout_id}`);
      const [zebra, quokka] = [stream.uniform() < 0.6, stream.uniform() < 0.6];
      const words = [...(zebra ? ["zebra"] : []), `${row.final_text}`.replace(".", ""), ...(quokka ? ["quokka"] : [])];
      const paid = Number(zebra && quokka) + halves[0] * Number(zebra) + halves[1] * Number(quokka);
      return { ...row, final_text: words.join(" "), reward: paid };
    });
  const diff = hackScanDiff(both(1, [0.3, 0]), both(2, [0, 0.3]));
  const pair = (features: readonly { name: string }[]) =>
    names(features).filter((name) => /zebra.*quokka|quokka.*zebra/.test(name));
  expect(pair(diff.before.features)).toEqual(["contains:zebra AND contains:quokka"]);
  expect(pair(diff.after.features)).toEqual(["contains:quokka AND contains:zebra"]);
  expect(pair([...diff.gained, ...diff.lost, ...diff.unclear])).toEqual([]);
});

test("names from rows cannot write to the terminal", () => {
  const named = rollouts(2, { tool: 0.9 }).map((row) => {
    const [{ tool }] = row.steps as [{ tool: string }];
    return {
      ...row,
      steps: [{ tool: tool === "lookup" ? "a\n\u001b[31m\u202eb" : tool, arguments: {}, result: "ok" }],
    };
  });
  const diff = hackScanDiff(rollouts(1, {}), named, { auto: false });
  expect(diff.learned).toContain("tool:a\ufffd\ufffd[31m\ufffdb");
  for (const code of ["\u001b", "\u202e"]) expect(`${diff}`).not.toContain(code);
});

test("the text shows what moved", () => {
  const diff = hackScanDiff(rollouts(1, { tool: 0.8 }), rollouts(2, { door: 0.9 }), { endorsed: ["tool:lookup"] });
  const lines = `${diff}`.split("\n");
  expect(lines[0]).toBe("TRAIN -> REWARD HACK");
  expect(lines[1]).toMatch(/^ {2}asks: 24 before, 24 after, 24 on both; \d+ features compared$/);
  expect(lines[2]).toMatch(/^ {2}learned: contains:door/);
  expect(lines[4]).toBe("  gained");
  expect(lines[5]).toMatch(/^ {3}contains:door +[+-]0\.\d{3} +\+0\.\d{3} +\+0\.\d{3} {2}\+0\.\d{3} to \+0\.\d{3}$/);
  expect(`${hackScanDiff(rollouts(1, {}), rollouts(1, {}))}`).toMatch(/^NO SIGNAL, before and after\n/);
});
