/**
 * How many requests a run sends, and how long it takes, against a local server that allows 5 requests a second and answers the
 * rest with 429: single-call rollouts of a model at concurrency 32.
 *
 *   node --conditions=@whileai/source --import tsx benchmarks/rate-limit.ts
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { performance } from "node:perf_hooks";
import { Endpoint } from "../packages/core/src/backends/index.js";
import { type AllowanceKind, allowance } from "../packages/core/src/limits/__fixtures__/allowance.js";
import { simulate } from "../packages/simulate/src/index.js";

const ALLOWED = 5;
const WINDOW_MS = 1000;
const CONCURRENCY = 32;
const MOST_REQUESTS_PER_CALL = 1.2;
const LONGEST_WALL = 1.3;

type Says = "retry-after" | "retry-after-ms";

async function startServer(kind: AllowanceKind, says: Says, latencyMs: number) {
  const wait = allowance(kind, ALLOWED, WINDOW_MS);
  let requests = 0;
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    incoming.on("end", () => {
      requests++;
      const waitMs = wait(performance.now());
      const answer = waitMs === 0 ? { status: 200, delay: latencyMs } : { status: 429, delay: Math.min(5, latencyMs) };
      const header = says === "retry-after" ? String(Math.ceil(waitMs / 1000)) : String(Math.ceil(waitMs));
      setTimeout(() => {
        outgoing.writeHead(answer.status, {
          "content-type": "application/json",
          ...(waitMs === 0 ? {} : { [says]: header }),
        });
        outgoing.end(
          JSON.stringify(
            waitMs === 0
              ? { model: "m", choices: [{ finish_reason: "stop", message: { role: "assistant", content: "Done." } }] }
              : { error: { message: "slow down" } },
          ),
        );
      }, answer.delay);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    sent: () => requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const play = (url: string, budget: number) =>
  simulate({
    agent: Endpoint("m", { url }),
    systemPrompt: "Help with orders.",
    simulator: false,
    budget,
    limits: { concurrency: CONCURRENCY },
    store: { dir: false },
    onProgress: () => {},
  });

// Loads what a first run loads.
const warm = await startServer("bucket", "retry-after-ms", 1);
await play(warm.url, 1);
warm.close();

let isFine = true;
const cell = (text: string | number, width = 9) => String(text).padStart(width);
console.log(
  `${ALLOWED} requests a second, concurrency ${CONCURRENCY}; allowed: ${MOST_REQUESTS_PER_CALL} sent/needed, ${LONGEST_WALL} wall/ideal`,
);
console.log(
  `${"server".padEnd(15)}${"header".padEnd(16)}${["latency", "needed", "rows", "sent", "ratio", "wall s", "ideal s", "ratio"].map((name) => cell(name)).join("")}`,
);
for (const kind of ["fixed", "sliding", "bucket"] as const)
  for (const says of ["retry-after", "retry-after-ms"] as const)
    for (const [needed, latencyMs] of [
      [16, 5],
      [32, 40],
      [64, 5],
    ] as const) {
      const server = await startServer(kind, says, latencyMs);
      const started = performance.now();
      const { rows } = await play(server.url, needed);
      const wall = (performance.now() - started) / 1000;
      server.close();
      const ideal = needed / ALLOWED;
      const ratio = server.sent() / needed;
      isFine &&= rows.length === needed && ratio <= MOST_REQUESTS_PER_CALL && wall / ideal <= LONGEST_WALL;
      console.log(
        kind.padEnd(15) +
          says.padEnd(16) +
          [
            latencyMs,
            needed,
            rows.length,
            server.sent(),
            ratio.toFixed(2),
            wall.toFixed(1),
            ideal.toFixed(1),
            (wall / ideal).toFixed(2),
          ]
            .map((text) => cell(text))
            .join(""),
      );
    }
console.log(isFine ? "all within what is allowed" : "NOT within what is allowed");
process.exitCode = isFine ? 0 : 1;
