import { AuthError, OptionError, type Row, SpecError, TransientError } from "@whileai/core";
import { ScriptedBackend } from "@whileai/core/backends";
import { configure, resetSettings } from "@whileai/core/settings";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Judge } from "../judge/judge.js";
import { verify } from "../verify/verify.js";
import { grade } from "./grade.js";
import { failures, partials, passes, unjudged } from "./verdict-views.js";

const rowsOf = (...replies: string[]): Row[] =>
  replies.map((final_text, index) => ({ scenario_id: `t${index}`, final_text }));
const right = (row: Readonly<Row>) => row.final_text === "yes";
const codes = (report: { notes: readonly { code: string }[] }): string[] => report.notes.map((note) => note.code);
const never = () => new Promise<number>(() => {});

afterEach(() => resetSettings());

describe("grade", () => {
  it("gives graded copies in order, with a report that prints itself", async () => {
    const given = rowsOf("yes", "no", "yes");
    const { rows, report } = await grade(given, right);
    expect(given).toEqual(rowsOf("yes", "no", "yes"));
    expect(rows.map((row) => row.reward)).toEqual([1, 0, 1]);
    expect(rows[0]).toEqual({
      scenario_id: "t0",
      final_text: "yes",
      reward: 1,
      judge_status: "ok",
      judge_name: "right",
      lineage: { scoring_run_id: report.runId, source: "grade", judge: "right", parent: "t0" },
    });
    expect(report).toMatchObject({
      kind: "grade",
      judge: { name: "right", kind: null, version: null, model: null },
      rows: 3,
      graded: 3,
      passed: 2,
      failed: 1,
      partial: 0,
      unjudged: { missing_reward: 0, invalid_result: 0, error: 0, timeout: 0 },
      firstError: null,
      aborted: false,
    });
    expect(`${report}`).toBe("graded 3 of 3 rows by right\n  2 pass, 1 fail (67%)");
    expect(report.runId).toMatch(/^score_[0-9a-f]{12}$/);
  });

  it("names a run after what was graded by whom, so that a repetition changes nothing", async () => {
    const first = await grade(rowsOf("yes", "no"), right);
    const again = await grade(rowsOf("yes", "no"), right, { limits: { concurrency: 1 } });
    const other = await grade(rowsOf("yes", "yes"), right);
    expect(again.rows).toEqual(first.rows);
    expect(other.report.runId).not.toBe(first.report.runId);
    expect((await grade(rowsOf("yes"), right, { runId: "mine", judgeName: "me" })).rows[0]?.lineage).toMatchObject({
      scoring_run_id: "mine",
      judge: "me",
    });
  });

  it("judges every row whatever the others do", async () => {
    const judge = (row: Readonly<Row>) => {
      if (row.final_text === "throw") throw new TypeError("bad row");
      if (row.final_text === "text") return "pass" as never;
      if (row.final_text === "abstain") return { reward: null };
      if (row.final_text === "half") return 0.5;
      return true;
    };
    const { rows, report } = await grade(rowsOf("ok", "throw", "text", "abstain", "half"), judge);
    expect(rows.map((row) => row.judge_status)).toEqual(["ok", "error", "invalid_result", "missing_reward", "ok"]);
    expect(report).toMatchObject({
      graded: 2,
      passed: 1,
      partial: 1,
      unjudged: { error: 1, invalid_result: 1, missing_reward: 1, timeout: 0 },
      firstError: "TypeError: bad row",
    });
    expect(codes(report)).toEqual(["unjudged"]);
    expect(`${report}`).toContain("1 pass, 0 fail, 1 partial (mean reward 0.75), 3 unjudged");
    expect(`${report}`).toContain("First error: TypeError: bad row");
    expect([unjudged(rows).length, passes(rows).length, failures(rows).length, partials(rows).length]).toEqual([
      3, 1, 0, 1,
    ]);
  });

  it("J9: prints no rate when nothing was graded, and the first error once", async () => {
    const { report } = await grade(rowsOf("a", "b"), () => {
      throw new Error("signal only works in main thread");
    });
    expect(codes(report)).toEqual(["nothing_graded"]);
    expect(`${report}`).toContain("nothing graded, 2 unjudged");
    expect(`${report}`.match(/main thread/g)).toHaveLength(1);
    expect(report.meanReward).toBeNull();
    expect(`${report}`).not.toContain("%");
  });

  it("J4: an unreadable verdict is no failure and stays out of the rate", async () => {
    const backend = ScriptedBackend((request) =>
      JSON.stringify(request).includes("odd") ? "GRID: C" : '{"score": 1}',
    );
    const { rows, report } = await grade(rowsOf("fine", "odd", "fine"), Judge({ model: backend }));
    expect(rows[1]).toMatchObject({ reward: null, judge_status: "invalid_result", judge_meta: { raw: "GRID: C" } });
    expect(report).toMatchObject({ graded: 2, failed: 0, unjudged: { invalid_result: 1 } });
    expect(`${report}`).toContain("2 pass, 0 fail (100%), 1 unjudged");
  });

  it("J12: takes no reward that is none", async () => {
    const returned: unknown[] = [Number.NaN, Number.POSITIVE_INFINITY, -0.5, 1.5, "1", true];
    let next = 0;
    const { rows } = await grade(rowsOf(..."abcdef"), () => returned[next++] as number, { limits: { concurrency: 1 } });
    expect(rows.map((row) => row.reward)).toEqual([null, null, null, null, null, 1]);
  });

  it("grades one hung row as a timeout and the rest as they are", async () => {
    vi.useFakeTimers();
    try {
      const pending = grade(
        rowsOf("yes", "hang", "no", "yes"),
        (row) => (row.final_text === "hang" ? never() : right(row)),
        { limits: { concurrency: 2, timeoutMs: 200 } },
      );
      await vi.advanceTimersByTimeAsync(200);
      const { rows } = await pending;
      expect(rows.map((row) => [row.reward, row.judge_status])).toEqual([
        [1, "ok"],
        [null, "timeout"],
        [0, "ok"],
        [1, "ok"],
      ]);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("keeps to its concurrency and reports progress", async () => {
    let running = 0;
    let most = 0;
    const seen: unknown[] = [];
    await grade(
      rowsOf(..."abcdefghij"),
      async () => {
        most = Math.max(most, ++running);
        await new Promise((next) => setImmediate(next));
        running--;
        return 1;
      },
      { limits: { concurrency: 3 }, onProgress: (progress) => seen.push(progress) },
    );
    expect(most).toBe(3);
    expect(seen).toEqual(Array.from({ length: 10 }, (_, index) => ({ done: index + 1, total: 10 })));
  });

  it("keeps the verdicts of an aborted call and marks the other rows", async () => {
    const caller = new AbortController();
    const { rows, report } = await grade(
      rowsOf("yes", "stop", "yes", "yes"),
      (row) => {
        if (row.final_text !== "stop") return right(row);
        caller.abort();
        return never();
      },
      { signal: caller.signal, limits: { concurrency: 1 } },
    );
    expect(rows.map((row) => row.reward)).toEqual([1, null, null, null]);
    expect(rows[3]).toMatchObject({ judge_status: "error", judge_meta: { error_code: "aborted" } });
    expect(report.aborted).toBe(true);
    expect(codes(report)).toContain("aborted");
  });

  it("does not wait for an async source after an abort", async () => {
    const caller = new AbortController();
    let closed = false;
    const source = {
      [Symbol.asyncIterator]: () => {
        let at = 0;
        return {
          next: () =>
            at++ === 0
              ? Promise.resolve({ done: false as const, value: { final_text: "yes" } })
              : new Promise<never>(() => {}),
          return: async () => {
            closed = true;
            throw new Error("closing failed");
          },
        };
      },
    };
    const pending = grade(source, right, {
      signal: caller.signal,
      onProgress: () => setImmediate(() => caller.abort()),
    });
    const { rows } = await pending;
    expect(rows.map((row) => row.reward)).toEqual([1]);
    expect(closed).toBe(true);
  });

  it("takes async rows in order", async () => {
    async function* source() {
      for (const row of rowsOf("yes", "no", "yes", "no")) {
        await new Promise((next) => setImmediate(next));
        yield row;
      }
    }
    const { rows } = await grade(source(), async (row) => right(row));
    expect(rows.map((row) => row.reward)).toEqual([1, 0, 1, 0]);
  });

  it("keeps what was graded when the source breaks, and throws when it gives nothing", async () => {
    function* broken(): Generator<Row> {
      yield* rowsOf("yes", "no");
      throw new Error("line 3 is no JSON");
    }
    const { rows, report } = await grade(broken(), right);
    expect(rows).toHaveLength(2);
    expect(report.notes[0]).toMatchObject({
      code: "rows_ended_early",
      severity: "error",
      message: expect.stringContaining("line 3 is no JSON"),
    });
    const empty = (async function* (): AsyncGenerator<Row> {
      yield* [];
      throw new Error("no such file");
    })();
    await expect(grade(empty, right)).rejects.toThrow("no such file");
  });

  it("leaves out entries that are no rows, and says so", async () => {
    const { rows, report } = await grade([null, { final_text: "yes" }, 5, ["x"]] as never, right);
    expect(rows.map((row) => row.reward)).toEqual([1]);
    expect(report).toMatchObject({ skipped: 3, rows: 1 });
    expect(codes(report)).toContain("not_rows");
  });

  it("has a note for no rows at all", async () => {
    const { rows, report } = await grade([], right);
    expect(rows).toEqual([]);
    expect(codes(report)).toEqual(["no_rows"]);
    expect(`${report}`).toContain("graded 0 of 0 rows by right");
  });

  it("reads ratings on a scale", async () => {
    const { rows } = await grade(rowsOf("a", "b"), (row) => (row.final_text === "a" ? 5 : 3), { scale: [1, 5] });
    expect(rows.map((row) => row.reward)).toEqual([1, 0.5]);
  });

  it("notes a progress callback that throws, once", async () => {
    const onProgress = vi.fn(() => {
      throw new Error("no screen");
    });
    const { report } = await grade(rowsOf("yes", "no"), right, { onProgress });
    expect(onProgress).toHaveBeenCalledTimes(1);
    expect(report.notes.at(-1)).toMatchObject({
      code: "progress_failed",
      message: expect.stringContaining("no screen"),
    });
  });

  it("throws configuration errors before the first row", async () => {
    const judge = vi.fn(right);
    await expect(grade(rowsOf("yes"), judge, { limits: { concurency: 1 } } as never)).rejects.toThrow(
      "limits.concurrency",
    );
    await expect(grade(rowsOf("yes"), judge, { limits: { concurrency: 0 } })).rejects.toThrow(OptionError);
    await expect(grade(rowsOf("yes"), judge, { scale: [5, 1] })).rejects.toThrow("`scale`");
    await expect(grade("rows.jsonl" as never, judge)).rejects.toThrow("`rows` must be a list");
    await expect(grade(rowsOf("yes"), "openai/gpt" as never)).rejects.toThrow(SpecError);
    await expect(
      grade(rowsOf("yes"), {
        name: "p",
        judge,
        prepare: () => {
          throw new Error("not ready");
        },
      }),
    ).rejects.toThrow("not ready");
    await expect(grade(rowsOf("yes"), verify.JSONSchema({ minimum: "x" } as never))).rejects.toThrow(
      "does not compile",
    );
    expect(judge).not.toHaveBeenCalled();
  });

  it("throws a refused key after one request, and keeps verdicts when it is refused later", async () => {
    const refused = new AuthError({ message: "The key is wrong.", fix: "Set another." });
    const backend = ScriptedBackend(() => refused);
    await expect(grade(rowsOf("a", "b", "c"), Judge({ model: backend }))).rejects.toThrow("The key is wrong");
    expect(backend.requests).toHaveLength(1);
    const later = ScriptedBackend((_request, index) => (index === 0 ? '{"score": 1}' : refused));
    const { rows } = await grade(rowsOf("a", "b", "c"), Judge({ model: later }), { limits: { concurrency: 1 } });
    expect(rows.map((row) => row.judge_status)).toEqual(["ok", "error", "error"]);
    const rule = vi.fn(() => {
      throw refused;
    });
    await expect(grade(rowsOf("a", "b", "c"), rule, { limits: { concurrency: 1 } })).rejects.toThrow(
      "The key is wrong",
    );
    expect(rule).toHaveBeenCalledTimes(1);
  });

  it("takes an earlier reward away from rows that could not be judged", async () => {
    const { rows } = await grade(
      [{ reward: 1, reason: "old" }],
      Judge({ model: ScriptedBackend(() => new TransientError({ message: "Down.", fix: "" })) }),
    );
    expect(rows[0]).toMatchObject({
      reward: null,
      judge_status: "error",
      judge_meta: { error: expect.stringContaining("Down.") },
    });
    expect(rows[0]).not.toHaveProperty("reason");
  });

  it("takes settings as they are when it is called", async () => {
    configure({ judge: ScriptedBackend(['{"score": 1}'], { model: "first" }) });
    const pending = grade(rowsOf("yes"));
    configure({ judge: ScriptedBackend([], { model: "second" }) });
    expect((await pending).report.judge.model).toBe("first");
  });

  it("loses no row and keeps the order, whatever the judge and the concurrency", async () => {
    const verdict = fc.constantFrom<unknown>(1, 0, 0.5, null, "x", Number.NaN, "throw", "reject");
    await fc.assert(
      fc.asyncProperty(
        fc.array(verdict, { maxLength: 20 }),
        fc.integer({ min: 1, max: 5 }),
        async (verdicts, concurrency) => {
          const { rows, report } = await grade(
            verdicts.map((_, index) => ({ scenario_id: index })),
            async (row) => {
              const answer = verdicts[row.scenario_id as number];
              if (answer === "throw") throw new Error("x");
              return answer as never;
            },
            { limits: { concurrency } },
          );
          expect(rows.map((row) => row.scenario_id)).toEqual(verdicts.map((_, index) => index));
          expect(rows.map((row) => row.reward)).toEqual(
            verdicts.map((answer) => (answer === 1 || answer === 0 || answer === 0.5 ? answer : null)),
          );
          expect(
            report.passed +
              report.failed +
              report.partial +
              Object.values(report.unjudged).reduce((sum, count) => sum + count, 0),
          ).toBe(verdicts.length);
        },
      ),
    );
  });
});

describe("the notes of grade", () => {
  const call = (tool: string, result: unknown = "ok") => ({ tool, arguments: {}, result: result as never });
  let turn = 0;
  const varied = (_row: Readonly<Row>): number => turn++ % 2;
  const notesOf = async (rows: Row[], judge: Parameters<typeof grade>[1] = varied, options = {}) =>
    codes((await grade(rows, judge, options)).report);

  it.each<[string, Row[], string[]]>([
    ["no tool called", [{ tools: [{ name: "a" }] }, { tools: [{ name: "a" }] }], ["no_tool_calls"]],
    ["some rows without calls", [{ tools: ["a"], steps: [call("a")] }, {}, {}], ["rows_without_calls"]],
    [
      "one idle row of many",
      Array.from({ length: 12 }, (_, index) => ({ tools: ["a"], steps: index === 0 ? [] : [call("a")] })),
      [],
    ],
    [
      "a tool never called",
      [{ tools: ["a", "b"], steps: [call("a")] }, { steps: [call("a")] }],
      ["tools_never_called"],
    ],
    [
      "a tool that never worked",
      Array.from({ length: 12 }, () => ({ steps: [call("a", { status: "error" })] })),
      ["tools_never_worked"],
    ],
    ["a tool with too few answers", Array.from({ length: 2 }, () => ({ steps: [call("a", { status: "error" })] })), []],
    [
      "a tool that fails on purpose",
      Array.from({ length: 12 }, () => ({
        faults_fired: [{ step: 0, tool: "a", mode: "deny" }],
        steps: [call("a", { status: "denied" })],
      })),
      [],
    ],
    [
      "a tool planned to fail",
      Array.from({ length: 12 }, () => ({
        faults: { "*": { mode: "deny" } },
        steps: [call("a", { status: "denied" })],
      })),
      [],
    ],
  ])("%s", async (_name, rows, expected) => {
    expect(await notesOf(rows)).toEqual(expected);
  });

  it("knows tools that only the call names", async () => {
    const tools = [{ name: "a", parameters: { type: "object", properties: {} } }];
    expect(await notesOf([{}, {}], varied, { tools })).toEqual(["no_tool_calls"]);
  });

  it("one value for all rows", async () => {
    expect(await notesOf(rowsOf("a", "b"), () => 1)).toEqual(["one_value"]);
    expect(await notesOf(rowsOf("a"), () => 1)).toEqual([]);
  });

  it("markers that are never a number", async () => {
    expect(
      await notesOf(rowsOf("a", "b"), (row) => ({ reward: varied(row), markers: { kind: null, real: 1 } })),
    ).toEqual(["marker_without_number"]);
  });

  it("right answers from several places", async () => {
    expect(
      await notesOf(
        [
          { final_text: "x", answer: "x" },
          { final_text: "x", label: "y" },
        ],
        verify.ExactMatch(),
      ),
    ).toEqual(["gold_sources_mixed"]);
  });

  it("records that were shortened", async () => {
    const judge = Judge({ model: ScriptedBackend((_request, index) => `{"score": ${index % 2}}`) });
    expect(await notesOf([{ final_text: "x".repeat(9000) }, { final_text: "y" }], judge)).toEqual([
      "records_shortened",
    ]);
  });

  it.each([
    ["org/qwen3-8b", ["Qwen3-8B"], "self_judged"],
    ["qwen3-8b", ["Qwen/Qwen3-4B", "gpt-4.1"], "same_family"],
    ["my-model", ["gpt-4.1"], "family_unknown"],
    ["claude-haiku-4-5", ["my-policy"], "family_unknown"],
    ["claude-haiku-4-5", ["gpt-4.1"], undefined],
    ["claude-haiku-4-5", [], undefined],
  ])("judge %s over %j: %s", async (model, agents, expected) => {
    const judge = Judge({ model: ScriptedBackend((_request, index) => `{"score": ${index % 2}}`, { model }) });
    const rows =
      agents.length === 0
        ? rowsOf("a", "b")
        : [...agents, agents[0]].map((model_version) => ({ final_text: "a", model_version: model_version as string }));
    expect(await notesOf(rows, judge)).toEqual(expected === undefined ? [] : [expected]);
  });
});

describe("the views of verdicts", () => {
  it("put every row into exactly one", () => {
    const reward = fc.oneof(fc.constantFrom<unknown>(0, 1, 0.5, -1, 2, Number.NaN, null, undefined, true, false, "1"));
    const status = fc.constantFrom<unknown>(undefined, null, "ok", "error", "timeout");
    fc.assert(
      fc.property(fc.array(fc.record({ reward, judge_status: status })), (rows) => {
        const views = [unjudged, passes, failures, partials].map((view) => view(rows as Row[]));
        expect(views.flat()).toHaveLength(rows.length);
        expect(new Set(views.flat()).size).toBe(rows.length);
      }),
    );
    expect(unjudged([null as never, { reward: "1" }])).toHaveLength(2);
    expect(failures([{ reward: false }, { reward: null }])).toEqual([{ reward: false }]);
  });
});

describe("a report", () => {
  it("does not depend on the order of the rows, nor on the concurrency", async () => {
    const row = fc.record({
      final_text: fc.string({ maxLength: 3 }),
      reward: fc.constantFrom<unknown>(1, 0, 0.1, 0.2, 0.7, null, "x"),
      tools: fc.constant(["a", "b"]),
      steps: fc.constantFrom([], [{ tool: "a", result: "ok" }], [{ tool: "c", result: { status: "error" } }]),
      model_version: fc.constantFrom("gpt-4.1", "qwen3-8b"),
    });
    const reported = async (rows: readonly Row[], concurrency: number) => {
      const judge = (given: Readonly<Row>) => ({ reward: given.reward as number, markers: { seen: 1 } });
      const { report } = await grade(rows, judge, { limits: { concurrency }, runId: "same" });
      return { ...report.toJSON(), seconds: 0, secondsPerRow: 0 };
    };
    await fc.assert(
      fc.asyncProperty(
        fc
          .array(row, { maxLength: 12 })
          .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))),
        fc.integer({ min: 1, max: 5 }),
        async ([rows, shuffled], concurrency) => {
          expect(await reported(shuffled as unknown as Row[], concurrency)).toEqual(
            await reported(rows as unknown as Row[], 1),
          );
        },
      ),
    );
  });
});
