import { afterEach, describe, expect, it } from "vitest";
import { type BatchServer, type BatchServerOptions, startBatchServer } from "./index.js";

let server: BatchServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const start = async (options?: BatchServerOptions): Promise<string> => {
  server = await startBatchServer(options);
  return server.url;
};
// biome-ignore lint/suspicious/noExplicitAny: bodies of two protocols are read field by field.
const json = async (url: string, init?: RequestInit): Promise<any> => (await fetch(url, init)).json();
const post = (body: unknown): RequestInit => ({ method: "POST", body: JSON.stringify(body) });
const linesOf = async (url: string) =>
  (await (await fetch(url)).text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("startBatchServer", () => {
  it("takes a file and a batch in OpenAI's protocol, and gives two files back", async () => {
    const url = await start({ answer: ({ customId }) => (customId === "a" ? "hi" : { status: 400, body: {} }) });
    const form = new FormData();
    form.set("purpose", "batch");
    const lines = ["a", "b"].map((custom_id) => JSON.stringify({ custom_id, body: { model: "m" } }));
    form.set("file", new File([lines.join("\n")], "x.jsonl"));
    const { id } = await json(`${url}/v1/files`, { method: "POST", body: form });
    const made = await json(`${url}/v1/batches`, post({ input_file_id: id, metadata: { tag: "t" } }));
    expect(made).toMatchObject({ status: "in_progress", metadata: { tag: "t" } });
    await json(`${url}/v1/batches/${made.id}`);
    const ended = await json(`${url}/v1/batches/${made.id}`);
    expect(ended.status).toBe("completed");
    expect(await linesOf(`${url}/v1/files/${ended.output_file_id}/content`)).toMatchObject([
      { custom_id: "a", response: { status_code: 200 } },
    ]);
    expect(await linesOf(`${url}/v1/files/${ended.error_file_id}/content`)).toMatchObject([
      { custom_id: "b", response: { status_code: 400 } },
    ]);
    expect((await json(`${url}/v1/batches`)).data).toHaveLength(1);
  });

  it("takes a batch in Anthropic's protocol, and gives results in reverse", async () => {
    const url = await start({ faults: { polls: 0, expires: (customId) => customId === "b" } });
    const requests = ["a", "b"].map((custom_id) => ({ custom_id, params: { model: "m" } }));
    const { id } = await json(`${url}/v1/messages/batches`, post({ requests }));
    expect((await fetch(`${url}/v1/messages/batches/${id}/results`)).status).toBe(404);
    expect(await json(`${url}/v1/messages/batches/${id}`)).toMatchObject({ processing_status: "ended" });
    expect(await linesOf(`${url}/v1/messages/batches/${id}/results`)).toMatchObject([
      { custom_id: "b", result: { type: "expired" } },
      { custom_id: "a", result: { type: "succeeded", message: { content: [{ text: "ok" }] } } },
    ]);
  });

  it("fails where it is told to, and on paths that nobody has", async () => {
    const url = await start({ faults: { failingSubmits: [503], mostBytes: 100 } });
    expect((await fetch(`${url}/v1/messages/batches`, post({ requests: [] }))).status).toBe(503);
    expect((await fetch(`${url}/v1/messages/batches`, post("x".repeat(200)))).status).toBe(413);
    expect((await fetch(`${url}/else`)).status).toBe(404);
    expect((await fetch(`${url}/v1/batches`, { method: "POST", body: "{" })).status).toBe(500);
  });
});
