import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pauseRollout, RolloutTimer } from "./rollout-timer.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function timer(timeoutMs = 100) {
  const { signal } = new AbortController();
  const end = vi.fn();
  return { signal, end, timer: new RolloutTimer(timeoutMs, signal, end) };
}

it("ends a rollout after its time", () => {
  const { end } = timer();
  vi.advanceTimersByTime(99);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(end).toHaveBeenCalledOnce();
});

it("stands still while a call waits, also when several do", () => {
  const { signal, end } = timer();
  vi.advanceTimersByTime(60);
  pauseRollout(signal, true);
  pauseRollout(signal, true);
  vi.advanceTimersByTime(10_000);
  pauseRollout(signal, false);
  vi.advanceTimersByTime(10_000);
  pauseRollout(signal, false);
  vi.advanceTimersByTime(39);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(end).toHaveBeenCalledOnce();
});

it("stays stopped once the rollout has ended, whatever its calls do", () => {
  const { signal, end, timer: stopped } = timer();
  pauseRollout(signal, true);
  stopped.stop();
  pauseRollout(signal, false);
  vi.advanceTimersByTime(10_000);
  expect(end).not.toHaveBeenCalled();
  pauseRollout(undefined, true);
  pauseRollout(new AbortController().signal, true);
});
