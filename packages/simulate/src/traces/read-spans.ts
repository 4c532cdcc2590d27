import { foldText } from "@whileai/core";
import type { Span } from "./span.js";
import { executionOf, type ToolExecution } from "./span-execution.js";
import { turnsOfSpan } from "./span-turns.js";
import type { Trace } from "./trace.js";
import { type Turn, traceOf } from "./turns.js";

const CONVERSATION_IDS = ["gen_ai.conversation.id", "session.id"] as const;

/** Conversations among spans, one for each conversation id, else for each trace: their spans in the order in which these began. */
export function groupSpans(spans: readonly Span[]): Span[][] {
  const conversations = new Map<string, string>();
  for (const { traceId, attributes } of spans) {
    const id = CONVERSATION_IDS.map((key) => attributes.get(key)).find((value) => typeof value === "string");
    // The spans of a trace that carry no conversation id belong to the conversation of those that do.
    if (traceId !== undefined && typeof id === "string" && !conversations.has(traceId)) conversations.set(traceId, id);
  }
  const groups = new Map<string, Span[]>();
  for (const [index, span] of spans.entries()) {
    const { traceId } = span;
    const key = traceId === undefined ? `span ${index}` : `trace ${conversations.get(traceId) ?? traceId}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [span]);
    else group.push(span);
  }
  // Exporters write a span when it ends, so what began first comes last.
  for (const group of groups.values()) group.sort((left, right) => left.start - right.start);
  return [...groups.values()];
}

/** The spans of one conversation, in their order, as a trace; null when nothing of a conversation is in them. */
export function traceOfSpans(spans: readonly Span[]): Trace | null {
  let turns: Turn[] = [];
  const executions: ToolExecution[] = [];
  for (const span of spans) {
    const execution = executionOf(span);
    if (execution === null) turns = continued(turns, turnsOfSpan(span));
    else executions.push(execution);
  }
  const all = withExecutions(turns, executions);
  return all.length === 0 ? null : traceOf(all, { reward: null, dimensions: {} });
}

/** Most calls of a model repeat the conversation so far: of two that open alike the longer one holds the other. */
function continued(known: Turn[], next: Turn[]): Turn[] {
  if (known.length === 0) return next;
  if (next.length === 0) return known;
  if (openingOf(known) !== openingOf(next)) return [...known, ...next];
  return next.length >= known.length ? next : known;
}

const openingOf = (turns: readonly Turn[]): string | undefined => {
  const first = turns.find((turn) => turn.kind === "user" || turn.kind === "agent");
  return first === undefined ? undefined : foldText(first.text);
};

/** Executions are the results of the calls in the turns; those that no call asked for are calls of their own. */
function withExecutions(turns: readonly Turn[], executions: readonly ToolExecution[]): Turn[] {
  const answered = new Set(turns.flatMap((turn) => (turn.kind === "result" && turn.id !== undefined ? [turn.id] : [])));
  const taken = new Set<Turn>();
  const added: Turn[] = [];
  for (const { tool, id, result, error } of executions) {
    const call =
      turns.find((turn) => turn.kind === "call" && id !== undefined && turn.id === id) ??
      turns.find(
        (turn) =>
          turn.kind === "call" && turn.tool === tool && !taken.has(turn) && (id === undefined || turn.id === undefined),
      );
    if (call !== undefined) taken.add(call);
    const callId = call?.kind === "call" ? call.id : id;
    if (call === undefined) added.push({ kind: "call", tool, id, isBroken: false });
    // What the model was told is the same result, unless the execution knows of an error that it was not told.
    if (callId !== undefined && answered.has(callId) && error === null) continue;
    if (result !== undefined || error !== null) added.push({ kind: "result", tool, id: callId, result, error });
  }
  // Executions lie between the calls and the last words.
  const end = turns.at(-1)?.kind === "agent" ? turns.length - 1 : turns.length;
  return [...turns.slice(0, end), ...added, ...turns.slice(end)];
}
