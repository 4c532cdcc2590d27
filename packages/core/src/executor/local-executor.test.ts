import { describe, expect, test } from "vitest";
import { AbortError } from "../errors/abort-error.js";
import { OptionError } from "../errors/option-error.js";
import { createLocalExecutor } from "./local-executor.js";

/** A handler whose jobs end when the test says so. */
function gate() {
  const started: string[] = [];
  const release = new Map<string, (value: unknown) => void>();
  const handler = (_: unknown, { key }: { key: string }) =>
    new Promise((resolve) => {
      started.push(key);
      release.set(key, resolve);
    });
  return { started, handler, release: (key: string) => release.get(key)?.(`done ${key}`) };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const job = (key: string) => ({ kind: "wait", key, payload: { key } });

describe("createLocalExecutor", () => {
  test("gives back what the handler returns, async or not", async () => {
    const executor = createLocalExecutor({ handlers: { double: (n) => Number(n) * 2, later: async () => "x" } });
    expect(await executor.run({ kind: "double", key: "a", payload: 21 })).toBe(42);
    expect(await executor.run({ kind: "later", key: "a", payload: null })).toBe("x");
  });

  test("runs in order and never more than its limit", async () => {
    const { started, handler, release } = gate();
    const executor = createLocalExecutor({ handlers: { wait: handler }, concurrency: 2 });
    const all = ["a", "b", "c", "d"].map((key) => executor.run(job(key)));
    await settle();
    expect(started).toEqual(["a", "b"]);
    release("b");
    await settle();
    expect(started).toEqual(["a", "b", "c"]);
    release("a");
    release("c");
    await settle();
    release("d");
    expect(await Promise.all(all)).toEqual(["done a", "done b", "done c", "done d"]);
  });

  test("a failing job takes no other with it", async () => {
    const executor = createLocalExecutor({
      concurrency: 1,
      handlers: {
        fail: () => {
          throw new Error("boom");
        },
        fine: () => "ok",
      },
    });
    const failed = executor.run({ kind: "fail", key: "a", payload: {} });
    const fine = executor.run({ kind: "fine", key: "b", payload: {} });
    await expect(failed).rejects.toThrow("boom");
    expect(await fine).toBe("ok");
  });

  test("an aborted job that waits never starts, a running one is told", async () => {
    const { started, handler, release } = gate();
    const seen: AbortSignal[] = [];
    const executor = createLocalExecutor({
      concurrency: 1,
      handlers: {
        wait: (payload, context) => {
          seen.push(context.signal);
          return handler(payload, context);
        },
      },
    });
    const controller = new AbortController();
    const first = executor.run(job("a"), { signal: controller.signal });
    const second = executor.run(job("b"), { signal: controller.signal });
    const third = executor.run(job("c"));
    await settle();
    controller.abort(new Error("enough"));
    await expect(second).rejects.toBeInstanceOf(AbortError);
    expect(seen[0]?.aborted).toBe(true);
    release("a");
    expect(await first).toBe("done a");
    await settle();
    expect(started).toEqual(["a", "c"]);
    release("c");
    expect(await third).toBe("done c");
    await expect(executor.run(job("d"), { signal: controller.signal })).rejects.toBeInstanceOf(AbortError);
  });

  test("closing waits for what runs and takes nothing new", async () => {
    const { handler, release } = gate();
    const executor = createLocalExecutor({ handlers: { wait: handler }, concurrency: 1 });
    const first = executor.run(job("a"));
    const second = executor.run(job("b"));
    await settle();
    let isClosed = false;
    const closing = executor.close().then(() => {
      isClosed = true;
    });
    await expect(executor.run(job("c"))).rejects.toThrow("closed");
    release("a");
    await settle();
    expect(isClosed).toBe(false);
    release("b");
    expect(await Promise.all([first, second])).toEqual(["done a", "done b"]);
    await closing;
  });

  test("refuses unknown kinds, payloads that are not JSON, and bad options", async () => {
    const executor = createLocalExecutor({ handlers: { rollout: () => 1 } });
    await expect(executor.run({ kind: "rolout", key: "a", payload: {} })).rejects.toThrow('Did you mean "rollout"?');
    await expect(executor.run({ kind: "rollout", key: "a", payload: { x: Number.NaN } })).rejects.toThrow("payload.x");
    await expect(executor.run({ kind: "rollout", key: "a", payload: 1n as never })).rejects.toThrow(OptionError);
    await expect(createLocalExecutor({ handlers: {} }).run({ kind: "x", key: "a", payload: 1 })).rejects.toThrow(
      "none",
    );
    expect(() => createLocalExecutor({ handlers: {}, concurrency: 0 })).toThrow(OptionError);
  });
});
