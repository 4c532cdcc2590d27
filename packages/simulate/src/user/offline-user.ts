import { contentText, derive, type RandomStream, UNRELATED } from "@whileai/core";
import type { Situation } from "../plan/situation.js";
import { capitalised } from "../situations/fill-slots.js";
import { wordsOf } from "../situations/words.js";
import { agentReport } from "./agent-report.js";
import { type AskedClause, askedFor } from "./asked-for.js";
import { readsAsYes } from "./confirmation.js";
import { chosenOf, identifierOf, namedAmount, namesAnother, wishedDay } from "./own-words.js";
import { questionsIn } from "./question.js";
import type { Talk, User } from "./user.js";
import {
  AFTER_FAILURE,
  AFTER_FAILURE_BY_STANCE,
  AFTER_NOT_FOUND,
  AFTER_REFUSAL,
  AFTER_REFUSAL_BY_STANCE,
  ANSWERS,
  CHOSEN,
  DEFAULT_YES_SHARE,
  FOLLOW_UPS,
  GO_ON,
  NO,
  NO_BY_STANCE,
  OFF_SCOPE_FOLLOW_UPS,
  OTHER_RECORD,
  YES,
  YES_BY_STANCE,
  YES_SHARE,
} from "./user-lines.js";

/** The `user_model` of rows whose person was played without a model. */
const OFFLINE_USER = "offline";

/** How often a line is the stance's own where it has one. Convention. */
const OWN_SHARE = 0.7;

/** How many things that were asked at once are answered at once. Convention. */
const MOST_ANSWERS = 2;

const IDENTIFIER_WORDS = new Set(["id", "ids", "number", "code", "ref", "reference", "no", "nr"]);

/** Plays the person without a model: what is said depends on the situation, the agent's reply and the rollout's seed alone. */
export function offlineUser(): User {
  return {
    name: OFFLINE_USER,
    losesPatience: true,
    reply: async (talk) => {
      const say = offlineLine(talk);
      return say === undefined ? "ends" : { say };
    },
  };
}

/**
 * What the person says next: answers a question from what they know, reacts to a refusal or a failure as their stance is,
 * and else asks one more thing about the same record. Undefined when they have nothing left to ask.
 */
export function offlineLine(talk: Talk): string | undefined {
  const { situation, said, seed, turn } = talk;
  const stream = derive(seed, "offline-user", turn);
  const own = ownLines(talk);
  const { stance } = situation.dimensions;
  const pick: PickLine = (lines, byStance, words) => {
    const fill = (line: string): string => filled(line, situation, words);
    const special = byStance?.[stance];
    const wantsSpecial = special !== undefined && stream.uniform() < OWN_SHARE;
    // What is the stance's own is soon said.
    const bank = wantsSpecial && special.some((line) => !own.includes(fill(line))) ? special : lines;
    return fresh(bank, fill, own, stream);
  };
  const asked = askedFor(questionsIn(said));
  if (asked.length > 0) return answers(asked, talk, own, pick, stream);
  switch (agentReport(said)) {
    case "not_found":
      if (identifierOf(situation) !== null) return pick(AFTER_NOT_FOUND);
      return pick(AFTER_FAILURE, AFTER_FAILURE_BY_STANCE);
    case "failed":
      return pick(AFTER_FAILURE, AFTER_FAILURE_BY_STANCE);
    case "refused":
      return pick(AFTER_REFUSAL, AFTER_REFUSAL_BY_STANCE);
  }
  if (talk.isWaiting) return pick(GO_ON);
  const bank = situation.dimensions.tool === UNRELATED ? OFF_SCOPE_FOLLOW_UPS : FOLLOW_UPS;
  const order = derive(seed, "offline-user", "follow-ups").shuffle(bank);
  return order.map((text) => filled(text, situation)).find((text) => !own.includes(text));
}

type PickLine = (
  lines: readonly string[],
  byStance?: Readonly<Record<string, readonly string[]>>,
  words?: string,
) => string;

/** The answers to what was asked, as far as people answer at once; a no is all there is to say. */
function answers(
  asked: readonly AskedClause[],
  talk: Talk,
  own: readonly string[],
  pick: PickLine,
  stream: RandomStream,
): string {
  const lines: string[] = [];
  for (const one of asked.slice(0, MOST_ANSWERS)) {
    const line = answer(one, talk, own, pick, stream);
    if (one.asked === "yes" && !readsAsYes(line)) return line;
    lines.push(/[.!?]$/.test(line) || asked.length === 1 ? line : `${line}.`);
  }
  return lines.join(" ");
}

function answer(
  { asked, clause }: AskedClause,
  { situation }: Talk,
  own: readonly string[],
  pick: PickLine,
  stream: RandomStream,
): string {
  const { stance } = situation.dimensions;
  const id = identifierOf(situation);
  if (id !== null && namesAnother(clause, id)) return pick(OTHER_RECORD);
  const said = { day: wishedDay(own), sum: namedAmount(own), choice: chosenOf(clause, own) };
  switch (asked) {
    case "yes": {
      const agrees = stream.uniform() < (YES_SHARE[stance] ?? DEFAULT_YES_SHARE) || own.some(readsAsYes);
      return agrees ? pick(YES, YES_BY_STANCE) : pick(NO, NO_BY_STANCE);
    }
    case "identifier":
      if (id === null) return pick(ANSWERS.unknown_identifier);
      return pick(own.some((line) => line.includes(id)) ? ANSWERS.again : ANSWERS.identifier);
    case "when":
      return said.day === undefined ? pick(ANSWERS.when) : pick(ANSWERS.day, undefined, said.day);
    case "amount":
      return said.sum === undefined ? pick(ANSWERS.amount) : pick(ANSWERS.sum, undefined, said.sum);
    case "other":
      if (id !== null && clause.includes(id)) return pick(ANSWERS.again);
      return said.choice === undefined ? pick(ANSWERS.other) : pick(CHOSEN, undefined, said.choice);
    default:
      return pick(ANSWERS[asked]);
  }
}

/** What the person has said so far, the prompt included. */
export function ownLines({ messages }: Pick<Talk, "messages">): string[] {
  return messages.filter((message) => message.role === "user").map((message) => contentText(message.content));
}

// A line that was said before is said again only when there is no other.
function fresh(
  lines: readonly string[],
  fill: (line: string) => string,
  own: readonly string[],
  stream: RandomStream,
): string {
  const all = lines.map(fill);
  const unsaid = all.filter((line) => !own.includes(line));
  return stream.pick(unsaid.length > 0 ? unsaid : all);
}

function filled(line: string, situation: Situation, words = ""): string {
  const made = line
    .replaceAll("{id}", () => identifierOf(situation) ?? "")
    .replaceAll("{it}", () => recordName(situation))
    .replaceAll("{own}", () => words);
  return line.startsWith("{own}") ? capitalised(made) : made;
}

function recordName({ entity }: Situation): string {
  const words = wordsOf(entity.parameter ?? "").filter((word) => !IDENTIFIER_WORDS.has(word));
  // Nobody asks what happens next with a path.
  return words.length === 0 ? "that" : `the ${words.join(" ").replace(/\b(?:file )?path$/, "file")}`;
}
