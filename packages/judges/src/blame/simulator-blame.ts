import { contentText, conversation, cutText, type Row } from "@whileai/core";
import { type Blame, DETAIL_CHARS } from "./blame-types.js";

/** Questions of the agent after which a person who walks away was asked too much; convention. */
const MANY_QUESTIONS = 2;
/** What a person says again and again is a loop from here on; once more may be insistence. */
const LOOP_TURNS = 3;

const folded = (text: string): string => text.normalize("NFKC").trim().replace(/\s+/gu, " ").toLowerCase();

/**
 * The simulated user, where its own turns show that it failed: it said nothing, said the same thing three times, spoke the
 * agent's words, or left before the agent had asked more than one thing.
 */
export function simulatorBlame(row: Readonly<Row>): Blame | null {
  const turns = conversation(row).filter(({ role }) => role === "user" || role === "assistant");
  const said = (role: string): string[] =>
    turns.filter((turn) => turn.role === role).map((turn) => folded(contentText(turn.content)));
  // The prompt is the situation's; the simulated user speaks from the second turn on.
  const user = said("user").slice(1);
  const agent = said("assistant").filter((text) => text !== "");
  const agentWords = new Set(agent);
  if (user.some((text) => text === "")) return { party: "simulator", evidence: "user_silent" };
  if (user.some((text) => agentWords.has(text))) return { party: "simulator", evidence: "user_speaks_as_agent" };
  const repeated = user.find((text) => user.filter((other) => other === text).length >= LOOP_TURNS);
  if (repeated !== undefined)
    return { party: "simulator", evidence: "user_repeats_itself", detail: cutText(repeated, DETAIL_CHARS) };
  const questions = agent.filter((text) => /[?？؟]/u.test(text)).length;
  if (row.ended_by === "user_left" && questions < MANY_QUESTIONS)
    return { party: "simulator", evidence: "user_left_early" };
  return null;
}
