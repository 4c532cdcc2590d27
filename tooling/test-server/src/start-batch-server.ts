import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { anthropicBatch, anthropicLines } from "./anthropic-batch-protocol.js";
import { BatchDesk, type HeldBatch } from "./batch-desk.js";
import type { BatchFaults } from "./batch-faults.js";
import { openaiBatch, openaiLines } from "./openai-batch-protocol.js";
import type { ModelReply, RawReply } from "./reply.js";

/** One request of a batch. */
export interface BatchedRequest {
  readonly customId: string;
  /** What a single call would have been sent with. */
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into bodies of two protocols; unknown would only move the cast there.
  readonly body: any;
  /** The number of its batch, from 0. */
  readonly batch: number;
}

/** What a batch server is made from. */
export interface BatchServerOptions {
  /** The answer to a request; a raw reply is a request that failed. Default: the text "ok". */
  readonly answer?: ((request: BatchedRequest) => string | ModelReply | RawReply) | undefined;
  readonly faults?: BatchFaults | undefined;
}

/** A running batch server. */
export interface BatchServer {
  /** `http://127.0.0.1:<port>`: Anthropic's base URL; OpenAI's is this plus `/v1`. */
  readonly url: string;
  /** Every batch that was made, oldest first. */
  readonly batches: readonly HeldBatch[];
  /** Method and path of every call, oldest first. */
  readonly calls: readonly string[];
  /** Headers of every call, oldest first. */
  readonly headers: readonly IncomingMessage["headers"][];
  close(): Promise<void>;
}

interface Answer {
  readonly status?: number;
  readonly body: unknown;
  readonly lines?: readonly string[];
}

/**
 * Starts a server on a free loopback port that speaks the batch protocols of OpenAI (files and batches) and Anthropic
 * (message batches). Batches end after so many polls, results come in reverse, and faults happen as told.
 *
 * @example
 * const server = await startBatchServer({ answer: () => '{"reason":"fine","score":1}', faults: { polls: 3 } });
 * const backend = OpenAI("gpt-4.1-mini", { apiKey: "k", baseURL: `${server.url}/v1` });
 */
export async function startBatchServer({ answer, faults = {} }: BatchServerOptions = {}): Promise<BatchServer> {
  const desk = new BatchDesk(faults);
  const calls: string[] = [];
  const headers: IncomingMessage["headers"][] = [];
  const files = new Map<string, string>();

  const reply = (batch: HeldBatch) => (line: HeldBatch["lines"][number]) => {
    const said = answer?.({ ...line, batch: batch.number }) ?? "ok";
    return typeof said === "string" ? { text: said } : said;
  };
  const poll = (batch: HeldBatch | undefined, words: (desk: BatchDesk, batch: HeldBatch) => unknown): Answer => {
    if (batch === undefined) return missing("No such batch.");
    const status = desk.nextPoll();
    if (status !== undefined) return { status, body: { error: { message: "a poll that fails" } } };
    batch.polls++;
    return { body: words(desk, batch) };
  };
  const submit = (make: () => HeldBatch, words: (desk: BatchDesk, batch: HeldBatch) => unknown): Answer => {
    const fault = desk.nextSubmit();
    if (fault === undefined) return { body: words(desk, make()) };
    if (fault.isMade) make();
    return { status: fault.status, body: { error: { message: "a submit that fails" } } };
  };

  const openai = (method: string, path: string, body: Buffer): Answer | undefined => {
    if (method === "POST" && path === "/v1/files") {
      const id = `file_in_${files.size}`;
      files.set(id, uploadedText(body));
      return { body: { id, object: "file", purpose: "batch" } };
    }
    if (method === "POST" && path === "/v1/batches") {
      const { input_file_id, metadata } = JSON.parse(body.toString("utf8"));
      const lines = (files.get(input_file_id) ?? "").split("\n").filter((line) => line !== "");
      const make = () =>
        desk.add(
          lines.map((line) => {
            const parsed = JSON.parse(line);
            return { customId: parsed.custom_id, body: parsed.body };
          }),
          metadata ?? {},
        );
      return submit(make, openaiBatch);
    }
    if (method === "GET" && path === "/v1/batches")
      return { body: { object: "list", data: desk.batches.toReversed().map((batch) => openaiBatch(desk, batch)) } };
    const one = /^\/v1\/batches\/([^/]+)(\/cancel)?$/.exec(path);
    if (one !== null) return change(desk.find(one[1] ?? ""), one[2] !== undefined, openaiBatch);
    const file = /^\/v1\/files\/file_(out|error)_(\d+)\/content$/.exec(path);
    const batch = desk.batches[Number(file?.[2] ?? -1)];
    if (file === null || batch === undefined) return undefined;
    return { body: null, lines: openaiLines(desk, batch, file[1] === "out" ? "output" : "error", reply(batch)) };
  };
  const anthropic = (method: string, path: string, body: Buffer): Answer | undefined => {
    if (path === "/v1/messages/batches" && method === "POST") {
      const { requests } = JSON.parse(body.toString("utf8"));
      type Sent = { custom_id: string; params: Record<string, unknown> };
      const make = () =>
        desk.add(
          requests.map((sent: Sent) => ({ customId: sent.custom_id, body: sent.params })),
          {},
        );
      return submit(make, anthropicBatch);
    }
    if (path === "/v1/messages/batches")
      return { body: { data: desk.batches.toReversed().map((batch) => anthropicBatch(desk, batch)), has_more: false } };
    const one = /^\/v1\/messages\/batches\/([^/]+)(\/cancel|\/results)?$/.exec(path);
    if (one === null) return undefined;
    const batch = desk.find(one[1] ?? "");
    if (one[2] !== "/results") return change(batch, one[2] === "/cancel", anthropicBatch);
    if (batch === undefined || !desk.hasEnded(batch)) return missing("No results yet.");
    return { body: null, lines: anthropicLines(desk, batch, reply(batch)) };
  };
  const change = (
    batch: HeldBatch | undefined,
    isCancel: boolean,
    words: (desk: BatchDesk, batch: HeldBatch) => unknown,
  ): Answer => {
    if (isCancel && batch !== undefined) batch.isCancelled = true;
    return poll(batch, words);
  };

  const server = createServer((incoming, outgoing) => {
    void handle(incoming, outgoing).catch((error: unknown) => send(outgoing, { status: 500, body: String(error) }));
  });
  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const method = incoming.method ?? "GET";
    const path = (incoming.url ?? "/").split("?")[0] ?? "/";
    calls.push(`${method} ${path}`);
    headers.push(incoming.headers);
    if (body.length > (faults.mostBytes ?? Number.POSITIVE_INFINITY))
      return send(outgoing, { status: 413, body: { error: { type: "request_too_large", message: "Too large." } } });
    const said = path.startsWith("/v1/messages") ? anthropic(method, path, body) : openai(method, path, body);
    if (said?.lines !== undefined) return sendLines(outgoing, said.lines, desk.nextCut());
    if (said?.status === 0) return;
    send(outgoing, said ?? missing("No such path."));
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    batches: desk.batches,
    calls,
    headers,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

const missing = (message: string): Answer => ({ status: 404, body: { error: { type: "not_found_error", message } } });

/** The file inside a multipart form. */
function uploadedText(body: Buffer): string {
  const text = body.toString("utf8");
  const boundary = text.slice(0, text.indexOf("\r\n"));
  const part = text.split(boundary).find((candidate) => candidate.includes('name="file"')) ?? "";
  return part.slice(part.indexOf("\r\n\r\n") + 4).replace(/\r\n$/, "");
}

function send(outgoing: ServerResponse, { status = 200, body }: Answer): void {
  outgoing.writeHead(status, { "content-type": "application/json" });
  outgoing.end(JSON.stringify(body));
}

/** Sent in pieces that end anywhere, as a network does. */
function sendLines(outgoing: ServerResponse, lines: readonly string[], isCut: boolean): void {
  const body = Buffer.from(lines.map((line) => `${line}\n`).join(""), "utf8");
  outgoing.writeHead(200, { "content-type": "application/octet-stream", "content-length": body.length });
  const half = Math.floor(body.length / 2);
  outgoing.write(body.subarray(0, half));
  setImmediate(() => (isCut ? outgoing.destroy() : outgoing.end(body.subarray(half))));
}
