import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestServer, type TestServer } from "@whileai/test-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { whileai } from "./__fixtures__/whileai.js";

let folder: string;
let server: TestServer;
const inFolder = (name: string) => join(folder, name);

const simulate = (agent: string, ...more: string[]) =>
  whileai(...["simulate", "--tools", inFolder("tools.json"), "--system-prompt", "Help.", "--agent", agent], ...more);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-flags-"));
  const parameters = { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] };
  await writeFile(
    inFolder("tools.json"),
    JSON.stringify([{ name: "get_order", description: "Look up an order by id.", parameters }]),
  );
  server = await startTestServer();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

test("--turns makes conversations, and --distractors adds tools", async () => {
  const { code, out } = await simulate(
    "seeded",
    ...["--budget", "12", "--turns", "3", "--distractors", "2", "--out", inFolder("out.jsonl")],
  );
  expect(code).toBe(0);
  expect(out).toMatch(/^ {2}conversations: [23]\.\d user turns on average/m);
  expect(out).toMatch(/^ {2}distractors: 2 unrelated tools/m);
});

test("--max-usd needs a price, and may be raised beside --resume", async () => {
  const model = `vllm:tiny@${server.url}/v1`;
  const limits = ["--requests-per-minute", "60000", "--budget", "4"];
  const refused = await simulate(model, ...limits, "--max-usd", "1");
  expect(refused.code).toBe(64);
  expect(refused.notes).toContain("--max-usd needs the price");
  const first = await simulate(model, ...limits, "--store", inFolder("run"), "--out", inFolder("model.jsonl"));
  expect(first.code).toBe(0);
  const beside = await whileai("simulate", "--resume", inFolder("run"), "--max-usd", "1");
  expect(beside.notes).toContain("--max-usd needs the price");
  const again = await whileai("simulate", "--resume", inFolder("run"), "--requests-per-minute", "30000");
  expect(again.code).toBe(0);
  expect(again.notes).toContain("4 rows came from an earlier session");
});
