import { isRecord, type Json, type JsonObject, jsonText, plainJson, type Step } from "@whileai/core";
import type { AgentReply } from "../../rollout/agent.js";
import type { WorldCalls } from "./world-calls.js";

/** One call of the model, in no framework's words. */
export interface AgentTurn {
  readonly text: string;
  readonly reasoning?: string | undefined;
  readonly calls: readonly TurnCall[];
  readonly inputTokens?: unknown;
  readonly outputTokens?: unknown;
  /** The model was cut at its token limit. */
  readonly isCut?: boolean | undefined;
}

/** A tool call of a turn. */
export interface TurnCall {
  readonly id: string | undefined;
  readonly name: string;
  /** An object, or the text that is none. */
  readonly arguments: unknown;
  /** What the framework answered by itself, for calls that never reached the world. */
  readonly answer?: unknown;
}

/** The answer to a call whose arguments are not a JSON object; the same as a model-backed agent gets. */
export const INVALID_JSON = {
  status: "rejected",
  reason: "invalid_json",
  error: "the arguments are not a JSON object",
} as const;

/**
 * The reply that turns make: a step a call (those of one turn share its number), a step for what was said without a call,
 * the world's answers as results. The last turn decides how it ended: cut, still calling tools, or done.
 *
 * @param finalText - What the framework takes for the final answer, where that is not the last turn's text.
 */
export function replyFromTurns(turns: readonly AgentTurn[], calls: WorldCalls, finalText?: string): AgentReply {
  const steps = turns.flatMap((turn, index) => stepsOf(turn, calls.firstTurn + index, calls));
  const last = turns.at(-1);
  const isCalling = last !== undefined && last.calls.length > 0;
  const said = finalText ?? (isCalling ? "" : (last?.text ?? ""));
  return {
    steps,
    final_text: said,
    finish_reason: last?.isCut ? "length" : isCalling && said === "" ? "tool" : "stop",
    usage: { input_tokens: sum(turns, "inputTokens"), output_tokens: sum(turns, "outputTokens") },
  };
}

/** The reply of an agent that its framework stopped without saying what the model said: its calls in the world. */
export function replyFromCalls(calls: WorldCalls): AgentReply {
  const turns = calls.made().map((event): AgentTurn => {
    return { text: "", calls: [{ id: event.callId, name: event.tool, arguments: event.arguments }] };
  });
  return replyFromTurns(turns, calls);
}

function stepsOf(turn: AgentTurn, number: number, calls: WorldCalls): Step[] {
  const facts: Step = {
    ...(turn.text === "" ? {} : { text: turn.text }),
    ...(turn.reasoning ? { reasoning: turn.reasoning } : {}),
    turn: number,
    ...(isCount(turn.inputTokens) ? { input_tokens: turn.inputTokens } : {}),
    ...(isCount(turn.outputTokens) ? { output_tokens: turn.outputTokens } : {}),
    ...(turn.isCut ? { truncated: true } : {}),
  };
  if (turn.calls.length === 0) return turn.text === "" ? [] : [facts];
  return turn.calls.map((call, index) => ({
    ...(index === 0 ? facts : { turn: number }),
    tool: call.name,
    ...argumentsOf(call.arguments),
    result: calls.answerTo(call.name, call.id) ?? answerOf(call),
    ...(call.id === undefined ? {} : { call_id: call.id }),
  }));
}

function argumentsOf(given: unknown): { arguments: JsonObject; arguments_raw?: string } {
  const read = typeof given === "string" ? parsed(given) : given;
  if (isRecord(read)) return { arguments: plainJson(read) as JsonObject };
  if (given === undefined || given === null) return { arguments: {} };
  return { arguments: {}, arguments_raw: typeof given === "string" ? given : jsonText(given) };
}

/** The value of a text that is JSON, or the text. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function answerOf(call: TurnCall): Json {
  const answer = typeof call.answer === "string" ? parsed(call.answer) : call.answer;
  return answer === undefined ? null : (plainJson(answer) ?? null);
}

// A sum with an unknown part is unknown.
function sum(turns: readonly AgentTurn[], key: "inputTokens" | "outputTokens"): number | null {
  const counts = turns.map((turn) => turn[key]);
  return counts.every(isCount) ? counts.reduce((total, count) => total + count, 0) : null;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
