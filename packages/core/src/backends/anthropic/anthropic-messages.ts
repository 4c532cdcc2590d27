import type { ChatMessage, ToolCall } from "../../backend/backend.js";
import type { Content } from "../../row/content.js";
import {
  base64Bytes,
  contentParts,
  dataFile,
  dataUrl,
  type LoosePart,
  partImageUrl,
  partText,
  refusedPart,
} from "../wire/content-parts.js";

/** A block of Anthropic's messages. */
interface AnthropicBlock {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** One turn of Anthropic's messages. */
export interface AnthropicTurn {
  readonly role: "user" | "assistant";
  readonly content: AnthropicBlock[];
}

const ACCEPTED = "text, images by https URL or as base64 data, and PDF or text files as base64 data";
const UNANSWERED = "This call was not answered.";
/** Said for the user where the agent speaks first: the API takes no conversation that begins with the agent. */
const OPENING = "(The assistant opens the conversation.)";

/**
 * A conversation in Anthropic's shape: system messages apart; roles that alternate, from the user on; the results of an assistant turn in
 * the one user turn after it, in the order of the calls and before any text; an `is_error` result for a call that nobody
 * answered; no blank text block; ids of the letters that the API takes, each used once.
 */
export function anthropicMessages(
  messages: readonly ChatMessage[],
  label: string,
): { readonly system: string; readonly turns: readonly AnthropicTurn[] } {
  const turns: AnthropicTurn[] = [];
  const results = collectResults(messages);
  const ids = new Set<string>();
  let open: ToolCall[] = [];
  let openIds: string[] = [];

  const add = (role: AnthropicTurn["role"], blocks: readonly AnthropicBlock[]) => {
    if (blocks.length === 0) return;
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else turns.push({ role, content: [...blocks] });
  };
  const answerOpenCalls = () => {
    const blocks = open.map((call, index) => {
      const answer = results.get(call.id)?.shift();
      return resultBlock(openIds[index] as string, answer, label);
    });
    open = [];
    openIds = [];
    add("user", blocks);
  };

  for (const [index, message] of messages.entries()) {
    if (message.role === "system") continue;
    if (message.role === "assistant") {
      // Assistant messages in a row are one turn, so their calls are answered together.
      if (turns.at(-1)?.role !== "assistant" || messages[index - 1]?.role === "tool") answerOpenCalls();
      const calls = message.toolCalls ?? [];
      const callIds = calls.map((call) => freshId(call.id, ids));
      add("assistant", [
        ...partBlocks(message.content, label),
        ...calls.map((call, index) => ({
          type: "tool_use",
          id: callIds[index],
          name: call.name,
          input: call.arguments,
        })),
      ]);
      open.push(...calls);
      openIds.push(...callIds);
      continue;
    }
    if (message.role === "user") {
      answerOpenCalls();
      add("user", partBlocks(message.content, label));
      continue;
    }
    if (isOrphan(messages, index)) {
      answerOpenCalls();
      add("user", orphanBlocks(message, label));
    }
  }
  answerOpenCalls();
  trimLastAssistantText(turns);
  if (turns[0]?.role !== "user") turns.unshift({ role: "user", content: [{ type: "text", text: OPENING }] });
  const system = messages
    .filter((message) => message.role === "system")
    .map((message) => systemText(message.content, label))
    .filter((text) => text.trim() !== "")
    .join("\n\n");
  return { system, turns };
}

/** Results by the id they answer, oldest first: servers that count from zero each turn reuse ids. */
function collectResults(messages: readonly ChatMessage[]): Map<string, ChatMessage[]> {
  const results = new Map<string, ChatMessage[]>();
  for (const [index, message] of messages.entries()) {
    if (message.role !== "tool" || message.toolCallId === undefined || isOrphan(messages, index)) continue;
    const waiting = results.get(message.toolCallId) ?? [];
    waiting.push(message);
    results.set(message.toolCallId, waiting);
  }
  return results;
}

/** A tool message that answers no call made before it. */
function isOrphan(messages: readonly ChatMessage[], index: number): boolean {
  const id = messages[index]?.toolCallId;
  return !messages.slice(0, index).some((message) => message.toolCalls?.some((call) => call.id === id));
}

function resultBlock(id: string, answer: ChatMessage | undefined, label: string): AnthropicBlock {
  if (answer === undefined) return { type: "tool_result", tool_use_id: id, is_error: true, content: UNANSWERED };
  const content =
    typeof answer.content === "string" ? answer.content.trim() && answer.content : partBlocks(answer.content, label);
  return { type: "tool_result", tool_use_id: id, ...(content.length === 0 ? {} : { content }) };
}

function orphanBlocks(message: ChatMessage, label: string): AnthropicBlock[] {
  const blocks = partBlocks(message.content, label);
  return blocks.length === 0 ? [] : [{ type: "text", text: `Result of ${message.name ?? "a tool"}:` }, ...blocks];
}

function partBlocks(content: Content, label: string): AnthropicBlock[] {
  const blocks: AnthropicBlock[] = [];
  for (const part of contentParts(content)) {
    const text = partText(part);
    if (text !== undefined) {
      if (text.trim() !== "") blocks.push({ type: "text", text });
      continue;
    }
    const document = documentBlock(part);
    if (document !== undefined) {
      blocks.push(document);
      continue;
    }
    const url = partImageUrl(part);
    const data = url === undefined ? undefined : dataUrl(url);
    if (data !== undefined)
      blocks.push({
        type: "image",
        source: { type: "base64", media_type: data.mediaType, data: data.base64 },
      });
    else if (url?.startsWith("https://")) blocks.push({ type: "image", source: { type: "url", url } });
    else throw refusedPart(label, part, ACCEPTED);
  }
  return blocks;
}

/** The API reads PDF files as they are, and plain text as text. */
function documentBlock(part: LoosePart): AnthropicBlock | undefined {
  const file = dataFile(part);
  if (file === undefined) return undefined;
  const title = file.name === undefined ? {} : { title: file.name };
  if (file.mediaType === "application/pdf") {
    const source = { type: "base64", media_type: file.mediaType, data: file.base64 };
    return { type: "document", source, ...title };
  }
  if (!file.mediaType.startsWith("text/")) return undefined;
  const bytes = base64Bytes(file.base64);
  if (bytes === undefined) return undefined;
  const text = new TextDecoder().decode(bytes);
  return { type: "document", source: { type: "text", media_type: "text/plain", data: text }, ...title };
}

function systemText(content: Content, label: string): string {
  return contentParts(content)
    .map((part) => {
      const text = partText(part);
      if (text === undefined) throw refusedPart(label, part, "only text in system messages");
      return text;
    })
    .join("\n");
}

/** The API takes ids of letters, digits, "_" and "-", each once in a conversation. */
function freshId(id: string, used: Set<string>): string {
  const plain = id.replace(/[^A-Za-z0-9_-]/g, "_") || "call";
  let fresh = plain;
  for (let count = 2; used.has(fresh); count++) fresh = `${plain}_${count}`;
  used.add(fresh);
  return fresh;
}

/** The API refuses a conversation whose last assistant turn ends in white space. */
function trimLastAssistantText(turns: AnthropicTurn[]): void {
  const last = turns.at(-1);
  const block = last?.content.at(-1);
  if (last?.role !== "assistant" || block?.type !== "text") return;
  last.content[last.content.length - 1] = { ...block, text: String(block.text).trimEnd() };
}
