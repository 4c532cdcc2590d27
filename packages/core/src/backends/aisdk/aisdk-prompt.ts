import type { ChatMessage, CompletionRequest } from "../../backend/backend.js";
import { schemaName } from "../chat/chat-body.js";
import { calledTool } from "../wire/called-tool.js";
import {
  contentParts,
  dataFile,
  dataUrl,
  type LoosePart,
  partImageUrl,
  partText,
  refusedPart,
} from "../wire/content-parts.js";

const ACCEPTED = "text, images, and files as base64 data";

/** Options for a provider, as the AI SDK writes them: by provider, then by option. */
export type ProviderOptions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Who is asked, and in which version of the model specification. */
export interface AskedModel {
  readonly label: string;
  /** The first word of the model's provider: what its options are filed under. */
  readonly provider: string;
  /** From version 4 of the specification file data says what it is. */
  readonly tagsFileData: boolean;
}

/** The options of `doGenerate` for a request. Unset fields are left out. */
export function aisdkCallOptions(
  request: CompletionRequest,
  asked: AskedModel,
  providerOptions: ProviderOptions = {},
): Record<string, unknown> {
  const { tools = [], toolChoice, temperature, maxTokens, seed, logprobs, jsonSchema } = request;
  const sampled = logprobs === true && asked.provider === "openai" ? { openai: { logprobs: true } } : {};
  const options = merged(sampled, providerOptions);
  return {
    prompt: promptOf(request.messages, asked),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, parameters }) => {
            return { type: "function", name, description, inputSchema: parameters };
          }),
          toolChoice: { type: toolChoice ?? "auto" },
        }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    ...(seed === undefined ? {} : { seed }),
    ...(jsonSchema === undefined
      ? {}
      : { responseFormat: { type: "json", schema: jsonSchema.schema, name: schemaName(jsonSchema.name) } }),
    ...(Object.keys(options).length === 0 ? {} : { providerOptions: options }),
  };
}

function merged(ours: ProviderOptions, given: ProviderOptions): ProviderOptions {
  const providers = new Set([...Object.keys(ours), ...Object.keys(given)]);
  return Object.fromEntries([...providers].map((name) => [name, { ...ours[name], ...given[name] }]));
}

function promptOf(messages: readonly ChatMessage[], asked: AskedModel): object[] {
  const prompt: { role: string; content: unknown }[] = [];
  for (const message of messages) {
    const next = promptMessage(message, messages, asked);
    const last = prompt.at(-1);
    // The answers to parallel calls belong to one message.
    if (next.role === "tool" && last?.role === "tool")
      last.content = [...(last.content as []), ...(next.content as [])];
    else prompt.push(next);
  }
  return prompt;
}

function promptMessage(
  message: ChatMessage,
  messages: readonly ChatMessage[],
  asked: AskedModel,
): { role: string; content: unknown } {
  const { role } = message;
  if (role === "system") return { role, content: textOf(message, asked) };
  if (role === "user") return { role, content: contentParts(message.content).map((part) => userPart(part, asked)) };
  if (role === "assistant") return { role, content: assistantParts(message, asked) };
  const toolCallId = message.toolCallId ?? "";
  const toolName = calledTool(message, messages);
  const output = { type: "text", value: textOf(message, asked) };
  return { role, content: [{ type: "tool-result", toolCallId, toolName, output }] };
}

function textOf(message: ChatMessage, { label }: AskedModel): string {
  const texts = contentParts(message.content).map((part) => {
    const text = partText(part);
    if (text === undefined) throw refusedPart(label, part, `text in a message of the role ${message.role}`);
    return text;
  });
  return texts.join("\n");
}

function assistantParts(message: ChatMessage, asked: AskedModel): object[] {
  const text = textOf(message, asked);
  return [
    ...(message.reasoning ? [{ type: "reasoning", text: message.reasoning }] : []),
    ...(text === "" ? [] : [{ type: "text", text }]),
    ...(message.toolCalls ?? []).map(({ id, name, arguments: input }) => {
      return { type: "tool-call", toolCallId: id, toolName: name, input };
    }),
  ];
}

function userPart(part: LoosePart, asked: AskedModel): object {
  const text = partText(part);
  if (text !== undefined) return { type: "text", text };
  const url = partImageUrl(part);
  const inline = url === undefined ? dataFile(part) : dataUrl(url);
  if (inline !== undefined) {
    const { mediaType, base64, name } = inline as NonNullable<ReturnType<typeof dataFile>>;
    return { type: "file", mediaType, data: bytesOf(base64, asked), ...(name === undefined ? {} : { filename: name }) };
  }
  if (url === undefined || !URL.canParse(url)) throw refusedPart(asked.label, part, ACCEPTED);
  const place = new URL(url);
  return { type: "file", mediaType: "image/*", data: asked.tagsFileData ? { type: "url", url: place } : place };
}

const bytesOf = (base64: string, { tagsFileData }: AskedModel): unknown =>
  tagsFileData ? { type: "data", data: base64 } : base64;
