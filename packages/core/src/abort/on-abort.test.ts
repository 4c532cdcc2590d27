import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { onAbort } from "./on-abort.js";

const listeners = (signal: AbortSignal): number => getEventListeners(signal, "abort").length;

describe("onAbort", () => {
  it("waits for a signal many times with one listener, and leaves none behind", () => {
    const { signal } = new AbortController();
    const stops = Array.from({ length: 50 }, () => onAbort(signal, () => {}));
    expect(listeners(signal)).toBe(1);
    for (const stop of stops.slice(1)) stop();
    expect(listeners(signal)).toBe(1);
    stops[0]?.();
    stops[0]?.();
    expect(listeners(signal)).toBe(0);
  });

  it("calls everyone who still waits, once", () => {
    const controller = new AbortController();
    const called: string[] = [];
    const same = (): void => void called.push("same");
    onAbort(controller.signal, same);
    const stop = onAbort(controller.signal, same);
    onAbort(controller.signal, () => called.push("gone"))();
    onAbort(controller.signal, () => {
      called.push("last");
      stop();
    });
    controller.abort();
    controller.abort();
    expect(called).toEqual(["same", "same", "last"]);
    stop();
    expect(listeners(controller.signal)).toBe(0);
  });

  it("starts anew once nobody waits", () => {
    const controller = new AbortController();
    onAbort(controller.signal, () => {})();
    let calls = 0;
    onAbort(controller.signal, () => calls++);
    expect(listeners(controller.signal)).toBe(1);
    controller.abort();
    expect(calls).toBe(1);
  });

  it("does nothing without a signal, or for one that has fired", () => {
    let calls = 0;
    onAbort(undefined, () => calls++)();
    onAbort(AbortSignal.abort(), () => calls++)();
    expect(calls).toBe(0);
  });
});
