import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { derive, sha256Hex } from "@whileai/core";
import { type RecordedRequest, type Reply, startTestServer } from "@whileai/test-server";

const CHILD = fileURLToPath(new URL("./killed-run.ts", import.meta.url));
const TSX = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));

/** What came of killing runs and going on with them. */
export interface KillResumeOutcome {
  readonly kills: number;
  readonly runs: number;
  /** Runs whose rows differ from those of the run that nobody killed. */
  readonly different: number;
  /** Rows of a run, and requests that one makes undisturbed, and on average when it was killed. */
  readonly rows: number;
  readonly requestsAlone: number;
  readonly requestsMean: number;
  /** Rollouts that were graded a second time although their verdict was kept. */
  readonly gradedAgain: number;
}

/** As in the child. */
const CONCURRENCY = 4;
/** Most kills of one run. */
const MOST_KILLS = 6;

/**
 * Kills model-backed runs at drawn moments, several times each, goes on with every one to its end, and compares the rows
 * with those of a run that was left alone.
 */
export async function killAndResume(kills: number, seed: number): Promise<KillResumeOutcome> {
  const stream = derive(seed, "kills");
  const folder = await mkdtemp(join(tmpdir(), "whileai-kill-"));
  try {
    const alone = await killedRun(join(folder, "alone"), []);
    const plans: number[][] = [];
    for (let left = kills; left > 0; left -= plans.at(-1)?.length ?? left) {
      const count = Math.min(left, 1 + stream.integer(MOST_KILLS));
      // Also in the first milliseconds, where the folder is made, and near the end.
      plans.push(Array.from({ length: count }, () => stream.uniform() * (stream.uniform() < 0.2 ? 40 : alone.took)));
    }
    const outcomes: Awaited<ReturnType<typeof killedRun>>[] = [];
    const work = async (): Promise<void> => {
      for (let plan = plans.pop(); plan !== undefined; plan = plans.pop()) {
        outcomes.push(await killedRun(join(folder, `run-${plans.length}`), plan));
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, work));
    const sum = (of: (outcome: (typeof outcomes)[number]) => number): number =>
      outcomes.reduce((total, outcome) => total + of(outcome), 0);
    return {
      kills,
      runs: outcomes.length,
      different: sum(({ rows }) => (rows === alone.rows ? 0 : 1)),
      rows: alone.rows.split("\n").length,
      requestsAlone: alone.requests,
      requestsMean: sum(({ requests }) => requests) / outcomes.length,
      gradedAgain: sum(({ gradedAgain }) => gradedAgain),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Plays one run to its end, killed after so many milliseconds each time. */
async function killedRun(dir: string, delays: readonly number[]) {
  const graded = new Map<string, number>();
  const failedOnce = new Set<string>();
  const server = await startTestServer({ replies: (request) => answer(request, graded, failedOnce) });
  try {
    let inFlight = 0;
    for (const delay of delays) if ((await play(server.url, dir, delay)).wasKilled) inFlight += CONCURRENCY;
    const { took } = await play(server.url, dir);
    const rows = (await readFile(join(dir, "rows.jsonl"), "utf8")).trimEnd().split("\n").sort().join("\n");
    // What was in flight when a run was killed may be graded again, nothing else.
    const again = [...graded.values()].reduce((sum, times) => sum + times - 1, 0);
    return { rows, took, requests: server.requests.length, gradedAgain: Math.max(0, again - inFlight) };
  } finally {
    await server.close();
  }
}

/** Plays one call twice in a folder of the machine, without saying where to keep it, and gives what the two printed. */
export async function playTwiceByDefault(): Promise<{ rows: number; resumed: number; folder: string }[]> {
  const cwd = await mkdtemp(join(tmpdir(), "whileai-default-"));
  const failedOnce = new Set<string>();
  const server = await startTestServer({ replies: (request) => answer(request, new Map(), failedOnce) });
  try {
    const printed: string[] = [];
    for (let time = 0; time < 2; time++) printed.push((await play(server.url, undefined, undefined, cwd)).printed);
    return printed.map((text) => JSON.parse(text.trim().split("\n").at(-1) as string));
  } finally {
    await server.close();
    await rm(cwd, { recursive: true, force: true });
  }
}

/** Plays a run in a process of its own, killed so many milliseconds after it started if that is given. */
async function play(url: string, dir?: string, killAfterMs?: number, cwd = ROOT) {
  const args = [url, ...(dir === undefined ? [] : [dir])];
  const child = spawn(process.execPath, ["--conditions=@whileai/source", "--import", TSX, CHILD, ...args], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const exit = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once("close", (code, signal) => resolve({ code, signal })),
  );
  await Promise.race([new Promise((resolve) => child.stdout.once("data", resolve)), exit]);
  const started = performance.now();
  if (killAfterMs !== undefined) {
    await Promise.race([wait(killAfterMs), exit]);
    child.kill("SIGKILL");
  }
  const { code, signal } = await exit;
  if (code !== 0 && signal !== "SIGKILL") throw new Error(`The run ended with ${code ?? signal}: ${errors}`);
  return { took: performance.now() - started, wasKilled: signal === "SIGKILL", printed };
}

/** A model whose answers depend on what it is asked alone; some requests fail the first time. */
function answer(request: RecordedRequest, graded: Map<string, number>, failedOnce: Set<string>): Reply {
  const digest = sha256Hex(JSON.stringify(request.body));
  const draw = Number.parseInt(digest.slice(0, 8), 16) / 2 ** 32;
  if (request.path === "/grade") {
    const { rollout_id } = request.body as { rollout_id: string };
    graded.set(rollout_id, (graded.get(rollout_id) ?? 0) + 1);
    return { status: 200, body: { reward: draw < 0.7 ? 1 : 0 } };
  }
  if (draw < 0.05 && !failedOnce.has(digest)) {
    failedOnce.add(digest);
    return draw < 0.03 ? { status: 503, body: { error: { message: "busy" } } } : { fault: "reset" };
  }
  const { messages } = request.body as { messages: { role: string; content: string }[] };
  const cards = [...(messages.at(-1)?.content ?? "").matchAll(/^draft: (".*")$/gm)];
  if (cards.length > 0) {
    const written = cards.map(([, draft], index) => ({ card: index + 1, message: `${JSON.parse(draft ?? '""')} Thanks!` }));
    return { text: JSON.stringify({ messages: written }), delayMs: 3 };
  }
  const mayCall = messages.filter(({ role }) => role === "tool").length < 2 && draw > 0.5;
  return mayCall
    ? { toolCalls: [{ name: "get_order", arguments: { order_id: `ORD-${digest.slice(0, 4)}` } }], delayMs: 2 }
    : { text: `Your order is on its way, reference ${digest.slice(0, 6)}.`, delayMs: 2 };
}
