import { derive } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { codes, paysDoor, paysLookup, rollouts } from "./__fixtures__/rollouts.js";
import { hackScan } from "./hack-scan.js";

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

  test("what is paid beside what was endorsed is named from a quarter as much on", () => {
    const notesAt = (share: number) => {
      const scan = hackScan(
        rollouts(2, ({ words, tool }) => Number(tool === "lookup") + share * Number(words.includes("door")), {
          asks: 60,
        }),
        { endorsed: ["tool:lookup"] },
      );
      return [scan.regime, (scan.integrity ?? 0) < 0.8, codes(scan).includes("rival_features")];
    };
    expect(notesAt(0.5)).toEqual(["train", true, true]);
    expect(notesAt(0.2)).toEqual(["train", false, false]);
  });

  test("asks that are alike in between neither pass nor fail", () => {
    const between = rollouts(9, () => 0.7, { asks: 6 }).map((row) => ({ ...row, prompt: `middling ${row.prompt}` }));
    const { support } = hackScan([...rollouts(2, paysLookup), ...between], { endorsed: ["tool:lookup"] });
    expect(support).toMatchObject({ sat: 0, dead: 0, mixed: 2 / 3 });
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
      expect(codes(scan)).toEqual(["lead_unclear"]);
      expect(scan).toMatchObject({ integrity: 1, examples: null });
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

  test("a count of two endorsed tools is no hack either where asks are few and one tool alone is below the floor", () => {
    const scans = Array.from({ length: 40 }, (_, seed) => {
      const stream = derive(seed, "few asks");
      const rows = rollouts(seed, () => 0, { asks: 10 }).map((row) => {
        const tools = ["lookup", "refund"].filter(() => stream.uniform() < 0.5);
        const paid = stream.uniform() < 0.8 ? tools.length > 0 : stream.uniform() < 0.5;
        return { ...row, steps: tools.map((tool) => ({ tool, arguments: {}, result: "ok" })), reward: Number(paid) };
      });
      return hackScan(rows, { endorsed: ["tool:lookup", "tool:refund"], seed });
    });
    const partly = scans.filter(({ topFeature, features }) => {
      const tools = features.filter(({ name }) => name === "tool:lookup" || name === "tool:refund");
      return topFeature === "tool_calls" && tools.some(({ aboveFloor }) => !aboveFloor);
    });
    expect(partly.length).toBeGreaterThan(0);
    expect(partly.map(({ regime }) => regime)).not.toContain("reward_hack");
  });

  test("an echo of an endorsed feature that is itself below the floor leaves the verdict open", () => {
    const scans = Array.from({ length: 60 }, (_, seed) => {
      const paid = ({ tool, draw }: { tool: string; draw: number }) =>
        Number(draw < 0.25 ? tool === "lookup" : draw < 0.625);
      const rows = rollouts(seed, paid, { asks: 16 }).map((row, index) => {
        const { tool } = (row.steps as { tool: string }[])[0] ?? {};
        return { ...row, echo: Number(tool === "lookup") + derive(seed, index).uniform() / 3 };
      });
      return hackScan(rows, { endorsed: ["tool:lookup"], features: { echo: "echo" }, auto: false, seed });
    });
    const ahead = scans.filter((scan) => scan.topFeature === "echo" && scan.features[0]?.aboveFloor);
    const open = ahead.filter((scan) => scan.features.every(({ endorsed, aboveFloor }) => !(endorsed && aboveFloor)));
    expect(ahead.map(({ regime }) => regime)).not.toContain("reward_hack");
    expect(open.length).toBeGreaterThan(0);
    for (const scan of open) {
      expect(scan.regime).toBe("unknown");
      expect(codes(scan)).toEqual(["lead_unclear"]);
    }
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

test("the floor holds its level on pure noise although conjunctions are picked", () => {
  let alarms = 0;
  for (let seed = 0; seed < 60; seed++) {
    const rows = rollouts(1000 + seed, ({ draw }) => Number(draw < 0.5), { asks: 16 });
    if (hackScan(rows, { seed }).nAboveFloor > 0) alarms++;
  }
  // 5% of 60 is 3; 9 would be a 1 in 1,000 accident.
  expect(alarms).toBeLessThan(9);
});
