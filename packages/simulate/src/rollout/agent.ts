import type { Message, Step, ToolSchema } from "@whileai/core";
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
  /** The tools as the agent is to see them: with `distractors`, unrelated ones among them, under the names to call them by. */
  readonly tools: readonly ToolSchema[];
  /**
   * The conversation so far, the message included, with every part of a message that is more than text. In a later turn the
   * agent's own earlier calls and replies are in it.
   */
  readonly messages: readonly Message[];
  /**
   * Which of the person's turns is to be answered, from 0. With `turns.mean` above 1 an agent function is called once for
   * each, in the same world, and returns the steps of that turn alone.
   */
  readonly turn: number;
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

/** An agent as a function of the message, the text of what the person said last; a plain text is its final reply. */
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
  /** Calls of the model that this took; for agents that are models. */
  readonly calls?: number | undefined;
  /** Hash of the chat template that the server renders conversations with, where it says. */
  readonly templateSha?: string | undefined;
  /** Who played the person, where the person spoke again after the prompt. */
  readonly userModel?: string | undefined;
}

/** An agent that the loop can play, with the names that go on its rows. */
export interface Player {
  /** The model, or the function's name. */
  readonly modelVersion: string;
  readonly sampling: { temperature?: number; max_tokens?: number; model?: string } | null;
  /** Most calls of the model in one rollout; absent for agents that are functions. */
  readonly mostCalls?: number | undefined;
  /** Plays one turn of the agent: all it does until it speaks, or until `callsLeft` calls of the model are made. */
  play(message: string, context: AgentContext, callsLeft?: number): Promise<Outcome>;
}
