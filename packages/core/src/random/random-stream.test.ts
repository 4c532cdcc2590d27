import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { derive, deriveSeed } from "./random-stream.js";

const take = (count: number, draw: () => number): number[] => Array.from({ length: count }, draw);

describe("derive", () => {
  test("pins its numbers, because rows depend on them", () => {
    const stream = derive(0, "world", "sc-1");
    expect(take(3, () => stream.next())).toMatchSnapshot();
    expect(stream.uniform()).toMatchSnapshot();
  });

  test("the same seed and names give the same stream, others another", () => {
    const first = (seed: number | string, ...names: string[]) =>
      take(
        4,
        (
          (stream) => () =>
            stream.next()
        )(derive(seed, ...names)),
      );
    expect(first(1, "a", "b")).toEqual(first(1, "a", "b"));
    expect(first(1, "a", "b")).toEqual(first("1", "a", "b"));
    for (const other of [first(2, "a", "b"), first(1, "b", "a"), first(1, "ab"), first(1, "a", "b", "")])
      expect(first(1, "a", "b")).not.toEqual(other);
  });

  test("uniform numbers fill [0, 1) evenly", () => {
    const stream = derive(7, "uniform");
    const cells = new Array(10).fill(0);
    for (let index = 0; index < 20_000; index++) cells[Math.floor(stream.uniform() * 10)]++;
    for (const count of cells) expect(Math.abs(count - 2000)).toBeLessThan(250);
  });

  test("integers stay below the bound and reach every value", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer(), (below, seed) => {
        const stream = derive(seed, "integer");
        const seen = new Set(take(below * 40, () => stream.integer(below)));
        return seen.size === below && [...seen].every((value) => value >= 0 && value < below);
      }),
    );
  });

  test("a shuffle is a permutation and leaves the list alone", () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer(), (items, seed) => {
        const before = [...items];
        const shuffled = derive(seed).shuffle(items);
        expect(items).toEqual(before);
        expect([...shuffled].sort()).toEqual([...items].sort());
      }),
    );
  });

  test("every order of three is about equally likely", () => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 6000; seed++) {
      const order = derive(seed, "order").shuffle(["a", "b", "c"]).join("");
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  test("nothing can be picked from an empty list", () => {
    expect(() => derive(0).pick([])).toThrow(RangeError);
    expect(derive(0).pick(["only"])).toBe("only");
  });
});

test("deriveSeed is a whole number below 2^31", () => {
  fc.assert(
    fc.property(fc.integer(), fc.string(), (seed, name) => {
      const derived = deriveSeed(seed, name);
      return Number.isInteger(derived) && derived >= 0 && derived < 2 ** 31;
    }),
  );
});
