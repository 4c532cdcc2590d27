import {
  type Backend,
  type ChatMessage,
  type Completion,
  type CompletionRequest,
  checkOptions,
  contentText,
  createReport,
  frozenCopy,
  type JudgeObject,
  type JudgeStatus,
  type Judgment,
  type Note,
  normalizeJudgeResult,
  OptionError,
  optionRule,
  type ReportOf,
  type Row,
  renderNotes,
  runOne,
  untilAborted,
} from "@whileai/core";
import { delegateBackend } from "@whileai/core/backends";
import { captureSettings } from "@whileai/core/settings";
import { type JudgeLike, toJudge } from "../grade/to-judge.js";
import { jsonSpans } from "../verify/json-values.js";
import { type AskingJudge, isAskingJudge } from "./asking-judge.js";
import { saidText } from "./deciding-object.js";
import { whyUnjudged } from "./why-unjudged.js";

/** Options of {@link explain}. */
export interface ExplainOptions {
  /**
   * Read this instead of asking the model: the text of a reply, such as `judge_meta.raw` of the row, or one for each
   * request.
   */
  readonly reply?: string | readonly string[] | undefined;
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined;
  /** Longest wait for the verdict, in milliseconds. */
  readonly timeoutMs?: number | undefined;
}

/** What a model was sent. */
export interface ExplainedRequest {
  readonly messages: readonly { readonly role: ChatMessage["role"]; readonly text: string }[];
  readonly temperature: number | null;
  readonly maxTokens: number | null;
  /** Whether an answer of a fixed shape was asked for. */
  readonly structured: boolean;
}

/** What it answered, and what was left of it to be read. */
export interface ExplainedReply {
  readonly raw: string;
  /** Without thinking, invisible characters and a fence around all of it. */
  readonly said: string;
  /** The last whole JSON object in that, which decides; null where there is none. */
  readonly decides: string | null;
  readonly finishReason: string | null;
}

/** How a verdict comes about. */
export interface ExplainFields {
  readonly judge: {
    readonly name: string;
    readonly kind: string | null;
    readonly version: string | null;
    readonly model: string | null;
  };
  /** What was sent, repeated questions included; empty for a judge that asks no model. */
  readonly requests: readonly ExplainedRequest[];
  /** What came back, in the order of the requests. */
  readonly replies: readonly ExplainedReply[];
  /** The row was shortened for the judge. */
  readonly payloadReduced: boolean;
  readonly reward: number | null;
  readonly status: JudgeStatus;
  readonly reason: string;
  readonly meta: Readonly<Record<string, unknown>>;
  /** Why there is no reward; null when there is one. */
  readonly unjudged: string | null;
}

/** The report of `explain()`. */
export type ExplainReport = ReportOf<"explain", ExplainFields>;

/**
 * Shows how a judge comes to its verdict on one row: what it is shown (after shortening), what it answers, word for word,
 * how the answer is read, and why there is no verdict where there is none. Asks the model as `grade` does, or reads the
 * `reply` that is given. The row is not changed.
 *
 * Throws an OptionError for bad options, and a `reply` for a judge that asks no model; a JudgeError, SpecError or
 * SettingsError for a judge that is none.
 *
 * @example
 * const report = await explain(row, Judge({ rubric }), { reply: row.judge_meta.raw });
 * console.log(`${report}`);
 */
export async function explain(
  row: Row,
  judge?: JudgeLike | null,
  options: ExplainOptions = {},
): Promise<ExplainReport> {
  checkOptions("explain", options, {
    reply: optionRule.either(optionRule.text, optionRule.listOf(optionRule.text, 1)),
    signal: optionRule.signal,
    timeoutMs: optionRule.positive,
  });
  const settings = captureSettings();
  const judging = toJudge(judge, settings);
  const given = options.reply === undefined ? undefined : [options.reply].flat();
  const { calls, judgment } =
    given === undefined
      ? await settings.run(() => ask(row, judging, options))
      : readGiven(row, requireAsking(judging), given);
  const meta = judgment.judge_meta;
  const fields: ExplainFields = {
    judge: {
      name: judging.name,
      kind: judging.kind ?? null,
      version: judging.version ?? null,
      model: judging.model ?? null,
    },
    requests: calls.map(({ request }) => shownRequest(request)),
    replies: calls.flatMap(({ reply }) => (reply === undefined ? [] : [shownReply(reply)])),
    payloadReduced: meta.payload_reduced === true,
    reward: judgment.reward,
    status: judgment.judge_status,
    reason: judgment.reason,
    meta,
    unjudged: judgment.reward === null ? whyUnjudged(judgment) : null,
  };
  return createReport("explain", fields, explainNotes(fields), render);
}

interface Call {
  readonly request: CompletionRequest;
  reply?: Completion;
}

interface Asked {
  readonly calls: readonly Call[];
  readonly judgment: Judgment;
}

async function ask(row: Row, judging: JudgeObject, { signal, timeoutMs }: ExplainOptions): Promise<Asked> {
  const calls: Call[] = [];
  const limited = (backend: Backend): Backend =>
    delegateBackend(backend, async (request, call) => {
      const entry: Call = { request };
      calls.push(entry);
      entry.reply = await backend.complete(request, call);
      return entry.reply;
    });
  try {
    await untilAborted(Promise.resolve(judging.prepare?.({ signal })), signal);
  } catch (error) {
    // After an abort the verdict says so.
    if (!signal?.aborted) throw error;
  }
  const judgment = await runOne(row, judging, { signal, timeoutMs, context: { limited } });
  return { calls, judgment };
}

function readGiven(row: Row, judging: AskingJudge, texts: readonly string[]): Asked {
  const copy = frozenCopy(row);
  const replies = texts.map((text) => givenReply(text, judging.model));
  const requests = judging.ask(copy);
  return {
    calls: requests.map((request, at) => {
      const reply = replies[at];
      return reply === undefined ? { request } : { request, reply };
    }),
    judgment: normalizeJudgeResult(judging.read(replies, copy)),
  };
}

const givenReply = (text: string, model: string): Completion => ({
  text,
  toolCalls: [],
  finishReason: "stop",
  usage: { inputTokens: null, outputTokens: null },
  logprobs: null,
  model,
});

function requireAsking(judging: JudgeObject): AskingJudge {
  if (isAskingJudge(judging)) return judging;
  throw new OptionError({
    option: "reply",
    message: `explain: the judge "${judging.name}" asks no model, so it has no reply to read.`,
    fix: "Leave `reply` out.",
  });
}

const shownRequest = ({ messages, temperature, maxTokens, jsonSchema }: CompletionRequest): ExplainedRequest => ({
  messages: messages.map(({ role, content }) => ({ role, text: contentText(content) })),
  temperature: temperature ?? null,
  maxTokens: maxTokens ?? null,
  structured: jsonSchema !== undefined,
});

function shownReply({ text, finishReason }: Completion): ExplainedReply {
  const said = saidText(text);
  return { raw: text, said, decides: jsonSpans(said, "{").at(-1)?.text ?? null, finishReason };
}

function explainNotes({ replies, payloadReduced, requests }: ExplainFields): Note[] {
  const notes: Note[] = [];
  if (payloadReduced)
    notes.push({
      code: "record_shortened",
      severity: "info",
      message: "The row was shortened for the judge.",
      fix: "Raise payloadChars of the judge where its model reads more.",
    });
  if (replies.some(({ finishReason }) => finishReason === "length"))
    notes.push({
      code: "reply_cut_off",
      severity: "warning",
      message: "A reply was cut off at its longest length.",
      fix: "Raise maxTokens of the judge; models that think need room for it.",
    });
  if (requests.length === 0)
    notes.push({ code: "no_model", severity: "info", message: "This judge asked no model about the row." });
  return notes;
}

/** How many messages the request before had already, where this one goes on with all of them; else 0. */
function sharedStart(messages: ExplainedRequest["messages"], before: ExplainedRequest["messages"]): number {
  const isGoingOn = before.every(({ role, text }, at) => role === messages[at]?.role && text === messages[at]?.text);
  return isGoingOn ? before.length : 0;
}

function render(report: ExplainReport): string {
  const { judge, requests, replies, reward, status, reason, unjudged } = report;
  const version = judge.version === null ? "" : ` (${judge.version})`;
  const indented = (text: string): string => text.replace(/^/gm, "    ");
  return [
    `${judge.name}${version}: ${reward === null ? `no verdict, ${status}` : `reward ${reward}`}`,
    ...(unjudged === null ? [`  reason: ${reason || "none given"}`] : [`  why: ${unjudged}`]),
    ...requests.flatMap(({ messages }, at) => {
      const said = at === 0 ? 0 : sharedStart(messages, (requests[at - 1] as ExplainedRequest).messages);
      return [
        `  sent${requests.length > 1 ? ` (${at + 1} of ${requests.length})` : ""}:`,
        ...(said === 0 ? [] : [said === messages.length ? "   the same" : "   the same, and then"]),
        ...messages.slice(said).map(({ role, text }) => `   ${role}:\n${indented(text)}`),
      ];
    }),
    ...replies.flatMap(({ raw, decides }, at) => [
      `  reply${replies.length > 1 ? ` (${at + 1} of ${replies.length})` : ""}:`,
      indented(raw === "" ? "(empty)" : raw),
      ...(decides === null ? ["   no JSON object in it"] : decides === raw ? [] : [`   read from it: ${decides}`]),
    ]),
    ...renderNotes(report.notes),
  ].join("\n");
}
