/** A tool call as a script writes it. A string in `arguments` goes out as it is, so broken JSON can be tried. */
export interface ScriptedCall {
  readonly name: string;
  readonly arguments?: Record<string, unknown> | string | null | undefined;
  /** Left out of the answer when it is null; made up when it is absent. */
  readonly id?: string | null | undefined;
}

/** A model's answer, said once and served in the protocol of whoever asks. */
export interface ModelReply {
  readonly text?: string | undefined;
  readonly toolCalls?: readonly ScriptedCall[] | undefined;
  readonly reasoning?: string | undefined;
  /** The protocol's own word; by default it follows from the calls. */
  readonly finishReason?: string | undefined;
  /** One number per token, or token objects. OpenAI protocol only. */
  readonly logprobs?: readonly (number | { token: string; logprob: number; token_id?: number })[] | undefined;
  /** null leaves usage out of the answer. Default: 10 tokens in, 5 out. */
  readonly usage?: { readonly input: number; readonly output: number } | null | undefined;
  /** The model that says it answered; by default the one that was asked for. */
  readonly model?: string | undefined;
  /** Wait this long before answering. */
  readonly delayMs?: number | undefined;
}

/** An HTTP answer written by hand. An object body is sent as JSON. */
export interface RawReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Readonly<Record<string, unknown>> | undefined;
  readonly delayMs?: number | undefined;
}

/**
 * Something that goes wrong on the line: `hang` never answers, `reset` drops the connection, `cut` drops it in the middle of
 * the body, `html` answers 200 with a web page, `broken_json` answers 200 with half a document.
 */
export interface FaultReply {
  readonly fault: "hang" | "reset" | "cut" | "html" | "broken_json";
}

/** What the server does with one request: text is short for `{ text }`. */
export type Reply = string | ModelReply | RawReply | FaultReply;

/** True for an answer written by hand. */
export function isRawReply(reply: Reply): reply is RawReply {
  return typeof reply === "object" && "status" in reply;
}

/** True for a fault on the line. */
export function isFaultReply(reply: Reply): reply is FaultReply {
  return typeof reply === "object" && "fault" in reply;
}
