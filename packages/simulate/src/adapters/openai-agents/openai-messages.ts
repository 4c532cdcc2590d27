import { contentText, type Message } from "@whileai/core";
import { calledTool } from "../shared/called-tool.js";
import { spokenParts } from "../shared/spoken-parts.js";

/** A conversation as input items of the Agents SDK. The agent brings its own instructions, so system messages stay out. */
export function openAIItems(messages: readonly Message[]): object[] {
  return messages.flatMap((message): object[] => {
    if (message.role === "user") return [{ role: "user", content: userContent(message) }];
    if (message.role === "assistant") return assistantItems(message);
    if (message.role !== "tool") return [];
    const output = { type: "text", text: contentText(message.content) };
    const callId = message.tool_call_id ?? "";
    return [{ type: "function_call_result", name: calledTool(message, messages), callId, status: "completed", output }];
  });
}

function userContent({ content }: Message): unknown {
  if (typeof content === "string") return content;
  return spokenParts(content).map((part) => {
    if (part.type === "text") return { type: "input_text", text: part.text };
    if (part.type === "image") return { type: "input_image", image: part.url };
    return { type: "input_file", file: part.data, ...(part.filename === undefined ? {} : { filename: part.filename }) };
  });
}

function assistantItems({ content, tool_calls: calls = [] }: Message): object[] {
  const text = contentText(content);
  const said = { role: "assistant", status: "completed", content: [{ type: "output_text", text }] };
  return [
    ...(text === "" ? [] : [said]),
    ...calls.map((call) => {
      const { id: callId = "", name, arguments: args, arguments_raw: raw } = call;
      return { type: "function_call", callId, name, status: "completed", arguments: raw ?? JSON.stringify(args) };
    }),
  ];
}
