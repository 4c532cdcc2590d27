import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mixed, textHash } from "./text-hash.js";
import { TextSet } from "./text-set.js";

describe("TextSet", () => {
  it("answers as a set of the texts themselves does", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary", maxLength: 4 }), { maxLength: 60 }), (texts) => {
        const set = new TextSet();
        const known = new Set<string>();
        const answers = texts.map((text) => [set.has(text), set.add(text), set.has(text)]);
        const wanted = texts.map((text) => {
          const isNew = !known.has(text);
          known.add(text);
          return [!isNew, isNew, true];
        });
        expect(answers).toEqual(wanted);
        expect(set.size).toBe(known.size);
      }),
      { seed: 3 },
    );
  });

  it("tells 200,000 texts that differ in little apart, and knows each of them again", () => {
    const set = new TextSet();
    let added = 0;
    let known = 0;
    for (let at = 0; at < 200_000; at++) if (set.add(`Where is order ORD-${at}?`)) added++;
    for (let at = 0; at < 200_000; at++) if (set.has(`Where is order ORD-${at}?`)) known++;
    expect([added, known, set.size]).toEqual([200_000, 200_000, 200_000]);
    expect(set.has("Where is order ORD-200000?")).toBe(false);
  });
});

describe("textHash", () => {
  it("spreads either half evenly, whatever differs", () => {
    for (const half of ["high", "low"] as const) {
      const buckets = new Uint32Array(64);
      for (let at = 0; at < 64_000; at++) {
        const bucket = textHash(`tool,${at % 10},${Math.floor(at / 10)}`)[half] >>> 26;
        buckets[bucket] = (buckets[bucket] as number) + 1;
      }
      expect(Math.min(...buckets)).toBeGreaterThan(850);
      expect(Math.max(...buckets)).toBeLessThan(1150);
    }
  });

  it("is the same everywhere", () => {
    expect(textHash("")).toEqual(textHash(""));
    expect(textHash("Where is order ORD-1?")).toMatchInlineSnapshot(`
      {
        "high": 2936782264,
        "low": 1380777682,
      }
    `);
  });
});

describe("mixed", () => {
  it("gives another order each time", () => {
    const orders = Array.from({ length: 50 }, (_, pass) =>
      [1, 2, 3, 4, 5, 6].sort((a, b) => mixed(a, pass) - mixed(b, pass)).join(),
    );
    expect(new Set(orders).size).toBeGreaterThan(40);
  });
});
