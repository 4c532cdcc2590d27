import { describe, expect, it } from "vitest";
import { mixed, textHash } from "./text-hash.js";

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
