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
import { wireTools } from "./wire-names.js";

/** How a model is sampled. */
export interface SamplingOptions {
  /** Default: the server's own. */
  readonly temperature?: number | undefined;
  readonly maxTokens?: number | undefined;
  /** Record the log-probability of what was sampled: sums per step and row, or also every token. Default false. */
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
  });
  return {
    modelVersion: backend.model,
    sampling: {
      model: backend.model,
      ...(sampling.temperature === undefined ? {} : { temperature: sampling.temperature }),
      ...(sampling.maxTokens === undefined ? {} : { max_tokens: sampling.maxTokens }),
    },
    async play(message, context) {
      const messages: ChatMessage[] = [
        ...(options.systemPrompt.trim() === "" ? [] : [{ role: "system", content: options.systemPrompt } as const]),
        { role: "user", content: message },
      ];
      const steps: Step[] = [];
      const usage = new UsageSum();
      for (let turn = 0; turn < options.maxTurns; turn++) {
        const completion = await backend.complete(request(messages, context.seed), { signal: context.signal });
        usage.add(completion);
        const facts = factsOf(completion, sampling.logprobs === "tokens");
        if (completion.toolCalls.length === 0) return spoken(completion, steps, facts, turn, usage.total);
        const cut = completion.finishReason === "length";
        const calls = completion.toolCalls.map((call) => ({ ...call, name: wire.original(call.name) }));
        const results: Json[] = [];
        for (const [index, call] of calls.entries()) {
          const result = cut ? { status: "rejected", reason: "truncated" } : await answer(call, context);
          results.push(result);
          steps.push(callStep(call, result, turn, index === 0 ? { completion, facts } : undefined));
        }
        if (cut) return { steps, finalText: completion.text, finishReason: "length", usage: usage.total };
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
      return { steps, finalText: "", finishReason: "tool", usage: usage.total };
    },
  };
}

function spoken(
  completion: Completion,
  steps: Step[],
  facts: SamplingFacts,
  turn: number,
  usage: Outcome["usage"],
): Outcome {
  const { text, reasoning } = completion;
  if (CALL_MARKUP.test(text)) {
    throw new WhileaiError("tool_markup", {
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
  return { steps: [...steps, spokenText], finalText: text, finishReason: cut ? "length" : "stop", usage };
}

function answer(call: ToolCall, context: AgentContext): Promise<Json> | Json {
  if (call.argumentsRaw !== undefined) {
    return { status: "rejected", reason: "invalid_json", error: "the arguments are not a JSON object" };
  }
  return context.world.call(call.name, call.arguments, { callId: call.id });
}

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
    ...(first?.completion.finishReason === "length" ? { truncated: true } : {}),
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

// A sum with an unknown part is unknown.
class UsageSum {
  #input: number | null = 0;
  #output: number | null = 0;

  add({ usage }: Completion): void {
    this.#input = this.#input === null || usage.inputTokens === null ? null : this.#input + usage.inputTokens;
    this.#output = this.#output === null || usage.outputTokens === null ? null : this.#output + usage.outputTokens;
  }

  get total(): { input_tokens: number | null; output_tokens: number | null } {
    return { input_tokens: this.#input, output_tokens: this.#output };
  }
}
