import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Reply, startTestServer } from "@whileai/test-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { whileai } from "./__fixtures__/whileai.js";

let folder: string;
const inFolder = (name: string) => join(folder, name);

const simulateArguments = (url: string, name: string, ...more: string[]) => [
  ...["simulate", "--tools", inFolder("tools.json"), "--system-prompt", "Help.", "--agent", `vllm:m@${url}/v1`],
  ...["--budget", "12", "--store", inFolder(name), "--json", ...more],
];

const reply = ({ index }: { index: number }): Reply => `Sent to ada${index}@example.org.`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-cassette-"));
  const parameters = { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] };
  const tool = { name: "get_order", description: "Look up an order by id.", parameters };
  await writeFile(inFolder("tools.json"), JSON.stringify([tool]));
});
afterAll(() => rm(folder, { recursive: true }));

test("--cassette records the calls of a run, and the next run plays them without the server", async () => {
  const server = await startTestServer({ replies: reply });
  const cassette = ["--cassette", inFolder("calls.jsonl")];
  const first = await whileai(...simulateArguments(server.url, "recorded", ...cassette));
  await server.close();
  expect(first.code).toBe(0);
  const { report, rows } = JSON.parse(first.out);
  expect(report.cassette).toEqual({ path: inFolder("calls.jsonl"), mode: "auto", played: 0, recorded: 12 });
  const second = JSON.parse((await whileai(...simulateArguments(server.url, "played", ...cassette))).out);
  expect(second.report).toMatchObject({ resumed: 0, cassette: { played: 12, recorded: 0 } });
  expect(second.rows).toEqual(rows);
  const resumed = JSON.parse((await whileai("simulate", "--resume", inFolder("played"), "--json")).out);
  expect(resumed).toMatchObject({ rows, report: { resumed: 12, cassette: { played: 0, recorded: 0 } } });
});

test("--redact keeps personal data out of the folder and the rows, also when the run goes on", async () => {
  const server = await startTestServer({ replies: reply });
  try {
    const { out, code } = await whileai(...simulateArguments(server.url, "redacted", "--redact"));
    expect(code).toBe(0);
    const { rows } = JSON.parse(out);
    expect(rows[0].final_text).toBe("Sent to [email 1].");
    const resumed = JSON.parse((await whileai("simulate", "--resume", inFolder("redacted"), "--json")).out);
    expect(resumed).toMatchObject({ rows, report: { resumed: 12 } });
    for (const name of await readdir(inFolder("redacted"))) {
      expect(await readFile(join(inFolder("redacted"), name), "utf8")).not.toContain("@example.org");
    }
    const bare = await whileai(...simulateArguments(server.url, "redacted"));
    expect([bare.code, bare.out]).toEqual([64, expect.stringContaining("redact (")]);
  } finally {
    await server.close();
  }
});

test("a run whose prompt was redacted goes on by its own command only", async () => {
  const server = await startTestServer({ replies: reply });
  try {
    const argv = simulateArguments(server.url, "secret", "--redact", "--system-prompt", "Write to root@example.org.");
    const { rows } = JSON.parse((await whileai(...argv)).out);
    await whileai(...argv, "--out", inFolder("secret.jsonl"));
    const written = (await readdir(folder)).filter((name) => name.startsWith("secret."));
    expect(written.length).toBeGreaterThan(1);
    for (const name of written) expect(await readFile(inFolder(name), "utf8")).not.toContain("@example.org");
    const refused = await whileai("simulate", "--resume", inFolder("secret"));
    expect([refused.code, refused.notes]).toEqual([64, expect.stringContaining("a redacted system_prompt")]);
    expect(JSON.parse((await whileai(...argv)).out)).toMatchObject({ rows, report: { resumed: 12 } });
  } finally {
    await server.close();
  }
});
