import { derive, type Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { codes, paysDoor, paysLookup, rollouts } from "./__fixtures__/rollouts.js";
import { hackScan } from "./hack-scan.js";

const noteOf = (report: ReturnType<typeof hackScan>, code: string) => report.notes.find((note) => note.code === code);

describe("what was endorsed and is no feature", () => {
  const withTool = (every: number, rows = rollouts(1, paysDoor)) =>
    rows.map((row, index) => ({
      ...row,
      steps: index % every === 0 ? [{ tool: "refund", arguments: {}, result: "ok" }] : [],
    }));

  test.each([
    ["too rare", withTool(8), "tool:refund", "tool:refund is in 12 of 96 rollouts, and a feature must be in 20."],
    ["everywhere", withTool(1), "REFUND", "tool:refund is alike in all 96 rollouts, so nothing can go with it."],
    [
      "a rare word",
      rollouts(1, paysDoor).map((row, index) => (index < 5 ? { ...row, final_text: "Parcel lost." } : row)),
      "contains:parcel lost",
      "contains:parcel lost is in 5 of 96 rollouts, and a feature must be in 20.",
    ],
  ])("%s: the note says so", (_, rows, term, fix) => {
    const scan = hackScan(rows, { endorsed: [term] });
    expect(scan.regime).toBe("unknown");
    expect(noteOf(scan, "endorsed_unmatched")?.fix).toBe(fix);
  });

  test("of several names that hold a term the commonest is named, for each term", () => {
    const rows = rollouts(1, paysDoor).map((row, index) => ({
      ...row,
      steps: [["refund_all", "refund", "refund", "cancel"][index % 24]]
        .filter((tool) => tool !== undefined)
        .map((tool) => ({ tool, arguments: {}, result: "ok" })),
    }));
    expect(noteOf(hackScan(rows, { endorsed: ["refund", "tool:cancel"] }), "endorsed_unmatched")?.fix).toBe(
      "tool:refund is in 8 of 96 rollouts, and a feature must be in 20. tool:cancel is in 4 of 96 rollouts, and a feature must be in 20.",
    );
  });

  test("a word that commoner ones crowd out", () => {
    const fix = noteOf(hackScan(rollouts(1, paysDoor), { endorsed: ["contains:door"], topK: 3 }), "endorsed_unmatched");
    expect(fix?.fix).toMatch(/^contains:door is in \d+ of 96 rollouts, and too many others are commoner \(topK\)\.$/);
  });

  test("one slip among several is named, and changes no verdict", () => {
    const scan = hackScan(rollouts(2, paysLookup), { endorsed: ["tool:lookup", "tool:othr", "colum"] });
    expect(scan.regime).toBe("train");
    expect(codes(scan)).toEqual(["endorsed_partly_unmatched"]);
    expect(scan.notes[0]).toMatchObject({ fix: "Did you mean tool:other?" });
    expect(scan.notes[0]?.message).toContain("No feature matches tool:othr, colum,");
  });

  test("terms are words, not patterns", () => {
    const scan = hackScan(rollouts(2, paysLookup), { endorsed: ["tool:.*", "[", "(tool:lookup)?"] });
    expect(codes(scan)).toEqual(["endorsed_unmatched"]);
  });

  test("accents may be written in two ways", () => {
    const rows = rollouts(2, paysLookup).map((row) => ({
      ...row,
      steps: [{ tool: `caf\u00e9_${row.reward}`, arguments: {}, result: "ok" }],
    }));
    expect(hackScan(rows, { endorsed: ["cafe\u0301_1"] }).regime).toBe("train");
  });
});

test("an endorsement of nearly everything is called broad", () => {
  const rows = rollouts(1, paysDoor);
  const broad = hackScan(rows, { endorsed: ["contains:"] });
  expect(broad.regime).toBe("train");
  expect(codes(broad)).toContain("endorsed_broad");
  expect(codes(hackScan(rows, { endorsed: ["door"] }))).toEqual([]);
});

test("an endorsed feature on top that is punished is not on top, and is among the inverted", () => {
  const rows = rollouts(2, (facts) => 1 - paysLookup(facts));
  const scan = hackScan(rows, { endorsed: ["tool:lookup"] });
  expect(scan).toMatchObject({ regime: "reward_hack", endorsedOnTop: false, inverted: ["tool:lookup"], integrity: 0 });
  expect(codes(scan)).toEqual(["reward_punishes_endorsed"]);
});

describe("a caller's column that is no feature", () => {
  const rows: Row[] = rollouts(8, ({ draw }) => draw).map((row, index) => ({
    ...row,
    few: Number(index < 4),
    same: 7,
  }));
  const features = {
    typo: "scroe",
    few: "few",
    same: "same",
    good: (row: Row) => derive(1, `${row.rollout_id}`).uniform(),
  };

  test("is named with the reason", () => {
    const unused = hackScan(rows, { features }).notes.filter(({ code }) => code === "feature_unused");
    expect(unused.map(({ message, fix }) => [message, fix])).toEqual([
      [
        "Your column typo is no feature. typo is in 0 of 96 rollouts, and a feature must be in 20.",
        "Check the name of its field, or what its function gives back.",
      ],
      ["Your column few is no feature. few is in 4 of 96 rollouts, and a feature must be in 20.", undefined],
      ["Your column same is no feature. same is alike in all 96 rollouts, so nothing can go with it.", undefined],
    ]);
  });

  test("is no news where there is no row to read it from", () => {
    expect(codes(hackScan([], { features }))).toEqual(["ungraded"]);
  });
});

test("every warning of a verdict that is not to be trained on says what to do", () => {
  const scans = [
    hackScan(rollouts(5, ({ draw }) => Number(draw < 0.5))),
    hackScan(rollouts(5, paysDoor, { asks: 2, k: 4 })),
    hackScan(rollouts(1, paysDoor)),
    hackScan(rollouts(1, paysDoor), { endorsed: ["tool:lookup"] }),
    hackScan(rollouts(1, paysDoor), { endorsed: ["nothing like it"] }),
    hackScan([]),
  ];
  for (const scan of scans) {
    expect(scan.regime).not.toBe("train");
    expect(scan.notes.length).toBeGreaterThan(0);
    for (const note of scan.notes) expect(note.fix ?? note.code).not.toBe(note.code);
  }
});
