import { derive, frozenCopy, type Row } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nearDuplicatePrompts, nearDuplicatesOf } from "./near-duplicate-prompts.js";

const rowsOf = (prompts: readonly unknown[]): Row[] => prompts.map((prompt) => frozenCopy({ prompt }) as Row);
const codes = (report: { notes: readonly { code: string }[] }) => report.notes.map((note) => note.code);
const EVERYTHING = Number.POSITIVE_INFINITY;

/** All pairs by comparing all with all; texts of plain lower-case words. */
function allPairs(prompts: readonly string[], similarity: number): { pairs: number; clusters: number[] } {
  const sets = [...new Set(prompts)].map((prompt) => new Set(prompt.split(" ")));
  const cluster = sets.map((_, index) => index);
  let pairs = 0;
  const inPair = new Set<number>();
  for (const [a, one] of sets.entries())
    for (const [b, other] of sets.slice(0, a).entries()) {
      const both = [...one].filter((word) => other.has(word)).length;
      if (both / (one.size + other.size - both) < similarity - 1e-12) continue;
      pairs++;
      inPair.add(a).add(b);
      const [from, to] = [cluster[a], cluster[b]];
      for (const [index, at] of cluster.entries()) if (at === from) cluster[index] = to as number;
    }
  const sizes = new Map<number, number>();
  for (const prompt of inPair) sizes.set(cluster[prompt] as number, (sizes.get(cluster[prompt] as number) ?? 0) + 1);
  return { pairs, clusters: [...sizes.values()].sort((x, y) => y - x) };
}

describe("pairs", () => {
  test("slot values are shown, and nothing is dropped", () => {
    const report = nearDuplicatePrompts(
      rowsOf([
        "Refund order 4550 for me please it arrived broken",
        "Where is my parcel?",
        "Refund order 9921 for me please it arrived broken",
      ]),
    );
    expect(report).toMatchObject({ n: 3, nPrompts: 3, nPairs: 1, nNearDuplicates: 2, nClusters: 1, largestCluster: 2 });
    expect(report.pairs).toEqual([
      {
        prompts: [
          { index: 0, text: "Refund order 4550 for me please it arrived broken" },
          { index: 2, text: "Refund order 9921 for me please it arrived broken" },
        ],
        similarity: 0.8,
        onlyIn: [["4550"], ["9921"]],
      },
    ]);
    expect(report.clusters).toEqual([{ nPrompts: 2, nRows: 2, examples: report.pairs[0]?.prompts }]);
    expect(codes(report)).toEqual(["near_duplicate_prompts"]);
    expect(`${report}`).toContain('rows 1 and 3: similarity 0.80, "4550" against "9921"');
  });

  test.each([
    ["a pair at exactly the bound counts", "a b c d e f g h x", "a b c d e f g h y", 1],
    ["one word more apart does not", "a b c d e f g x", "a b c d e f g y", 0],
    ["order and repeats do not count", "a b c d", "d d c b a", 1],
    ["case and spacing make no other prompt", "Where is IT", "where  is it ", 0],
    ["scripts without spaces are compared by character", "我的订单在哪里呢现在", "我的订单在哪里呢今在", 1],
  ])("%s", (_, one, other, pairs) => {
    expect(nearDuplicatePrompts(rowsOf([one, other])).nPairs).toBe(pairs);
  });

  test("rows of one prompt count once, and are counted in their cluster", () => {
    const prompts = ["a b c d e", "a b c d e", "A b c d e", "a b c d e f", "q r s"];
    const report = nearDuplicatePrompts(rowsOf(prompts));
    expect(report).toMatchObject({ n: 5, nPrompts: 3, nPairs: 1 });
    expect(report.clusters[0]).toMatchObject({ nPrompts: 2, nRows: 4 });
  });

  test("a conversation's prompt is what its user says", () => {
    const ask = (id: string) => [
      { role: "system", content: `You are agent ${id}` },
      { role: "user", content: `Refund order ${id} for me please it arrived broken` },
    ];
    expect(nearDuplicatePrompts(rowsOf([ask("1"), ask("2")])).nPairs).toBe(1);
  });

  const word = fc.integer({ min: 0, max: 14 }).map((number) => `w${number}`);
  const prompt = fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join(" "));
  const unique = fc.integer({ min: 0, max: 99_999 }).map((number) => `the order ${number} is late`);
  const bounds = fc.constantFrom(0.3, 0.5, 0.6, 0.75, 0.8, 0.9, 1);

  test("they are those of comparing all with all", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(prompt, unique), { maxLength: 40 }), bounds, (prompts, similarity) => {
        const report = nearDuplicatePrompts(rowsOf(prompts), { similarity });
        const plain = allPairs(prompts, similarity);
        expect(report.nPairs).toBe(plain.pairs);
        expect(report.nNearDuplicates).toBe(plain.clusters.reduce((sum, size) => sum + size, 0));
        expect([report.nClusters, report.largestCluster]).toEqual([plain.clusters.length, plain.clusters[0] ?? 0]);
        for (const pair of report.pairs) expect(pair.similarity).toBeGreaterThanOrEqual(similarity - 1e-9);
        expect(report.estimate).toBeNull();
      }),
      { numRuns: 300 },
    );
  });

  test("the order of the rows changes no count", () => {
    fc.assert(
      fc.property(fc.array(prompt, { maxLength: 25 }), (prompts) => {
        const counts = ({
          nPairs,
          nClusters,
          largestCluster,
          nNearDuplicates,
        }: ReturnType<typeof nearDuplicatePrompts>) => ({ nPairs, nClusters, largestCluster, nNearDuplicates });
        expect(counts(nearDuplicatePrompts(rowsOf([...prompts].reverse())))).toEqual(
          counts(nearDuplicatePrompts(rowsOf(prompts))),
        );
      }),
    );
  });

  test("one template with a number of its own in each prompt: every pair is counted", () => {
    const prompts = Array.from({ length: 3000 }, (_, index) => `Refund order ${index} for me please it arrived broken`);
    expect(nearDuplicatePrompts(rowsOf(prompts))).toMatchObject({
      nPairs: (3000 * 2999) / 2,
      largestCluster: 3000,
      estimate: null,
    });
  });
});

describe("too many pairs to look at", () => {
  const stream = derive(7, "near-duplicates-test");
  const template = Array.from({ length: 20 }, (_, index) => `t${index}`).join(" ");
  const slots = Array.from(
    { length: 600 },
    () =>
      `${template} city${stream.integer(40)} shop${stream.integer(40)}${stream.uniform() < 0.5 ? ` ${template.replaceAll("t", "u")}` : ""}`,
  );

  test("their number is estimated from prompts that are compared with all, and clusters form around representatives", () => {
    const exact = nearDuplicatesOf(rowsOf(slots), {}, EVERYTHING);
    const about = nearDuplicatesOf(rowsOf(slots), { seed: 1 }, 5000);
    expect(exact.estimate).toBeNull();
    expect(about.estimate?.nDrawn).toBeGreaterThan(30);
    const { standardError } = about.estimate as { standardError: number };
    expect(Math.abs(about.nPairs - exact.nPairs)).toBeLessThanOrEqual(4 * standardError + 1);
    expect(standardError).toBeLessThan(exact.nPairs);
    expect(codes(about)).toContain("pairs_estimated");
    expect(about.notes.find(({ code }) => code === "pairs_estimated")?.message).toContain("which part ");
    expect(`${about}`).toMatch(
      /^near duplicates: NOT ALL PROMPTS WERE COMPARED; at least \d+ of .*; about \d+ pairs with/,
    );
    expect(about.pairs.every(({ similarity }) => similarity >= 0.8)).toBe(true);
  });

  test("representatives hold similar prompts only, and what is left out is told", () => {
    const about = nearDuplicatesOf(rowsOf(slots), { seed: 1 }, 20_000);
    expect(about.largestCluster).toBeLessThanOrEqual(600);
    expect(about.estimate?.nUnclustered).toBe(0);
    expect(codes(about)).not.toContain("prompts_not_clustered");
    const little = nearDuplicatesOf(rowsOf(slots), { seed: 1 }, 50);
    expect(little.estimate?.nUnclustered).toBeGreaterThan(0);
    expect(codes(little)).toContain("prompts_not_clustered");
  });

  test("a draw without a pair says what it cannot rule out, and pairs that were seen count", () => {
    const rare = derive(8, "near-duplicates-test");
    const prompts = Array.from({ length: 900 }, () =>
      Array.from({ length: 12 }, () => `w${rare.integer(300)}`).join(" "),
    );
    const rows = rowsOf(["a b c d", "a b c d e", ...prompts]);
    expect(nearDuplicatesOf(rows, {}, EVERYTHING)).toMatchObject({ nPairs: 1, estimate: null });
    const about = nearDuplicatesOf(rows, { seed: 7 }, 13_000);
    expect(about.estimate).toMatchObject({ nDrawn: 400, standardError: null, partedShare: null });
    expect(about).toMatchObject({ nPairs: 1, nClusters: 1, nNearDuplicates: 2 });
    const message = about.notes.find(({ code }) => code === "pairs_estimated")?.message;
    expect(message).toContain("none of 400 prompts that were drawn has one");
    expect(message).toContain("fewer than 0.7% of the prompts");
    expect(message).not.toContain("which part");
    expect(`${about}`).toContain("at least 1 pair with similarity");
    const none = nearDuplicatesOf(rowsOf(prompts), { seed: 7 }, 13_000);
    expect(none).toMatchObject({ nPairs: 0, estimate: { nDrawn: 400 } });
    expect(`${none}`).toMatch(/ALL PROMPTS WERE COMPARED; at least 0 of .*; no pair found from 400 drawn prompts with/);
  });

  test("pairs of prompts that no cluster was looked for are parted", () => {
    const little = nearDuplicatesOf(rowsOf(slots), { seed: 1 }, 0);
    expect(little.estimate).toMatchObject({ nUnclustered: expect.any(Number), partedShare: 1 });
  });

  test("the seed decides which prompts are drawn", () => {
    const few = slots.map((slot) => `${slot} ${slot.replaceAll(/(?=t\d)/g, "v")}`);
    const run = (seed: number) => JSON.stringify(nearDuplicatesOf(rowsOf(few), { seed }, 5000));
    expect(run(3)).toBe(run(3));
    expect(run(3)).not.toBe(run(4));
  });
});

describe("what cannot be compared", () => {
  test("is counted", () => {
    const hostile = [null, 7, [], { prompt: "" }, { prompt: "?!" }, { prompt: null }, { prompt: NaN }, {}, "text"];
    const report = nearDuplicatePrompts(hostile as unknown as Row[]);
    expect(report).toMatchObject({ n: 9, nSkipped: 4, nWithoutWords: 4, nPrompts: 1, nPairs: 0, nearDuplicateRate: 0 });
    expect(codes(report)).toEqual(["prompts_without_words", "not_rows"]);
  });

  test("nothing at all", () => {
    const report = nearDuplicatePrompts([]);
    expect(report).toMatchObject({ nPrompts: 0, nPairs: 0, nearDuplicateRate: null, largestCluster: 0, notes: [] });
    expect(`${report}`).toBe(
      "near duplicates: 0 of 0 prompts (n/a) in 0 clusters, the largest of 0; 0 pairs with similarity >= 0.8",
    );
  });

  test("lone surrogates and long prompts are texts like others, and what is shown is short", () => {
    const long = `${"word ".repeat(50_000)}\ud800`;
    const report = nearDuplicatePrompts(
      rowsOf([long, `${long} more`, "__proto__ constructor", "constructor __proto__"]),
      {
        similarity: 0.5,
      },
    );
    expect(report.nPairs).toBe(2);
    expect(JSON.stringify(report).length).toBeLessThan(5000);
  });

  test.each([
    [{ similarity: 0 }, "similarity"],
    [{ similarity: Number.NaN }, "similarity"],
    [{ similarty: 0.9 }, "similarty"],
    [{ seed: {} }, "seed"],
  ])("refuses %o", (options, option) => {
    expect(() => nearDuplicatePrompts([], options as never)).toThrow(
      expect.objectContaining({ name: "OptionError", option }),
    );
  });

  test("refuses rows that are none", () => {
    expect(() => nearDuplicatePrompts("rows.jsonl" as never)).toThrow(expect.objectContaining({ name: "OptionError" }));
  });
});
