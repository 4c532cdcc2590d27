import type { Message, Step } from "@whileai/core";
import type { BackendLike } from "@whileai/core/settings";
import type { World } from "../world/world.js";

/** What an agent is told about the rollout it plays. */
export interface AgentContext {
  /** Aborts when the rollout's time is up or the run ends. */
  readonly signal: AbortSignal;
  /** Which of the prompt's rollouts this is, from 0. */
  readonly rolloutIndex: number;
  /** A seed of this rollout alone: an agent that draws from it repeats itself in the next run with the same seed. */
  readonly seed: number;
  readonly scenarioId: string;
  /** The mock world of this rollout. Calls made through it meet the planned faults. */
  readonly world: World;
  /** The conversation so far, the message included. */
  readonly messages: readonly Message[];
}

/** What a callable agent gives back. Its calls are taken from the world's record when it names no steps. */
export interface AgentReply<S extends Step = Step> {
  readonly steps?: readonly S[] | undefined;
  readonly final_text?: string | undefined;
  readonly finish_reason?: string | undefined;
  readonly ended_by?: string | undefined;
  readonly opener?: string | undefined;
  readonly seeded?: readonly string[] | undefined;
  readonly reasoning?: string | undefined;
  readonly usage?: { readonly input_tokens?: number | null; readonly output_tokens?: number | null } | undefined;
}

/** An agent as a function of the message; a plain text is its final reply. */
export type AgentFunction<S extends Step = Step> = (
  message: string,
  context: AgentContext,
) => string | AgentReply<S> | Promise<string | AgentReply<S>>;

/** Anything that can be the agent: a function, a backend, or a spec string such as `openai:gpt-4.1-mini`. */
export type Agent<S extends Step = Step> = AgentFunction<S> | BackendLike;

/** What one rollout came to, before it is a row. */
export interface Outcome {
  readonly steps: Step[];
  readonly finalText: string;
  readonly finishReason: "stop" | "length" | "tool" | "error";
  readonly seeded?: string[] | undefined;
  readonly opener?: string | undefined;
  readonly endedBy?: string | undefined;
  readonly reasoning?: string | undefined;
  readonly usage?: { input_tokens: number | null; output_tokens: number | null } | undefined;
}

/** An agent that the loop can play, with the names that go on its rows. */
export interface Player {
  /** The model, or the function's name. */
  readonly modelVersion: string;
  readonly sampling: { temperature?: number; max_tokens?: number; model?: string } | null;
  play(message: string, context: AgentContext): Promise<Outcome>;
}
