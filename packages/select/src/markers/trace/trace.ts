import { contentText, conversation, type Message, type Row } from "@whileai/core";
import { isReadable } from "../is-readable.js";
import { plainQuotes } from "../plain-quotes.js";
import { changesState } from "./changes-state.js";
import { isCallTurn } from "./message-calls.js";
import { hasFailed } from "./step-failed.js";
import { kindOf, type StepKind, type StepKinds } from "./step-kind.js";
import { type TraceStep, traceSteps } from "./trace-step.js";

/** What the flags read of a rollout. */
export interface Trace {
  readonly steps: readonly TraceStep[];
  /** What each of the steps does. */
  readonly kinds: readonly (StepKind | null)[];
  /** What the agent said after its last call, up to and with its reply. */
  readonly said: string;
  /** False when `said` is in a script or a language that the patterns cannot read. */
  readonly isReadable: boolean;
  /** The calls that can have changed something and did not fail, read when the first flag needs them. */
  readonly changesThatWorked: () => readonly TraceStep[];
  /** What the user and the system asked for. Few flags need it, so it is read when the first of them does. */
  readonly asked: () => string;
  /** What the user alone asked for. */
  readonly wished: () => string;
}

/** Characters of what was said (the last ones) and of what was asked (the first ones) that are read. */
const LONGEST_TEXT = 50_000;
const ASKING: ReadonlySet<string> = new Set(["user", "system", "developer"]);
const WISHING: ReadonlySet<string> = new Set(["user"]);

/** Reads a rollout for the flags. */
export function openTrace(row: Readonly<Row>, ownKinds: StepKinds): Trace {
  const steps = traceSteps(row);
  const messages = conversation(row);
  const said = plainQuotes(closingText(row, messages).slice(-LONGEST_TEXT));
  const kinds = steps.map((step) => kindOf(step, ownKinds));
  return {
    steps,
    kinds,
    said,
    isReadable: isReadable(said),
    changesThatWorked: once(() =>
      steps.filter((step, index) => changesState(step, kinds[index] ?? null) && !hasFailed(step)),
    ),
    asked: once(() => askedBy(ASKING, messages)),
    wished: once(() => askedBy(WISHING, messages)),
  };
}

function once<T extends object | string>(read: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= read();
    return value;
  };
}

function askedBy(roles: ReadonlySet<string>, messages: readonly Message[]): string {
  return plainQuotes(textOf(messages.filter(({ role }) => roles.has(role))).slice(0, LONGEST_TEXT));
}

function closingText(row: Readonly<Row>, messages: readonly Message[]): string {
  const lastCall = messages.findLastIndex(isCallTurn);
  const turns = messages.slice(lastCall + 1).filter(({ role }) => role === "assistant");
  const { final_text: final } = row as Record<string, unknown>;
  const isSaid = typeof final !== "string" || turns.some(({ content }) => contentText(content) === final);
  return isSaid ? textOf(turns) : [textOf(turns), final].filter((text) => text !== "").join("\n");
}

function textOf(messages: readonly Message[]): string {
  return messages.map(({ content }) => contentText(content)).join("\n");
}
