import fc from "fast-check";
import { describe, expect, it } from "vitest";
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
