import { describe, expect, it } from "vitest";
import type { PrepareContext } from "./judge-types.js";
import { isJudgeObject, readJudge } from "./read-judge.js";

describe("readJudge", () => {
  it("names a judge", () => {
    const named = () => 1;
    expect(readJudge(named)?.name).toBe("named");
    expect(readJudge(() => 1)?.name).toBe("lambda_judge");
    expect(readJudge({ name: "mine", judge: () => 1 })?.name).toBe("mine");
    expect(readJudge({ name: "  ", judge: () => 1 })?.name).toBe("judge");
  });

  it("keeps what a judge object says of itself, and its receiver", async () => {
    const given = {
      name: "",
      kind: "human" as const,
      version: "1",
      model: "m",
      bar: 0.5,
      prepared: [] as unknown[],
      prepare(context?: PrepareContext) {
        this.prepared.push(context);
      },
      judge() {
        return this.bar;
      },
    };
    const judge = readJudge(given);
    const context = { signal: new AbortController().signal };
    await judge?.prepare?.(context);
    expect(given.prepared).toEqual([context]);
    expect(judge?.judge({}, { signal: new AbortController().signal })).toBe(0.5);
    expect(judge).toMatchObject({ name: "judge", kind: "human", version: "1", model: "m" });
  });

  it("takes a callable with a kind", () => {
    expect(readJudge(Object.assign(() => 1, { kind: "rule" as const }))?.kind).toBe("rule");
  });

  it.each([undefined, null, "openai:m", 1, {}, { judge: 1 }])("refuses %j", (value) => {
    expect(readJudge(value)).toBeUndefined();
    expect(isJudgeObject(value)).toBe(false);
  });
});
