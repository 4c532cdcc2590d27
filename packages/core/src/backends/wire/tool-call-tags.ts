import { isRecord } from "../../json/json.js";
import { type ReadArguments, readArguments } from "./call-arguments.js";

/** A call found in a reply's text. */
export interface TaggedCall extends ReadArguments {
  readonly name: string;
}

const TAGGED = /<tool_call>([\s\S]*?)(?:<\/tool_call>|$)/g;
const NAME = /"name"\s*:\s*"((?:[^"\\]|\\.)+)"/;

/**
 * Finds calls that a server left in the text as `<tool_call>{"name": …, "arguments": …}</tool_call>`. A call whose JSON is
 * broken or cut keeps its text as `argumentsRaw`; a tag that names no tool stays in the text.
 */
export function parseToolCallTags(reply: string): { readonly text: string; readonly calls: readonly TaggedCall[] } {
  if (!reply.includes("<tool_call>")) return { text: reply, calls: [] };
  const calls: TaggedCall[] = [];
  const text = reply.replace(TAGGED, (whole: string, inner: string) => {
    const call = readCall(inner.trim());
    if (call === undefined) return whole;
    calls.push(call);
    return "";
  });
  return calls.length === 0 ? { text: reply, calls } : { text: text.trim(), calls };
}

function readCall(inner: string): TaggedCall | undefined {
  try {
    const parsed: unknown = JSON.parse(inner);
    if (!isRecord(parsed) || typeof parsed.name !== "string" || parsed.name === "") return undefined;
    return { name: parsed.name, ...readArguments(parsed.arguments ?? parsed.parameters) };
  } catch {
    const name = NAME.exec(inner)?.[1];
    return name === undefined ? undefined : { name, arguments: {}, argumentsRaw: inner };
  }
}
