import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { pythonRunner } from "./python-runner.js";
import { isStrict } from "./sandbox-layers.js";
import { sandboxReport } from "./sandbox-report.js";

/** An interpreter that answers as `facts` say. */
async function withInterpreter<T>(facts: object, use: (pythonBin: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "whileai-interpreter-"));
  const pythonBin = join(folder, "python3");
  const answer = JSON.stringify({ executable: pythonBin, version: [3, 12, 1], landlockAbi: 0, ...facts });
  writeFileSync(pythonBin, `#!/bin/sh\nread line\necho '${answer}'\n`, { mode: 0o755 });
  try {
    return await use(pythonBin);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const OPEN = { processes: false, network: false, reads: false, writes: false, signals: false };

it("says what holds on this machine, found out by trying", async () => {
  const report = await sandboxReport();
  expect(report).toMatchObject({ kind: "sandbox", isStrict: isStrict(report.layers) });
  expect(String(report)).toMatch(/^sandbox on \w+ \w+: strict (holds|does not hold)\n {2}python 3\.\d+/);
  if (report.isStrict)
    expect(report.stops).toEqual({ processes: true, network: true, reads: true, writes: true, signals: true });
});

it("does not believe a layer that stops nothing, and strict refuses such a machine", async () => {
  await withInterpreter({ layers: ["rlimits"], works: true, stops: OPEN }, async (pythonBin) => {
    const report = await sandboxReport({ pythonBin });
    expect(report.isStrict).toBe(false);
    expect(report.layers).toEqual(["process_group", "rlimits"]);
    expect(String(report)).toContain("network OPEN");
    expect(report.notes.map(({ code }) => code)).toContain("not_strict");
    const strict = pythonRunner({ sandbox: "strict", pythonBin });
    await expect(strict.prepare?.()).rejects.toMatchObject({
      name: "JudgeError",
      fix: expect.stringContaining("best_effort"),
    });
    await expect(pythonRunner({ sandbox: "best_effort", pythonBin }).prepare?.()).resolves.toBeUndefined();
  });
});

it("names why a layer is missing", async () => {
  await withInterpreter({ unconfined: "OSError: no such call" }, async (pythonBin) => {
    const report = await sandboxReport({ pythonBin });
    expect(report.isStrict).toBe(false);
    if (process.platform === "linux")
      expect(String(report)).toContain("landlock does not hold here: OSError: no such call.");
  });
});

it("refuses an interpreter that is too old, is none, or is missing", async () => {
  await withInterpreter({ version: [3, 9, 18] }, async (pythonBin) => {
    expect(String(await sandboxReport({ pythonBin }))).toContain("is Python 3.9.18");
  });
  expect(String(await sandboxReport({ pythonBin: "/bin/true" }))).toContain("did not answer as Python does");
  expect(await sandboxReport({ pythonBin: "no-such-python" })).toMatchObject({
    python: null,
    stops: null,
    isStrict: false,
  });
});

it("strict asks for a filter of calls and for a wall around files", () => {
  expect(isStrict(["rlimits", "seccomp", "landlock"])).toBe(true);
  expect(isStrict(["rlimits", "seccomp", "namespaces"])).toBe(true);
  expect(isStrict(["rlimits", "seccomp"])).toBe(false);
  expect(isStrict(["rlimits", "namespaces", "landlock"])).toBe(false);
});
