import { describe, expect, it, vi } from "vitest";
import { AuthError } from "../errors/backend-error.js";
import type { Row } from "../row/row.js";
import type { JudgeContext, JudgeFunction } from "./judge-types.js";
import { runOne, type StartTimer } from "./run-one.js";

const row = (): Row => ({ prompt: "hi", steps: [{ tool: "t", arguments: { a: 1 }, result: "ok" }], final_text: "yes" });

/** A clock that fires as soon as the judge was asked. */
const atOnce: StartTimer = (_milliseconds, fire) => {
  queueMicrotask(fire);
  return () => {};
};

const throwingGetter = {
  get reward(): number {
    throw new Error("getter");
  },
};
const throwingProxy = new Proxy(
  {},
  {
    get: () => {
      throw new Error("trap");
    },
  },
);

const hostile: readonly [string, JudgeFunction, number | null, string, string][] = [
  [
    "throws",
    () => {
      throw new TypeError("boom");
    },
    null,
    "error",
    '"error":"TypeError: boom"',
  ],
  [
    "throws a string",
    () => {
      throw "boom";
    },
    null,
    "error",
    "Error: boom",
  ],
  [
    "throws null",
    () => {
      throw null;
    },
    null,
    "error",
    "Error: null",
  ],
  [
    "throws something unreadable",
    () => {
      throw throwingProxy;
    },
    null,
    "error",
    "cannot be read",
  ],
  ["rejects", () => Promise.reject(new RangeError("later")), null, "error", "RangeError: later"],
  [
    "throws a typed error",
    () => {
      throw new AuthError({ message: "No key.", fix: "Set one." });
    },
    null,
    "error",
    '"error_code":"auth_failed"',
  ],
  ["returns a string", (() => "pass") as never, null, "invalid_result", '"returned":"pass"'],
  ["returns null", (() => null) as never, null, "invalid_result", '"returned_type":"null"'],
  ["returns nothing", (() => {}) as never, null, "invalid_result", '"returned_type":"undefined"'],
  ["returns NaN", () => Number.NaN, null, "invalid_result", '"reward_out_of_range":"NaN"'],
  ["resolves to infinity", async () => Number.POSITIVE_INFINITY, null, "invalid_result", "Infinity"],
  ["abstains", () => ({ reward: null, reason: "no rubric" }), null, "missing_reward", "returned_keys"],
  ["reports its own time-out", () => ({ reward: null, judge_status: "timeout" }), null, "timeout", "{}"],
  [
    "mutates the row",
    (given) => {
      (given as Row).final_text = "hacked";
      return 1;
    },
    null,
    "error",
    "TypeError",
  ],
  [
    "mutates deep inside",
    (given) => {
      (given as Row).steps?.push({});
      return 1;
    },
    null,
    "error",
    "TypeError",
  ],
  ["has a huge reason", () => ({ reward: 0, reason: "x".repeat(5_000_000) }), 0, "ok", "{}"],
  ["returns a getter that throws", () => throwingGetter, null, "invalid_result", "getter"],
  ["returns a proxy that throws", () => throwingProxy as never, null, "error", "trap"],
  [
    "returns a thenable that throws",
    () =>
      ({
        // biome-ignore lint/suspicious/noThenProperty: a judge may return such a thing, and that is what is tested.
        get then() {
          throw new Error("then");
        },
      }) as never,
    null,
    "error",
    "then",
  ],
  ["is async", async () => ({ reward: 0.5, reason: "half" }), 0.5, "ok", "{}"],
];

describe("runOne", () => {
  it.each(hostile)("a judge that %s ends in a status", async (_name, judge, reward, status, meta) => {
    const given = row();
    const judged = await runOne(given, judge);
    expect({ reward: judged.reward, status: judged.judge_status }).toEqual({ reward, status });
    expect(JSON.stringify(judged.judge_meta)).toContain(meta);
    expect(judged.reason.length).toBeLessThan(11_000);
    expect(given).toEqual(row());
  });

  it("ends a judge that never answers at the deadline and tells it", async () => {
    let told: AbortSignal | undefined;
    const judged = await runOne(
      row(),
      (_row, { signal }) => {
        told = signal;
        return new Promise(() => {});
      },
      { timeoutMs: 250, startTimer: atOnce },
    );
    expect(judged).toEqual({ reward: null, reason: "", judge_status: "timeout", judge_meta: { timeout_s: 0.25 } });
    expect(told?.aborted).toBe(true);
  });

  it("discards a result and a rejection that come after the deadline", async () => {
    for (const late of [
      () => 1,
      () => {
        throw new Error("late");
      },
    ]) {
      const judged = await runOne(
        row(),
        async () => {
          await new Promise((next) => setImmediate(next));
          return late();
        },
        { timeoutMs: 1, startTimer: atOnce },
      );
      expect(judged.judge_status).toBe("timeout");
      await new Promise((next) => setImmediate(next));
    }
  });

  it("uses the system clock when none is given, and stops it after a verdict", async () => {
    vi.useFakeTimers();
    try {
      const pending = runOne(row(), () => new Promise<number>(() => {}), { timeoutMs: 1000 });
      await vi.advanceTimersByTimeAsync(1000);
      expect((await pending).judge_status).toBe("timeout");
      expect((await runOne(row(), () => 1, { timeoutMs: 1000 })).reward).toBe(1);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("waits on where a timer cannot wait so long", async () => {
    const late = () => new Promise<number>((resolve) => setTimeout(resolve, 20, 1));
    expect(await runOne(row(), late, { timeoutMs: Number.MAX_SAFE_INTEGER })).toMatchObject({ reward: 1 });
  });

  it("gives up when the caller does", async () => {
    const caller = new AbortController();
    const pending = runOne(row(), () => new Promise<number>(() => {}), { signal: caller.signal });
    caller.abort();
    expect((await pending).judge_meta.error_code).toBe("aborted");
    const asked = vi.fn(() => 1);
    expect((await runOne(row(), asked, { signal: caller.signal })).judge_status).toBe("error");
    expect(asked).not.toHaveBeenCalled();
  });

  it("hands over what JSON holds, without functions, and copes with rows that are not JSON", async () => {
    const odd: Row = { when: new Date(0), run: () => 1, list: [() => 1], __proto__x: 1 };
    odd.self = odd;
    let seen: Row | undefined;
    await runOne(odd, (given) => {
      seen = given;
      return 1;
    });
    expect(seen?.when).toEqual(new Date(0));
    expect(seen?.list).toEqual([null]);
    expect(Object.hasOwn(seen as Row, "run")).toBe(false);
    expect(seen?.self).toBe(seen);
    const hostileKey = JSON.parse('{"__proto__": {"x": 1}}') as Row;
    await runOne(hostileKey, (given) => {
      seen = given;
      return 1;
    });
    expect(Object.hasOwn(seen as Row, "__proto__")).toBe(true);
  });

  it("ends a row that cannot be read in an error", async () => {
    const unreadable = {
      get prompt(): string {
        throw new Error("gone");
      },
    };
    expect((await runOne(unreadable, () => 1)).judge_meta.error).toBe("The row cannot be copied: Error: gone");
  });

  it("refuses a bad scale before it asks", async () => {
    const asked = vi.fn(() => 1);
    await expect(runOne(row(), asked, { scale: [5, 1] })).rejects.toThrow("`scale`");
    expect(asked).not.toHaveBeenCalled();
  });

  it("tells the judge what it is given to tell, besides a signal of the row", async () => {
    const onWait = vi.fn();
    const caller = new AbortController();
    const judge = vi.fn((_row: Readonly<Row>, context: JudgeContext) => {
      context.onWait?.(true);
      return context.signal === caller.signal ? 0 : 1;
    });
    expect((await runOne(row(), judge, { signal: caller.signal, context: { onWait } })).reward).toBe(1);
    expect(onWait).toHaveBeenCalledWith(true);
  });

  it("calls a judge object as a method", async () => {
    const judge = {
      bar: 0.5,
      judge() {
        return this.bar;
      },
    };
    expect((await runOne(row(), judge)).reward).toBe(0.5);
  });
});
