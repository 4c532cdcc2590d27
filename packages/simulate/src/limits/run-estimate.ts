import { type Backend, fixedText, type ToolSchema } from "@whileai/core";
import { costOf, estimateTokens, priceOf, thousandsText, usdText } from "@whileai/core/backends";
import type { ResolvedOptions } from "../options/resolve-options.js";
import type { Roles } from "../roles.js";
import { CARDS_PER_CALL } from "../writer/situation-source.js";

/** What a run will probably use, at most: every prompt with all its rollouts. */
export interface RunEstimate {
  readonly rollouts: number;
  /** Calls of models, all roles together. */
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; null when one of the models has no price. */
  readonly usd: number | null;
}

/** What is usual, in calls and tokens (conventions; real ones differ by model and tools). */
const CALLS_PER_TURN_WITH_TOOLS = 3;
const ASK_TOKENS = 60;
const REPLY_TOKENS = 120;
const TOOL_RESULT_TOKENS = 100;
const USER_INPUT_TOKENS = 400;
const USER_REPLY_TOKENS = 40;
const WRITER_INPUT_TOKENS = 200;
const TOKENS_PER_CARD = 100;
const MESSAGE_TOKENS = 60;

export interface EstimateFacts {
  readonly roles: Roles;
  readonly tools: readonly ToolSchema[];
  readonly resolved: ResolvedOptions;
  /** Most rollouts of all runs. */
  readonly rollouts: number;
  /** Prompts that a model words. */
  readonly prompts: number;
}

/**
 * What a run will probably use, before its first call: the prompts times their rollouts, times the usual number of turns, times
 * the length of system prompt, tools and talk by four characters a token. Null when no model plays a role.
 */
export function estimateRun({ roles, tools, resolved, rollouts, prompts }: EstimateFacts): RunEstimate | null {
  const { turns, sampling, systemPrompt } = resolved;
  const parts: { backend: Backend; calls: number; input: number; output: number }[] = [];
  const add = (backend: Backend, calls: number, input: number, output: number): void => {
    parts.push({
      backend,
      calls: Math.ceil(calls),
      input: Math.ceil(calls * input),
      output: Math.ceil(calls * output),
    });
  };
  if (typeof roles.agent === "object") {
    const perTurn = tools.length > 0 ? CALLS_PER_TURN_WITH_TOOLS : 1;
    const calls = Math.min(turns.max, perTurn * turns.mean);
    const fixed = estimateTokens(systemPrompt.length + (tools.length > 0 ? JSON.stringify(tools).length : 0));
    const reply = Math.min(REPLY_TOKENS, sampling.maxTokens ?? REPLY_TOKENS);
    // Each call reads what the calls before it have said.
    const talk = ((calls - 1) / 2) * (reply + (tools.length > 0 ? TOOL_RESULT_TOKENS : 0));
    add(roles.agent, rollouts * calls, fixed + ASK_TOKENS + talk, reply);
  }
  if (typeof roles.user === "object") {
    add(roles.user, rollouts * Math.max(0, turns.mean - 1), USER_INPUT_TOKENS, USER_REPLY_TOKENS);
  }
  if (typeof roles.simulator === "object") {
    const input = WRITER_INPUT_TOKENS + CARDS_PER_CALL * TOKENS_PER_CARD;
    add(roles.simulator, prompts / CARDS_PER_CALL, input, CARDS_PER_CALL * MESSAGE_TOKENS);
  }
  if (parts.length === 0) return null;
  let usd: number | null = 0;
  for (const { backend, input, output } of parts) {
    const cost = costOf({ inputTokens: input, outputTokens: output }, priceOf(backend));
    usd = usd === null || cost === null ? null : usd + cost;
  }
  const sum = (of: "calls" | "input" | "output"): number => parts.reduce((total, part) => total + part[of], 0);
  return { rollouts, calls: sum("calls"), inputTokens: sum("input"), outputTokens: sum("output"), usd };
}

/** `about 1,200 calls, 1.9M tokens, $0.80`. */
export function estimateText({ calls, inputTokens, outputTokens, usd }: RunEstimate): string {
  const tokens = inputTokens + outputTokens;
  const short =
    tokens >= 1e6 ? `${fixedText(tokens / 1e6, 1)}M` : tokens >= 1e3 ? `${fixedText(tokens / 1e3, 0)}k` : `${tokens}`;
  const money = usd === null ? "cost unknown" : usdText(usd);
  return `about ${thousandsText(calls)} calls, ${short} tokens, ${money}`;
}
