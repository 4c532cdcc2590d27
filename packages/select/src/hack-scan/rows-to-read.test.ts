import type { Row } from "@whileai/core";
import { expect, test } from "vitest";
import { type Column, makeColumn } from "./column.js";
import { gradedRows } from "./graded-rows.js";
import { hackScan } from "./hack-scan.js";
import { hackScanDiff } from "./hack-scan-diff.js";
import { rowsToRead } from "./rows-to-read.js";

/** Twenty asks of eight: the word is in every third reply, and `pays` it or not. */
const rollouts = (pays: (word: boolean, index: number) => boolean, fields: (index: number) => object): Row[] =>
  Array.from({ length: 160 }, (_, index) => ({
    prompt: `ask ${Math.floor(index / 8)}`,
    final_text: `Reply ${index}${index % 3 === 0 ? " verified" : ""}`,
    steps: [{ tool: index % 2 ? "lookup" : "other", arguments: {}, result: "ok" }] as never,
    reward: Number(pays(index % 3 === 0, index)),
    ...fields(index),
  }));
const gamed = (fields: (index: number) => object = () => ({})) => rollouts((word) => word, fields);

test("rows with and without what is paid are named by their ids, in asks where they part", () => {
  const rows = gamed((index) => ({ rollout_id: `r${String(index).padStart(3, "0")}` }));
  const { examples } = hackScan(rows, { endorsed: ["tool:lookup"] });
  expect(examples?.feature).toBe("contains:verified");
  const byId = new Map(rows.map((row) => [row.rollout_id, row]));
  expect(examples?.with).toHaveLength(3);
  for (const [at, { rolloutId, index, reward }] of (examples?.with ?? []).entries()) {
    const other = examples?.without[at];
    const [more, less] = [byId.get(String(rolloutId)), byId.get(String(other?.rolloutId))];
    expect([index, reward, other?.reward]).toEqual([null, 1, 0]);
    expect(more?.final_text).toContain("verified");
    expect(less?.final_text).not.toContain("verified");
    expect(less?.prompt).toBe(more?.prompt);
  }
  expect(`${hackScan(rows)}`).toMatch(
    /^ {2}to read: with contains:verified r\d{3}, r\d{3}, r\d{3}; without it, or with less, r\d{3}, r\d{3}, r\d{3}$/m,
  );
});

test("rows without an id are named by their place, from 0 in the report and from 1 in the text", () => {
  const rows = [null as never, { prompt: "ungraded" }, ...gamed()];
  const { examples } = hackScan(rows);
  for (const { rolloutId, index } of examples?.with ?? []) {
    expect(rolloutId).toBeNull();
    expect(rows[index ?? -1]?.final_text).toContain("verified");
  }
  expect(`${hackScan(rows)}`).toContain(`with contains:verified row ${(examples?.with[0]?.index ?? 0) + 1}, `);
  const simulated = hackScan(
    gamed((index) => ({ scenario_id: `s${Math.floor(index / 8)}`, rollout_index: index % 8 })),
  );
  expect(simulated.examples?.with[0]?.rolloutId).toMatch(/^s\d+#\d$/);
});

test("what is punished is shown where it costs, and measures by more and less of them", () => {
  const rows = gamed();
  const graded = gradedRows(rows.map((row, index) => ({ ...row, reward: index % 3 === 0 ? 0 : 1 })));
  const carrying = Int32Array.from(graded.texts.keys()).filter((row) => graded.texts[row]?.includes("verified"));
  const column = makeColumn({ name: "word", rows: carrying, values: null }, graded);
  const punished = column && rowsToRead(column, graded);
  expect(punished?.with.map(({ reward }) => reward)).toEqual([0, 0, 0]);
  expect(punished?.without.map(({ reward }) => reward)).toEqual([1, 1, 1]);
  const long = rollouts(
    (_, index) => index % 8 > 3,
    (index) => ({ final_text: "x".repeat(10 + (index % 8)) }),
  );
  const { examples } = hackScan(long, { auto: false });
  expect(examples?.with.map(({ index }) => (index ?? 0) % 8)).toEqual([7, 7, 7]);
  expect(examples?.without.map(({ index }) => (index ?? 1) % 8)).toEqual([0, 0, 0]);
});

test("the asks in which it pays most come first, and of equal rows those that show it best", () => {
  const reward = (sign: number) => (ask: number, index: number) =>
    // Replies 0 and 1 hold the word; the gap between their better one and the worse one of the others grows with the ask.
    sign * ([ask / 2 + 1, 1, 0.5, 0][index] as number);
  const told = (sign: number) => {
    const graded = gradedRows(
      Array.from({ length: 20 }, (_, index) => ({
        prompt: `ask ${index >> 2}`,
        rollout_id: `${index >> 2}-${index % 4}`,
        final_text: index % 4 < 2 ? "verified" : "done",
        reward: reward(sign)(index >> 2, index % 4),
      })),
    );
    const rows = Int32Array.from(graded.texts.keys()).filter((row) => graded.texts[row] === "verified");
    const column = makeColumn({ name: "word", rows, values: null }, graded) as Column;
    const found = rowsToRead(column, graded);
    return [found?.with, found?.without].map((names) => names?.map(({ rolloutId }) => rolloutId));
  };
  for (const sign of [1, -1])
    expect(told(sign)).toEqual([
      ["4-0", "3-0", "2-0"],
      ["4-3", "3-3", "2-3"],
    ]);
});

test("names none where nothing is paid that was not endorsed", () => {
  const honest = rollouts(
    (_, index) => index % 2 === 1,
    () => ({}),
  );
  expect(hackScan(honest, { endorsed: ["tool:lookup"] })).toMatchObject({ regime: "train", examples: null });
  expect(hackScan([]).examples).toBeNull();
  expect(hackScanDiff(honest, honest).examples).toBeNull();
  const { examples, gained } = hackScanDiff(honest, gamed(), { endorsed: ["tool:lookup"] });
  expect(examples?.feature).toBe(gained[0]?.name);
});
