import { isRecord, OptionError, recordsOf, type Tool, type ToolContext, ToolSchemaError } from "@whileai/core";
import { adaptedTool } from "../shared/adapted-tool.js";

/** The part of an MCP client that is used: `Client` of `@modelcontextprotocol/sdk`, connected. */
export interface McpClient {
  listTools(params?: { cursor?: string }): Promise<{ tools: readonly object[]; nextCursor?: string | undefined }>;
  callTool(
    params: { name: string; arguments?: Record<string, unknown> },
    resultSchema?: undefined,
    options?: { signal?: AbortSignal },
  ): Promise<object>;
}

/** What a server says about a tool's effects. Hints, not promises. */
export interface McpAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
  readonly [hint: string]: unknown;
}

/** A tool of an MCP server. */
export type McpTool = Tool & { readonly annotations?: McpAnnotations };

/** Most pages of a server's list that are read (convention). */
const MOST_PAGES = 1_000;

/**
 * All tools of an MCP server, with their schemas and annotations. Listing asks the server; nothing is called.
 *
 * The mock world answers these tools for any agent. The server is called only through `execute: Tool.dispatch(tools)`: the
 * answer is its structured content, else its text (read as JSON where it is JSON), else its content parts; an answer marked
 * as an error is `{ status: "error", error }`.
 *
 * @throws ToolSchemaError for a schema that cannot be read and for a list that never ends; what the client throws.
 *
 * @example
 * import { simulate } from "@whileai/simulate";
 * import { mcpTools } from "@whileai/simulate/mcp";
 * import { Client } from "@modelcontextprotocol/sdk/client/index.js";
 * import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
 * const client = new Client({ name: "simulation", version: "1.0.0" });
 * await client.connect(new StreamableHTTPClientTransport(new URL("http://127.0.0.1:3000/mcp")));
 * const data = await simulate({ agent: "openai:gpt-4.1-mini", tools: await mcpTools(client), simulator: false, budget: 16 });
 */
export async function mcpTools(client: McpClient): Promise<McpTool[]> {
  if (typeof (client as McpClient | undefined)?.listTools !== "function") {
    throw new OptionError({
      option: "client",
      received: client,
      message: "mcpTools: this is not a client of the MCP SDK.",
      fix: "Give a Client of @modelcontextprotocol/sdk that is connected to the server.",
    });
  }
  const tools: McpTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const listed = await client.listTools(cursor === undefined ? undefined : { cursor });
    tools.push(...listed.tools.map((tool) => mcpTool(client, tool)));
    if (listed.nextCursor === undefined) return tools;
    cursor = listed.nextCursor;
  }
  throw new ToolSchemaError({
    path: "tools",
    message: `The MCP server's list of tools has more than ${MOST_PAGES} pages.`,
    fix: "Check the server: it gives a next page every time.",
  });
}

function mcpTool(client: McpClient, listed: object): McpTool {
  const { name, description, inputSchema, outputSchema, annotations } = listed as Readonly<Record<string, unknown>>;
  if (typeof name !== "string") {
    throw new ToolSchemaError({
      path: `tools[].name`,
      message: "The MCP server lists a tool without a name.",
      fix: "Check the server.",
    });
  }
  const made = adaptedTool({
    name,
    description,
    parameters: isRecord(inputSchema) ? inputSchema : { type: "object", properties: {} },
    ...(isRecord(outputSchema) ? { output: outputSchema } : {}),
    body: (args, context) => call(client, name, args, context),
  });
  if (!isRecord(annotations)) return made;
  const kept = { value: Object.freeze({ ...annotations }), enumerable: true };
  return Object.freeze(
    Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(made), annotations: kept }),
  ) as McpTool;
}

async function call(client: McpClient, name: string, args: unknown, { signal }: ToolContext): Promise<unknown> {
  const params = { name, arguments: args as Record<string, unknown> };
  const { content, structuredContent, isError } = (await client.callTool(params, undefined, { signal })) as {
    readonly content?: unknown;
    readonly structuredContent?: unknown;
    readonly isError?: unknown;
  };
  const parts = recordsOf(content);
  const isText = parts.every((part) => part.type === "text" && typeof part.text === "string");
  const text = parts.map((part) => part.text).join("\n");
  if (isError === true) return { status: "error", error: isText ? text : parts };
  if (isRecord(structuredContent)) return structuredContent;
  return isText ? jsonOrText(text) : { status: "ok", content: parts };
}

function jsonOrText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) || Array.isArray(value) ? value : text;
  } catch {
    return text;
  }
}
