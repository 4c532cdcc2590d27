import type { JudgeObject, Note, Row } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { grade } from "./grade.js";

const rows: Row[] = [{ final_text: "a" }, { final_text: "b" }, { final_text: "c" }];
const varied = (row: Readonly<Row>) => (row.final_text === "a" ? 1 : 0);
const judgeOf = (more: Partial<JudgeObject>): JudgeObject => ({ name: "mine", judge: varied, ...more });

describe("a judge's notes", () => {
  const note: Note = { code: "mine", severity: "info", message: "said" };

  it.each<[string, () => unknown]>([
    [
      "throw",
      () => {
        throw new Error("no notes");
      },
    ],
    ["are no list", () => "note"],
    ["hold what is no note", () => [null]],
    ["hold a note without a message", () => [{ code: "x", severity: "info" }]],
    ["hold a note of no severity", () => [{ ...note, severity: "fatal" }]],
  ])("that %s cost no verdict", async (_, notes) => {
    const graded = await grade(rows, judgeOf({ notes: notes as () => Note[] }));
    expect(graded.rows.map(({ reward }) => reward)).toEqual([1, 0, 0]);
    expect(graded.report.notes).toEqual([
      expect.objectContaining({ code: "judge_notes_failed", message: expect.stringContaining("Error: ") }),
    ]);
    expect(`${graded.report}`).toContain("graded 3 of 3 rows");
  });

  it("are asked of a judge without a name too", async () => {
    expect((await grade(rows, judgeOf({ name: " ", notes: () => [note] }))).report.notes).toEqual([note]);
  });
});

it("a place of the right answer that is no text costs no verdict", async () => {
  const odd = { toString: null } as unknown;
  const graded = await grade(rows, (row) => ({
    reward: varied(row),
    gold_source: row.final_text === "a" ? odd : "gold",
  }));
  expect(graded.rows.map(({ reward }) => reward)).toEqual([1, 0, 0]);
  expect(graded.report.notes[0]?.message).toBe('Right answers were read from gold, {"toString":null}.');
});

describe("an async onProgress that rejects", () => {
  it("is noted as one that throws, and ends no process", async () => {
    const onProgress = (async () => {
      throw new Error("no progress");
    }) as () => void;
    const judge = async (row: Readonly<Row>) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return varied(row);
    };
    const { report } = await grade(rows, judge, { onProgress, limits: { concurrency: 1 } });
    expect(report.notes.at(-1)).toMatchObject({
      code: "progress_failed",
      message: expect.stringContaining("Error: no progress"),
    });
  });
});

describe("a call that is given up before its judge is ready", () => {
  const never = () => new Promise<void>(() => {});

  it.each([
    ["before", () => AbortSignal.abort(), 0],
    ["while it makes itself ready", () => AbortSignal.timeout(10), 1],
  ] as const)("%s returns the rows without a verdict", async (_, signal, times) => {
    let prepared = 0;
    const judge = judgeOf({
      prepare: () => {
        prepared++;
        return never();
      },
    });
    const graded = await grade(rows, judge, { signal: signal(), resume: true });
    expect(graded.rows.map((row) => row.judge_meta?.error_code)).toEqual(["aborted", "aborted", "aborted"]);
    expect(graded.report.aborted).toBe(true);
    expect(prepared).toBe(times);
  });

  it("does not hear of what its judge throws after that", async () => {
    const caller = new AbortController();
    const prepare = async () => {
      caller.abort();
      throw new Error("late");
    };
    const graded = await grade(rows, judgeOf({ prepare }), { signal: caller.signal });
    expect(graded.report).toMatchObject({ aborted: true, graded: 0 });
  });
});

describe("a source of rows that breaks the rules of iterators", () => {
  const broken: readonly [string, unknown][] = [
    ["gives nothing at all", undefined],
    [
      "throws when it is asked whether it is done",
      {
        get done() {
          throw new TypeError("no end");
        },
      },
    ],
    [
      "throws when it is asked for the row",
      {
        done: false,
        get value() {
          throw new TypeError("no row");
        },
      },
    ],
  ];
  for (const method of [Symbol.iterator, Symbol.asyncIterator])
    it.each(broken)(`%s (${String(method)}): what came before is kept`, async (_, last) => {
      let given = 0;
      const source = { [method]: () => ({ next: () => (given < 2 ? { done: false, value: rows[given++] } : last) }) };
      const graded = await grade(source as unknown as Iterable<Row>, varied);
      expect(graded.rows.map(({ reward }) => reward)).toEqual([1, 0]);
      expect(graded.report.notes[0]).toMatchObject({
        code: "rows_ended_early",
        message: expect.stringContaining("The rows broke off after 2: TypeError: "),
      });
    });
});
