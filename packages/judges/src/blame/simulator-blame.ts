import { contentText, conversation, cutText, type Row } from "@whileai/core";
import { tallied } from "../trust/grouped.js";
import { type Blame, DETAIL_CHARS } from "./blame-types.js";
import { saysNothing } from "./says-nothing.js";

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
  const turnsOf = (role: string): unknown[] =>
    conversation(row).flatMap((turn) => (turn.role === role ? [turn.content] : []));
  const wordsOf = (turns: readonly unknown[]): string[] =>
    turns.map((content) => folded(contentText(content))).filter((text) => text !== "");
  // The prompt is the situation's; the simulated user speaks from the second turn on.
  const turns = turnsOf("user").slice(1);
  const [user, agent] = [wordsOf(turns), wordsOf(turnsOf("assistant"))];
  const agentWords = new Set(agent);
  if (turns.some(saysNothing)) return { party: "simulator", evidence: "user_silent" };
  if (user.some((text) => agentWords.has(text))) return { party: "simulator", evidence: "user_speaks_as_agent" };
  const [repeated] = tallied(user, (text) => text);
  if (repeated !== undefined && repeated[1] >= LOOP_TURNS)
    return { party: "simulator", evidence: "user_repeats_itself", detail: cutText(repeated[0], DETAIL_CHARS) };
  const questions = agent.filter((text) => /[?？؟]/u.test(text)).length;
  if (row.ended_by === "user_left" && questions < MANY_QUESTIONS)
    return { party: "simulator", evidence: "user_left_early" };
  return null;
}
