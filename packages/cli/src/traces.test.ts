import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { whileai } from "./__fixtures__/whileai.js";

let folder: string;
const inFolder = (name: string) => join(folder, name);

const named = (name: string) => ({
  name,
  description: `${name.replace("_", " ")} by id`,
  parameters: { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] },
});
const SPAN = {
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: Array.from({ length: 6 }, (_, index) => ({
            traceId: `t${index}`,
            name: "execute_tool refund_order",
            startTimeUnixNano: "1700000000000000000",
            attributes: [
              { key: "gen_ai.operation.name", value: { stringValue: "execute_tool" } },
              { key: "error.type", value: { stringValue: "timeout" } },
            ],
          })),
        },
      ],
    },
  ],
};
const LOG = { messages: [{ role: "user", content: "Where is my order OR-1, please? I have waited a week." }] };

const simulateArguments = (...more: string[]) => [
  ...["simulate", "--tools", inFolder("tools.json"), "--system-prompt", "Help.", "--agent", "seeded", "--budget", "20"],
  ...more,
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-traces-"));
  await writeFile(inFolder("tools.json"), JSON.stringify([named("get_order"), named("refund_order")]));
  await writeFile(inFolder("traces.jsonl"), `${JSON.stringify(SPAN)}\n{"torn\n${JSON.stringify(LOG)}\n`);
});
afterAll(() => rm(folder, { recursive: true }));

test("--traces aims a run at what failed, and says what it read", async () => {
  const { code, out, notes } = await whileai(
    ...simulateArguments("--traces", inFolder("traces.jsonl"), "--out", inFolder("out.jsonl")),
  );
  expect(code).toBe(0);
  expect(out).toMatch(/^ {2}traces: 7 read, 6 failed; aimed at refund_order ×\d\.\d, timeout ×\d\.\d$/m);
  expect(notes).toMatch(/--traces: 1 line was left out: .*traces\.jsonl.*not JSON/);
});

test("a run with traces goes on with the same traces", async () => {
  const traces = ["--traces", inFolder("traces.jsonl")];
  const first = await whileai(...simulateArguments(...traces, "--store", inFolder("kept"), "--json"));
  const { rows } = JSON.parse(first.out) as { rows: unknown[] };
  const resumed = await whileai("simulate", "--resume", inFolder("kept"), ...traces, "--json");
  expect(JSON.parse(resumed.out)).toMatchObject({ report: { resumed: 20 }, rows });
  const without = await whileai("simulate", "--resume", inFolder("kept"));
  expect(without).toMatchObject({ code: 64, notes: expect.stringContaining("was started with traces") });
});

test.each<[string, string, RegExp]>([
  ["a file that is not there", "nowhere.jsonl", /nowhere\.jsonl.*cannot be read/],
  ["a file without conversations", "tools.json", /no record of --traces holds a conversation/],
])("--traces refuses %s", async (_, file, message) => {
  const { code, notes } = await whileai(...simulateArguments("--traces", inFolder(file)));
  expect(code).toBe(64);
  expect(notes).toMatch(message);
});
