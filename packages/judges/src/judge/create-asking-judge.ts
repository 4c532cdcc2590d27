import {
  type Backend,
  type BackendError,
  type Completion,
  type CompletionRequest,
  type JudgeContext,
  type Row,
  type VerdictObject,
  WhileaiError,
} from "@whileai/core";
import type { AskingJudge } from "./asking-judge.js";

/** How much more room the second attempt gets when the first was cut off, by a thinking model for example. */
const CUT_OFF_FACTOR = 8;

/** What a judge that asks is made from. */
export interface AskingParts extends Pick<AskingJudge, "name" | "version" | "backend" | "ask" | "read"> {
  /** True for a reply that gives an answer, whatever the answer is. */
  isReadable(reply: Completion, row: Readonly<Row>): boolean;
  /** What is said to the model after a reply that could not be read. */
  readonly repeatRule: string;
}

/**
 * The judge that sends what `ask` gives and hands the replies to `read`. A reply that cannot be read is asked for once
 * more, with more room when it was cut off; the verdict then carries `asked_twice`. Errors of the backend are thrown.
 */
export function createAskingJudge(parts: AskingParts): AskingJudge {
  const { name, version, backend, repeatRule } = parts;
  const send = requestSender(backend);

  const answer = async (request: CompletionRequest, row: Readonly<Row>, context: JudgeContext): Promise<Answer> => {
    const first = await send(request, context);
    if (parts.isReadable(first, row)) return { reply: first, repeated: false };
    const second = await send(repeatRequest(request, first, repeatRule), context);
    // A second attempt that is as unreadable and empty says less about why than the first.
    return { reply: parts.isReadable(second, row) || second.text !== "" ? second : first, repeated: true };
  };

  const judge = async (row: Readonly<Row>, context: JudgeContext): Promise<VerdictObject> => {
    const answers = await allOf(parts.ask(row).map((request) => answer(request, row, context)));
    const verdict = parts.read(
      answers.map(({ reply }) => reply),
      row,
    );
    if (verdict.reward === null || !answers.some(({ repeated }) => repeated)) return verdict;
    return { ...verdict, judge_meta: { ...(verdict.judge_meta as object | undefined), asked_twice: true } };
  };

  return Object.freeze({
    name,
    kind: "llm" as const,
    version,
    model: backend.model,
    backend,
    ask: (row: Readonly<Row>) => parts.ask(row),
    read: (replies: readonly Completion[], row: Readonly<Row>) => parts.read(replies, row),
    judge,
  });
}

/** As `Promise.all`, but a failure waits for the others: nothing is asked for a row, nor paid, once its verdict is there. */
async function allOf<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

interface Answer {
  readonly reply: Completion;
  readonly repeated: boolean;
}

/** The same request, continued by the reply and the demand for one that can be read. */
function repeatRequest(request: CompletionRequest, reply: Completion, repeatRule: string): CompletionRequest {
  const { maxTokens } = request;
  return {
    ...request,
    messages: [
      ...request.messages,
      { role: "assistant", content: reply.text || "(no answer)" },
      { role: "user", content: repeatRule },
    ],
    ...(maxTokens === undefined || reply.finishReason !== "length" ? {} : { maxTokens: maxTokens * CUT_OFF_FACTOR }),
  };
}

/**
 * Sends requests to a backend. Servers without structured output refuse the schema; then, and from then on, words alone
 * have to do. A server that has answered with it once refuses one request for what else is in it, and gets the others as
 * before. Where the call has limits, they hold for what is sent here.
 */
function requestSender(own: Backend): (request: CompletionRequest, context: JudgeContext) => Promise<Completion> {
  let takesSchema: boolean | undefined;
  return async (request, { signal, limited }) => {
    const backend = limited?.(own) ?? own;
    const { jsonSchema, ...plain } = request;
    if (jsonSchema === undefined || takesSchema === false) return backend.complete(plain, { signal });
    try {
      const completion = await backend.complete(request, { signal });
      takesSchema = true;
      return completion;
    } catch (error) {
      if (!refusesSchema(error)) throw error;
      const completion = await backend.complete(plain, { signal });
      takesSchema ??= false;
      return completion;
    }
  };
}

const refusesSchema = (error: unknown): boolean =>
  WhileaiError.isInstance(error) &&
  error.code === "backend_failed" &&
  [400, 422].includes((error as BackendError).status ?? 0);
