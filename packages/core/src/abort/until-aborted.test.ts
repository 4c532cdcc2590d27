import { expect, it } from "vitest";
import { untilAborted } from "./until-aborted.js";

it("gives what the work gives, with a signal or without", async () => {
  const { signal } = new AbortController();
  for (const given of [undefined, signal]) {
    expect(await untilAborted(Promise.resolve(5), given)).toBe(5);
    await expect(untilAborted(Promise.reject(new TypeError("no")), given)).rejects.toThrow("no");
  }
});

it("ends with the signal, before and during the work, and lets what comes later go unheard", async () => {
  const late = new AbortController();
  let fail: (error: Error) => void = () => {};
  const work = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const waiting = untilAborted(work, late.signal);
  late.abort();
  await expect(waiting).rejects.toMatchObject({ code: "aborted" });
  await expect(untilAborted(work, late.signal)).rejects.toMatchObject({ code: "aborted" });
  fail(new Error("too late"));
  await new Promise((resolve) => setImmediate(resolve));
});
