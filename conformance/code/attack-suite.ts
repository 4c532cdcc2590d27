/**
 * Programs that try to be paid without solving their task, against `verify.CodeExec`: `attack-suite.ts [PYTHON]`. None may be paid, none
 * may reach the host's files, port or processes, and no process or folder may be left.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runOne } from "../../packages/core/src/index.js";
import { countingListener } from "../../packages/judges/src/code/__fixtures__/counting-listener.js";
import { leftovers, running } from "../../packages/judges/src/code/__fixtures__/leftovers.js";
import { sandboxReport } from "../../packages/judges/src/code/index.js";
import { verify } from "../../packages/judges/src/index.js";
import { ADD, ATTACKS } from "./attacks.js";

const LIMITS = { timeoutMs: 4000, cpuSeconds: 3, memoryMb: 512 };
const CONCURRENCY = 3;
const SECRET = "the host's own words";
/** Over `timeoutMs` by no more than the processes take to go. */
const LONGEST_MS = 8000;

const [pythonBin = "python3"] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "whileai-attacks-"));
const hostFile = join(folder, "host.txt");
writeFileSync(hostFile, SECRET);

const listener = await countingListener();

const fill = (text: string): string =>
  text
    .replaceAll("HOST_PORT", String(listener.port))
    .replaceAll("HOST_FILE", hostFile)
    .replaceAll("HOST_PID", String(process.pid))
    .replaceAll("HOST_FOLDER", folder);

let passed = 0;
let failed = 0;
const count = (ok: boolean, complaint: string): void => {
  if (ok) passed++;
  else {
    failed++;
    console.log(`FAILED ${complaint}`);
  }
};

console.log(`${await sandboxReport({ pythonBin })}`);
const judge = verify.CodeExec({ ...LIMITS, pythonBin });
await judge.prepare?.();
const honest = await runOne({ final_text: "def add(a, b): return a + b", privileged: { tests: ADD } }, judge);
count(honest.reward === 1, `an honest program: ${honest.reward}, ${honest.reason}`);

const descriptors = (): number => readdirSync("/proc/self/fd").length;
const openBefore = descriptors();
const waiting = [...ATTACKS];
let slowest = 0;
await Promise.all(
  Array.from({ length: CONCURRENCY }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { name, code, tests = ADD } = next;
      const started = performance.now();
      const judged = await runOne({ final_text: `\`\`\`python\n${fill(code)}\n\`\`\``, privileged: { tests } }, judge);
      const took = performance.now() - started;
      slowest = Math.max(slowest, took);
      const error = judged.reward === null ? ` ${JSON.stringify(judged.judge_meta)}` : "";
      count(judged.reward === 0, `${name}: reward ${judged.reward}, ${judged.reason}${error}`);
      count(took < LONGEST_MS, `${name}: took ${Math.round(took)} ms`);
    }
  }),
);

const alive = [...leftovers(), ...running()];
count(alive.length === 0, `processes left: ${alive.join(", ")}`);
count(descriptors() <= openBefore, `descriptors left open: ${openBefore}, then ${descriptors()}`);
count(listener.connections() === 0, `the host's port saw ${listener.connections()} connections`);
count(readFileSync(hostFile, "utf8") === SECRET, "the host's file was changed");
count(readdirSync(folder).length === 1, `files were left: ${readdirSync(folder).join(", ")}`);
const foldersLeft = readdirSync(tmpdir()).filter((name) => name.startsWith(`whileai-code-${process.pid}-`));
count(foldersLeft.length === 0, `work folders were left: ${foldersLeft.join(", ")}`);
listener.close();
rmSync(folder, { recursive: true });
console.log(
  `${ATTACKS.length} attacks as user ${process.getuid?.()}, the slowest verdict after ${Math.round(slowest)} ms`,
);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
