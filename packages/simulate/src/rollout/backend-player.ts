import {
  type Backend,
  type ChatMessage,
  type Completion,
  type CompletionRequest,
  type Json,
  roundHalfEven,
  type SamplingFacts,
  type Step,
  type ToolCall,
  type ToolSchema,
  WhileaiError,
} from "@whileai/core";
import type { AgentContext, Outcome, Player } from "./agent.js";
import { chatMessages } from "./chat-messages.js";
import { endsInsideJson } from "./ends-inside-json.js";
import { wireTools } from "./wire-names.js";

/** How a model is sampled. */
export interface SamplingOptions {
  /** Default: the server's own. */
  readonly temperature?: number | undefined;
  readonly maxTokens?: number | undefined;
  /**
   * Record the log-probability of what was sampled: sums per step and row, or also every token, with its id where the server
   * gives ids. Default false.
   */
  readonly logprobs?: boolean | "tokens" | undefined;
}

export interface BackendPlayerOptions {
  readonly tools: readonly ToolSchema[];
  readonly systemPrompt: string;
  /** Most model calls of one rollout. */
  readonly maxTurns: number;
  readonly sampling: SamplingOptions;
}

/** Markup that a server left in the text because it could not read the model's calls. */
const CALL_MARKUP = /<tool_call>|<\|tool_calls?_/;
/** The answer to calls of a reply that hit its length limit: even arguments that can be read may not be whole. */
const TRUNCATED: Json = { status: "rejected", reason: "truncated" };
/** Digits that log-probability sums keep. */
const LOGPROB_DIGITS = 6;

/** Plays a model as the agent: calls it, answers its tool calls from the world, and goes on until it speaks. */
export function backendPlayer(backend: Backend, options: BackendPlayerOptions): Player {
  const { sampling, tools } = options;
  const wire = wireTools(tools);
  const request = (messages: readonly ChatMessage[], seed: number): CompletionRequest => ({
    messages,
    seed,
    ...(wire.tools.length > 0 ? { tools: wire.tools } : {}),
    ...(sampling.temperature === undefined ? {} : { temperature: sampling.temperature }),
    ...(sampling.maxTokens === undefined ? {} : { maxTokens: sampling.maxTokens }),
    ...(sampling.logprobs ? { logprobs: true } : {}),
    ...(sampling.logprobs === "tokens" ? { tokenIds: true } : {}),
  });
  return {
    modelVersion: backend.model,
    sampling: {
      model: backend.model,
      ...(sampling.temperature === undefined ? {} : { temperature: sampling.temperature }),
      ...(sampling.maxTokens === undefined ? {} : { max_tokens: sampling.maxTokens }),
    },
    mostCalls: options.maxTurns,
    async play(_message, context, callsLeft = options.maxTurns) {
      const messages: ChatMessage[] = [
        ...(options.systemPrompt.trim() === "" ? [] : [{ role: "system", content: options.systemPrompt } as const]),
        ...chatMessages(context.messages, wire.wireName),
      ];
      const first = context.messages.filter(({ role }) => role === "assistant").length;
      const steps: Step[] = [];
      const sum = new CallSum();
      for (let turn = first; turn < first + callsLeft; turn++) {
        const completion = await backend.complete(request(messages, context.seed), { signal: context.signal });
        sum.add(completion);
        const facts = factsOf(completion, sampling.logprobs === "tokens");
        if (completion.toolCalls.length === 0) return { ...spoken(completion, steps, facts, turn), ...sum.total };
        const isCut = completion.finishReason === "length";
        const calls = completion.toolCalls.map((call) => ({ ...call, name: wire.original(call.name) }));
        // Together, as they were asked for: each call takes its place in the world before anything is awaited.
        const results = await Promise.all(calls.map((call) => (isCut ? TRUNCATED : answer(call, context))));
        for (const [index, call] of calls.entries()) {
          steps.push(callStep(call, results[index] as Json, turn, index === 0 ? { completion, facts } : undefined));
        }
        if (isCut) return { steps, finalText: completion.text, finishReason: "length", ...sum.total };
        messages.push(
          {
            role: "assistant",
            content: completion.text,
            toolCalls: completion.toolCalls,
            ...(completion.reasoning === undefined ? {} : { reasoning: completion.reasoning }),
          },
          ...completion.toolCalls.map(
            (call, index): ChatMessage => ({
              role: "tool",
              content: JSON.stringify(results[index]),
              toolCallId: call.id,
              name: call.name,
            }),
          ),
        );
      }
      return { steps, finalText: "", finishReason: "tool", ...sum.total };
    },
  };
}

function spoken(completion: Completion, steps: Step[], facts: SamplingFacts, turn: number): Outcome {
  const { text, reasoning } = completion;
  if (CALL_MARKUP.test(text)) {
    throw new WhileaiError("tool_parse_failed", {
      message: "The model's tool call came back as text: the server did not read it.",
      fix: "Start the server with the tool-call parser of this model.",
    });
  }
  const cut = completion.finishReason === "length";
  if (text.trim() === "" && !cut) {
    throw new WhileaiError("empty_reply", {
      message: "The model answered with nothing.",
      fix: "Raise sampling.maxTokens.",
    });
  }
  const spokenText: Step = {
    text,
    turn,
    ...(reasoning === undefined ? {} : { reasoning }),
    ...facts,
    ...(cut ? { truncated: true } : {}),
  };
  return { steps: [...steps, spokenText], finalText: text, finishReason: cut ? "length" : "stop" };
}

function answer(call: ToolCall, context: AgentContext): Promise<Json> | Json {
  if (call.argumentsRaw !== undefined) {
    return { status: "rejected", reason: "invalid_json", error: "the arguments are not a JSON object" };
  }
  // A model knows a tool by what it was offered as: a name from elsewhere is no tool of this rollout.
  if (!context.tools.some(({ name }) => name === call.name)) {
    return { status: "error", reason: "unknown_tool", tool: call.name };
  }
  return context.world.call(call.name, call.arguments, { callId: call.id });
}

/** Some routers say `tool_calls` for a call that the length limit cut. */
const isCutShort = ({ argumentsRaw }: ToolCall): boolean => argumentsRaw !== undefined && endsInsideJson(argumentsRaw);

function callStep(
  call: ToolCall,
  result: Json,
  turn: number,
  first: { completion: Completion; facts: SamplingFacts } | undefined,
): Step {
  return {
    ...(first && first.completion.text !== "" ? { text: first.completion.text } : {}),
    ...(first?.completion.reasoning === undefined ? {} : { reasoning: first.completion.reasoning }),
    tool: call.name,
    arguments: call.arguments,
    ...(call.argumentsRaw === undefined ? {} : { arguments_raw: call.argumentsRaw }),
    result,
    call_id: call.id,
    turn,
    ...(first?.facts ?? {}),
    ...(first?.completion.finishReason === "length" || isCutShort(call) ? { truncated: true } : {}),
  };
}

function factsOf(completion: Completion, perToken: boolean): SamplingFacts {
  const { usage, logprobs } = completion;
  const facts: SamplingFacts = {};
  if (logprobs !== null && logprobs.length > 0) {
    facts.logprob = roundHalfEven(
      logprobs.reduce((sum, token) => sum + token.logprob, 0),
      LOGPROB_DIGITS,
    );
    facts.n_tokens = logprobs.length;
    if (perToken) {
      facts.token_logprobs = logprobs.map((token) => token.logprob);
      const ids = logprobs.map((token) => token.tokenId).filter((id) => id !== undefined);
      if (ids.length === logprobs.length) facts.token_ids = ids;
    }
  }
  if (usage.inputTokens !== null) facts.input_tokens = usage.inputTokens;
  if (usage.outputTokens !== null) facts.output_tokens = usage.outputTokens;
  return facts;
}

class CallSum {
  #calls = 0;
  #input: number | null = 0;
  #output: number | null = 0;
  #templateSha: string | undefined;

  add({ usage, templateSha }: Completion): void {
    this.#calls++;
    this.#templateSha = templateSha ?? this.#templateSha;
    // A sum with an unknown part is unknown.
    this.#input = this.#input === null || usage.inputTokens === null ? null : this.#input + usage.inputTokens;
    this.#output = this.#output === null || usage.outputTokens === null ? null : this.#output + usage.outputTokens;
  }

  get total(): Pick<Outcome, "usage" | "calls" | "templateSha"> {
    return {
      calls: this.#calls,
      usage: { input_tokens: this.#input, output_tokens: this.#output },
      ...(this.#templateSha === undefined ? {} : { templateSha: this.#templateSha }),
    };
  }
}
