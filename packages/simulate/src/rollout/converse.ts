import { conversation, derive, type Message, type Step } from "@whileai/core";
import type { Situation } from "../plan/situation.js";
import { reportsDone } from "../user/agent-report.js";
import { readsAsYes } from "../user/confirmation.js";
import { drawUserTurns } from "../user/draw-user-turns.js";
import { canLeave, chanceToLeave, type Patience } from "../user/patience.js";
import { asksSomething } from "../user/question.js";
import type { Talk, User, UserReply } from "../user/user.js";
import type { AgentContext, Outcome, Player } from "./agent.js";
import { lastSaid } from "./rollout-start.js";

/** How the person goes on after the prompt. */
export interface Dialogue {
  readonly user: User;
  /** User turns of a conversation, the prompt included, on average. */
  readonly meanTurns: number;
  readonly patience: Patience;
}

/** The `ended_by` of a conversation that the person walked away from. */
export const USER_LEFT = "user_left";

/**
 * Plays a conversation: the agent answers the prompt, the person speaks again, and so on in strict turns, until the person
 * has had the turns that this rollout's seed draws, has nothing left to say or walks away, or the agent's calls are used
 * up or its reply is cut. The person never leaves right after a yes that the agent has not acted on.
 */
export async function converse(
  player: Player,
  situation: Situation,
  context: AgentContext,
  dialogue: Dialogue,
): Promise<Outcome> {
  const turns = drawUserTurns(context.seed, dialogue.meanTurns);
  const played: Outcome[] = [];
  const steps: Step[] = [];
  let messages = context.messages;
  let callsLeft = player.mostCalls ?? Number.POSITIVE_INFINITY;
  let questions = 0;
  let isConfirmed = false;
  for (let turn = 0; ; turn++) {
    const heard = lastSaid(messages);
    const outcome = await player.play(heard, { ...context, messages, turn }, callsLeft);
    played.push(outcome);
    steps.push(...outcome.steps);
    callsLeft -= outcome.calls ?? 0;
    const isOver = turn + 1 >= turns || callsLeft <= 0;
    if (isOver || outcome.finishReason !== "stop" || outcome.endedBy !== undefined)
      return joined(played, steps, dialogue);
    const asks = asksSomething(outcome.finalText);
    if (asks) questions++;
    const isWaiting: boolean =
      isConfirmed && outcome.steps.every((step) => step.tool === undefined) && !reportsDone(outcome.finalText);
    messages = told(context.messages, played[0]?.opener, steps, outcome.finalText);
    const { signal, seed, rolloutIndex, scenarioId } = context;
    const reply = await replyOf(dialogue, questions, {
      signal,
      seed,
      rolloutIndex,
      scenarioId,
      situation,
      messages,
      turn: turn + 1,
      turnsLeft: turns - turn - 1,
      said: outcome.finalText,
      asks,
      isWaiting,
      mayLeave: !isWaiting && canLeave(dialogue.patience),
    });
    if (typeof reply === "string") {
      return { ...joined(played, steps, dialogue), ...(reply === "leaves" ? { endedBy: USER_LEFT } : {}) };
    }
    addSpoken(steps, outcome.finalText);
    steps.push({ user: reply.say });
    messages = [...messages, { role: "user", content: reply.say }];
    // Whoever waits goes on waiting until something is done, or asked again.
    isConfirmed = readsAsYes(reply.say) || (isWaiting && !asks);
  }
}

function replyOf({ user, patience }: Dialogue, questions: number, talk: Talk): Promise<UserReply> | UserReply {
  if (user.losesPatience && talk.asks && talk.mayLeave) {
    const drawn = derive(talk.seed, "patience", talk.turn).uniform();
    if (drawn < chanceToLeave(patience, questions)) return "leaves";
  }
  return user.reply(talk);
}

/** The conversation up to the agent's reply. */
function told(
  begun: readonly Message[],
  opener: string | undefined,
  steps: readonly Step[],
  finalText: string,
): Message[] {
  const opening: Message[] = opener === undefined ? [] : [{ role: "assistant", content: opener }];
  return [...opening, ...begun, ...conversation({ steps: [...steps], final_text: finalText })];
}

// What a later turn of the person answers must stand before it: a final text that is no step yet becomes one.
function addSpoken(steps: Step[], finalText: string): void {
  const last = steps.at(-1);
  if (finalText === "" || (last?.tool === undefined && last?.user === undefined && last?.text === finalText)) return;
  steps.push({ text: finalText });
}

function joined(played: readonly Outcome[], steps: readonly Step[], { user }: Dialogue): Outcome {
  const last = played.at(-1) as Outcome;
  const seeded = played.flatMap((outcome) => outcome.seeded ?? []);
  const usages = played.map((outcome) => outcome.usage);
  const { usage: _, ...rest } = last;
  const opener = played[0]?.opener;
  return {
    ...rest,
    steps: [...steps],
    ...(played.some((outcome) => outcome.seeded !== undefined) ? { seeded: [...new Set(seeded)] } : {}),
    ...(usages.every((usage) => usage === undefined)
      ? {}
      : {
          usage: {
            input_tokens: total(usages.map((usage) => usage?.input_tokens ?? null)),
            output_tokens: total(usages.map((usage) => usage?.output_tokens ?? null)),
          },
        }),
    ...(opener === undefined ? {} : { opener }),
    ...(steps.some((step) => step.user !== undefined) ? { userModel: user.name } : {}),
  };
}

// A sum with an unknown part is unknown.
const total = (counts: readonly (number | null)[]): number | null =>
  counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0);
