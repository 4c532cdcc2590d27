import { describe, expect, it } from "vitest";
import { frozenCopy } from "./frozen-copy.js";

describe("frozenCopy", () => {
  it("copies to the bottom, and nothing in the copy can be changed", () => {
    const row = { final_text: "a", steps: [{ tool: "t", run: () => 1 }], list: [() => 1] };
    const copy = frozenCopy(row);
    expect(copy).toEqual({ final_text: "a", steps: [{ tool: "t" }], list: [null] });
    expect(() => (copy.steps as unknown[]).push(1)).toThrow(TypeError);
    expect(() => Object.assign(copy.steps[0] as object, { tool: "u" })).toThrow(TypeError);
    expect(row.steps[0]?.tool).toBe("t");
  });

  it("gives a copy of its own back as it is, for nobody can change it", () => {
    const copy = frozenCopy({ steps: [{ tool: "t" }] });
    expect(frozenCopy(copy)).toBe(copy);
  });

  it("copies what others froze, and what holds an object that cannot be frozen", () => {
    const frozen = Object.freeze({ steps: [{ tool: "t" }] });
    expect(frozenCopy(frozen)).not.toBe(frozen);
    const dated = frozenCopy({ seen: new Map([[1, 2]]) });
    const again = frozenCopy(dated);
    again.seen.set(1, 3);
    expect(dated.seen.get(1)).toBe(2);
  });
});
