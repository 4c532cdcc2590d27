import { conversation, isRecord, type Row, recordsOf } from "@whileai/core";

/** The first tool a row tells of: among its declared tools, its steps, then the calls in its messages. */
export function knownTool(row: Readonly<Row>): string | undefined {
  for (const tool of recordsOf(row.tools)) {
    const named = isRecord(tool.function) ? tool.function : tool;
    if (isName(named.name)) return named.name;
  }
  for (const step of recordsOf(row.steps)) if (isName(step.tool)) return step.tool;
  for (const message of conversation(row))
    for (const call of recordsOf(message.tool_calls)) {
      const named = isRecord(call.function) ? call.function : call;
      if (isName(named.name)) return named.name;
    }
  return undefined;
}

const isName = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";
