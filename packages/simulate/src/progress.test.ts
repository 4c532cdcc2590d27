import { describe, expect, it } from "vitest";
import { type Progress, ProgressMeter, processHost, progressLine } from "./progress.js";

const counts = { landed: 12, resumed: 0, cap: 64, situations: 3, rerolled: 0, lost: 0 };

function meter(options: { isTerminal?: boolean; isWanted?: boolean; listener?: (progress: Progress) => void } = {}) {
  const clock = { now: 0 };
  const written: string[] = [];
  const host = {
    now: () => clock.now,
    write: (text: string) => void written.push(text),
    isTerminal: options.isTerminal ?? false,
    isWanted: options.isWanted ?? true,
  };
  return { clock, written, meter: new ProgressMeter(host, options.listener) };
}

describe("progress", () => {
  it.each<[Partial<Progress>, string]>([
    [{ elapsedMs: 100_000, etaMs: 300_000 }, "12/64 rollouts, 3 situations, 1m40s elapsed, ~5m left"],
    [
      { elapsedMs: 900, etaMs: null, rerolled: 6, lost: 1 },
      "12/64 rollouts, 3 situations, 1s elapsed, 6 re-rolled, 1 lost",
    ],
    [{ elapsedMs: 7_200_000, etaMs: 59_000 }, "12/64 rollouts, 3 situations, 2.0h elapsed, ~59s left"],
  ])("%j", (more, line) => {
    expect(progressLine({ ...counts, elapsedMs: 0, etaMs: null, ...more })).toBe(line);
  });

  it("leaves a terminal's last line with the last count, written once", () => {
    const { clock, written, meter: one } = meter({ isTerminal: true });
    for (const landed of [12, 13, 64]) {
      clock.now += 150;
      one.update({ ...counts, landed });
    }
    one.finish();
    expect(written.map((text) => text.trim().slice(0, 5))).toEqual(["13/64", "64/64", ""]);
    const quiet = meter({ isTerminal: true });
    quiet.meter.update(counts);
    quiet.meter.finish();
    expect(quiet.written).toEqual([]);
  });

  it("is not stopped by a listener that throws, and asks it no more", () => {
    let calls = 0;
    const { meter: one } = meter({
      listener: () => {
        calls++;
        throw new RangeError("no");
      },
    });
    one.update(counts);
    one.update(counts);
    expect(calls).toBe(1);
    expect(one.failure).toEqual({ error: new RangeError("no") });
  });

  it("writes at most a line in ten seconds", () => {
    const { clock, written, meter: one } = meter();
    for (let second = 1; second <= 25; second++) {
      clock.now = second * 1000;
      one.update(counts);
    }
    one.finish();
    expect(written).toEqual([
      "12/64 rollouts, 3 situations, 10s elapsed, ~43s left\n",
      "12/64 rollouts, 3 situations, 20s elapsed, ~1m27s left\n",
    ]);
  });

  it("redraws one line on a terminal", () => {
    const { clock, written, meter: one } = meter({ isTerminal: true });
    clock.now = 1000;
    one.update(counts);
    clock.now = 1500;
    one.update({ ...counts, landed: 3 });
    one.finish();
    expect(written[0]).toMatch(/^\r12\/64/);
    expect(written[1]).toMatch(/^\r3\/64 rollouts, 3 situations, 2s elapsed +$/);
    expect(written[2]).toBe("\n");
  });

  it("is silent for small runs, where it is not wanted, and for a listener", () => {
    const heard: Progress[] = [];
    for (const one of [meter({ isWanted: false }), meter({ listener: (progress) => heard.push(progress) })]) {
      one.clock.now = 60_000;
      one.meter.update(counts);
      one.meter.finish();
      expect(one.written).toEqual([]);
    }
    expect(heard).toEqual([{ ...counts, elapsedMs: 60_000, etaMs: 260_000 }]);
    const small = meter();
    small.clock.now = 60_000;
    small.meter.update({ ...counts, cap: 9 });
    expect(small.written).toEqual([]);
    expect(processHost()).toMatchObject({ isWanted: false });
  });
});
