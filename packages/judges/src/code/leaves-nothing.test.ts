import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AbortError, derive } from "@whileai/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CodeExec } from "../verify/code-exec.js";
import { ConfinedProcess } from "./confined-process.js";
import { type Ending, runVerdict } from "./verdict-run.js";

const RIGHT = "def add(a, b): return a + b";
const SLEEPING = "import time\ntime.sleep(1000)";
const TESTS = "assert add(2, 3) == 5";

// Heard of by Node itself: a file of tests that ran before in this thread may have loaded what starts them.
const started: ChildProcess[] = [];
const hear = (message: unknown): void => void started.push((message as { process: ChildProcess }).process);

// Other files of tests make folders at the same time: these have a place of their own.
const place = mkdtempSync(join(tmpdir(), "whileai-leaves-"));
const before = process.env.TMPDIR;
beforeAll(() => {
  subscribe("child_process", hear);
  process.env.TMPDIR = place;
});
afterAll(() => {
  unsubscribe("child_process", hear);
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  rmSync(place, { recursive: true });
});

const folders = (): string[] => readdirSync(place);
/** Processes that were started and are there, or left others of their group behind. */
const running = (): number[] =>
  started
    .map(({ pid }) => pid as number)
    .filter((pid) => {
      try {
        process.kill(-pid, 0);
        return true;
      } catch {
        return false;
      }
    });

it("verdicts at once leave no process and no folder, and each is right", async () => {
  const judge = CodeExec({ tests: TESTS, timeoutMs: 120_000 });
  await judge.prepare?.();
  const verdicts = await Promise.all(Array.from({ length: 24 }, () => judge({ final_text: RIGHT })));
  expect(verdicts.map((verdict) => (verdict as { reward: unknown }).reward)).toEqual(verdicts.map(() => 1));
  expect(started.length).toBeGreaterThanOrEqual(48);
  expect(running()).toEqual([]);
  expect(folders()).toEqual([]);
});

it("an abort at any moment ends the verdict and leaves nothing", async () => {
  const judge = CodeExec({ tests: TESTS, timeoutMs: 120_000 });
  await judge.prepare?.();
  const random = derive(0, "abort", "moments");
  const verdicts = await Promise.all(
    Array.from({ length: 24 }, (_, index) => {
      const controller = new AbortController();
      // Some while the folder is made, some while the processes start, some while the code runs.
      if (index % 3 === 0) setImmediate(() => controller.abort());
      else setTimeout(() => controller.abort(), random.integer(400) + 1);
      return judge({ final_text: SLEEPING }, { signal: controller.signal });
    }),
  );
  expect(verdicts.map((verdict) => (verdict as { reward: unknown }).reward)).toEqual(verdicts.map(() => null));
  expect(running()).toEqual([]);
  expect(folders()).toEqual([]);
});

describe("a verdict", () => {
  const job = {
    language: "python",
    code: "",
    setup: "",
    mode: "split",
    exports: [],
    limits: { timeoutMs: 60_000, cpuSeconds: 1, memoryMb: 64 },
  } as const;

  it("is given up when the signal fires while its folder is made", async () => {
    const controller = new AbortController();
    const verdict: Promise<Ending> = runVerdict(job, ["a"], true, controller.signal, () => {});
    controller.abort();
    await expect(verdict).rejects.toThrow(AbortError);
    expect(folders()).toEqual([]);
  });
});

it("a process that says its last words and ends is heard before it is known to be gone", async () => {
  const lastWords = ["/bin/sh", "-c", "read go; echo one >&3; echo two >&3; exit 0"];
  const heard = async (): Promise<string> => {
    const events: string[] = [];
    let child: ConfinedProcess | undefined;
    await new Promise<void>((resolve) => {
      child = new ConfinedProcess(lastWords, tmpdir(), {
        onLine: (line) => events.push(line.toString()),
        onExcess: (cause) => events.push(cause),
        onExit: () => {
          events.push("exit");
          resolve();
        },
      });
      child.send("go");
    });
    await child?.end();
    return events.join(" ");
  };
  // Which comes first is chance: many at once, so that some would be wrong.
  for (let round = 0; round < 6; round++) {
    const orders = await Promise.all(Array.from({ length: 64 }, heard));
    expect(orders).toEqual(orders.map(() => "one two exit"));
  }
});
