import { isRecord, resultFault } from "@whileai/core";
import type { Trace, TraceFacts } from "./trace.js";

/** What happened in a conversation, one thing after the other. */
export type Turn =
  | { readonly kind: "user"; readonly text: string }
  | { readonly kind: "agent"; readonly text: string }
  | {
      readonly kind: "call";
      readonly tool: string;
      readonly id: string | undefined;
      /** The arguments were no JSON object: no tool can have taken them. */
      readonly isBroken: boolean;
    }
  | {
      readonly kind: "result";
      readonly id: string | undefined;
      readonly tool: string | undefined;
      readonly result: unknown;
      /** Whoever recorded it says that the call failed, and how as far as they say. */
      readonly error: string | null;
    };

interface Call {
  readonly tool: string;
  fault: string | null;
}

/** What a call that no tool can take is called, as the mock world calls it. */
const REJECTED = "rejected";

/** The turns of a conversation as a trace: each result goes to the call it names, else to the first that waits for one. */
export function traceOf(turns: readonly Turn[], facts: TraceFacts, finalText?: string | null): Trace {
  const asks: string[] = [];
  const calls: Call[] = [];
  const byId = new Map<string, Call>();
  const waiting = new Set<Call>();
  const add = (turn: { tool: string; id: string | undefined }, fault: string | null): Call => {
    const call = { tool: turn.tool, fault };
    calls.push(call);
    if (turn.id !== undefined) byId.set(turn.id, call);
    return call;
  };
  for (const turn of turns) {
    if (turn.kind === "user") asks.push(turn.text);
    else if (turn.kind === "call") waiting.add(add(turn, turn.isBroken ? REJECTED : null));
    else if (turn.kind === "result") {
      const fault = faultOf(turn.result, turn.error);
      const { id, tool } = turn;
      const named = id === undefined ? undefined : byId.get(id);
      const call = named ?? firstOf(waiting, tool);
      if (call !== undefined) {
        call.fault ??= fault;
        waiting.delete(call);
      } else if (tool !== undefined) add({ tool, id }, fault);
    }
  }
  return {
    asks: asks.filter((text) => text.trim() !== ""),
    calls,
    finalText: finalText === undefined ? lastWords(turns) : finalText,
    ...facts,
  };
}

function firstOf(waiting: ReadonlySet<Call>, tool: string | undefined): Call | undefined {
  for (const call of waiting) if (tool === undefined || call.tool === tool) return call;
  return undefined;
}

/** The fault of a result: what it shows itself, else what was recorded about it. */
function faultOf(result: unknown, error: string | null): string | null {
  const shown = resultFault(result);
  if (shown !== null || error !== null) return shown ?? error;
  // A result in the form of the Model Context Protocol.
  return isRecord(result) && result.isError === true ? "error" : null;
}

// Where a recording ends with anything but words of the agent, its end is not in it.
function lastWords(turns: readonly Turn[]): string | null {
  const last = turns.at(-1);
  return last?.kind === "agent" ? last.text : null;
}
