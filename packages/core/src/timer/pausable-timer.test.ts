import { MessageChannel } from "node:worker_threads";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PausableTimer } from "./pausable-timer.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("ends after its time, without the pauses", () => {
  const end = vi.fn();
  const timer = new PausableTimer(100, end);
  vi.advanceTimersByTime(60);
  timer.pause();
  timer.pause();
  vi.advanceTimersByTime(1000);
  timer.resume();
  vi.advanceTimersByTime(1000);
  expect(end).not.toHaveBeenCalled();
  expect(timer.elapsedMs).toBe(60);
  timer.resume();
  timer.resume();
  vi.advanceTimersByTime(39);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(end).toHaveBeenCalledTimes(1);
  expect(timer.elapsedMs).toBe(100);
});

it("is silent once stopped, also after a pause that ends later", () => {
  const end = vi.fn();
  const timer = new PausableTimer(100, end);
  timer.pause();
  timer.stop();
  timer.resume();
  vi.advanceTimersByTime(1000);
  expect(end).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
  expect(timer.elapsedMs).toBe(0);
});

it("only measures where there is no end", () => {
  const timer = new PausableTimer(Number.POSITIVE_INFINITY, () => {});
  vi.advanceTimersByTime(70);
  expect(timer.elapsedMs).toBe(70);
  expect(vi.getTimerCount()).toBe(0);
});

it("hears first what arrived while the process was held up", async () => {
  vi.useRealTimers();
  const said: string[] = [];
  const { port1, port2 } = new MessageChannel();
  const heard = new Promise<void>((resolve) => {
    port2.once("message", () => {
      said.push("message");
      resolve();
    });
  });
  const ended = new Promise<void>((resolve) => {
    new PausableTimer(5, () => {
      said.push("end");
      resolve();
    });
  });
  port1.postMessage("in time");
  const until = performance.now() + 40;
  while (performance.now() < until);
  await Promise.all([heard, ended]);
  port1.close();
  expect(said).toEqual(["message", "end"]);
});
