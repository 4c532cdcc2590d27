import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { anthropicBody } from "./anthropic-protocol.js";
import { ollamaBody } from "./ollama-protocol.js";
import { openaiBody } from "./openai-protocol.js";
import { isFaultReply, isRawReply, type ModelReply, type Reply } from "./reply.js";

/** The protocol a request came in by; null for a path that none of them has. */
export type Protocol = "openai" | "anthropic" | "ollama" | null;

/** A request as the server received it. */
export interface RecordedRequest {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly protocol: Protocol;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON body, the text when it is not JSON, or undefined when there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into bodies of three protocols; unknown would only move the cast there.
  readonly body: any;
  /** 0 for the first request. */
  readonly index: number;
}

export interface TestServerOptions {
  /**
   * What to answer: a list that is used up in order (its last entry stays in force), or a function of the request.
   * Default: every request is answered with the text "ok".
   */
  readonly replies?: readonly Reply[] | ((request: RecordedRequest) => Reply | Promise<Reply>) | undefined;
}

export interface TestServer {
  /** `http://127.0.0.1:<port>`: Anthropic's base URL and Ollama's host; OpenAI's base URL is this plus `/v1`. */
  readonly url: string;
  /** Every request so far, oldest first. */
  readonly requests: readonly RecordedRequest[];
  /** Ends open connections (hanging ones too) and stops listening; may be called twice. */
  close(): Promise<void>;
}

/**
 * Starts a model server on a free loopback port that speaks OpenAI chat completions (`/v1/chat/completions`), Anthropic
 * messages (`/v1/messages`) and Ollama chat (`/api/chat`), records what it is asked and answers as told. Other paths are
 * recorded too; they answer 404 unless the reply is raw or a fault.
 *
 * @example
 * const server = await startTestServer({ replies: [{ status: 429, headers: { "retry-after": "1" } }, "hello"] });
 * await OpenAI("m", { baseURL: `${server.url}/v1`, apiKey: "k" }).complete({ messages: [{ role: "user", content: "hi" }] });
 * console.log(server.requests.length); // 2
 * await server.close();
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const requests: RecordedRequest[] = [];
  const stopped = new AbortController();
  let closing: Promise<void> | undefined;
  const replies = options.replies ?? ["ok"];

  const choose = (request: RecordedRequest): Reply | Promise<Reply> =>
    typeof replies === "function" ? replies(request) : (replies[Math.min(request.index, replies.length - 1)] ?? "ok");

  const server = createServer((incoming, outgoing) => {
    void handle(incoming, outgoing).catch((error: unknown) => {
      if (stopped.signal.aborted) return;
      send(outgoing, 500, { "x-test-server": "script failed" }, { error: { message: String(error) } });
    });
  });

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readBody(incoming);
    const request: RecordedRequest = {
      method: incoming.method ?? "GET",
      path: incoming.url ?? "/",
      protocol: protocolOf(incoming.url ?? "/"),
      headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
      body,
      index: requests.length,
    };
    requests.push(request);
    const reply = await choose(request);
    if (isFaultReply(reply)) return fail(reply.fault, incoming, outgoing);
    if (typeof reply === "object" && reply.delayMs !== undefined)
      await wait(reply.delayMs, undefined, { signal: stopped.signal });
    if (isRawReply(reply)) return send(outgoing, reply.status, reply.headers ?? {}, reply.body ?? "");
    if (request.protocol === null) return send(outgoing, 404, {}, { error: { message: "no such path" } });
    send(outgoing, 200, {}, bodyFor(request, typeof reply === "string" ? { text: reply } : reply));
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => {
      closing ??= new Promise((resolve, reject) => {
        stopped.abort();
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      });
      return closing;
    },
  };
}

function protocolOf(url: string): Protocol {
  const path = url.split("?")[0] ?? "";
  if (path.endsWith("/chat/completions")) return "openai";
  if (path.endsWith("/v1/messages")) return "anthropic";
  if (path.endsWith("/api/chat")) return "ollama";
  return null;
}

function bodyFor(request: RecordedRequest, reply: ModelReply): Record<string, unknown> {
  const model = String((request.body as { model?: unknown } | undefined)?.model ?? "");
  if (request.protocol === "anthropic") return anthropicBody(reply, model);
  if (request.protocol === "ollama") return ollamaBody(reply, model);
  return openaiBody(reply, model, request.index);
}

async function readBody(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function send(
  outgoing: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Readonly<Record<string, unknown>>,
): void {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  outgoing.writeHead(status, {
    "content-type": typeof body === "string" ? "text/plain" : "application/json",
    ...headers,
  });
  outgoing.end(text);
}

function fail(
  fault: "hang" | "reset" | "cut" | "html" | "broken_json",
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  switch (fault) {
    case "hang":
      return;
    case "reset":
      incoming.socket.resetAndDestroy();
      return;
    case "cut":
      outgoing.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
      outgoing.write('{"id":', () => incoming.socket.destroy());
      return;
    case "html":
      send(outgoing, 200, { "content-type": "text/html" }, "<!doctype html><html><title>Sign in</title></html>");
      return;
    case "broken_json":
      send(outgoing, 200, { "content-type": "application/json" }, '{"choices":[{"message":{"content":"ha');
  }
}
