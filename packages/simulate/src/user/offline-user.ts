import { contentText, derive, type RandomStream, readsAsRefusal, UNRELATED } from "@whileai/core";
import { readHiddenIdentifier } from "../plan/hidden-identifier.js";
import type { Situation } from "../plan/situation.js";
import { wordsOf } from "../situations/words.js";
import { readsAsYes } from "./confirmation.js";
import { questionsIn } from "./question.js";
import type { Talk, User } from "./user.js";
import {
  AFTER_FAILURE,
  AFTER_FAILURE_BY_STANCE,
  AFTER_NOT_FOUND,
  AFTER_REFUSAL,
  AFTER_REFUSAL_BY_STANCE,
  ANSWERS,
  type AnswerKind,
  DEFAULT_YES_SHARE,
  FOLLOW_UPS,
  GO_ON,
  NO,
  NO_BY_STANCE,
  OFF_SCOPE_FOLLOW_UPS,
  YES,
  YES_BY_STANCE,
  YES_SHARE,
} from "./user-lines.js";

/** The `user_model` of rows whose person was played without a model. */
export const OFFLINE_USER = "offline";

/** How often a line is the stance's own where it has one. Convention. */
const OWN_SHARE = 0.7;

const WANTS_YES =
  /\b(?:shall|should|may|can) (?:i|we) (?:go|proceed|do|cancel|refund|change|continue|start|make|send|set|book|open|close|try|put|move|delete|remove|create|update|look|check)\b|\bshall (?:i|we)\b|\bwould you like (?:me|us) to\b|\b(?:do you )?want (?:me|us) to\b|\bis (?:that|this|it) (?:right|correct|ok|okay|fine|the (?:right )?one)\b|\bare you sure\b|\b(?:proceed|go ahead)\b|\bconfirm\b(?! (?:your|the) (?:[\w-]+ )?(?:id|number|reference|code)\b)|\byes or no\b/i;
const WANTS_IDENTIFIER =
  /\b(?:id|ids|number|reference|ref|code|identifier|path|file ?name)\b|\bwhich (?:one|[\w-]+) (?:is it|do you mean|are you)\b|\b(?:send|give|tell|check) (?:me |us )?(?:it|them|that|those|the details)\b.*\b(?:again|once more)\b/i;
const WANTS: readonly (readonly [RegExp, AnswerKind])[] = [
  [/\bwhen\b|\bwhat (?:day|date|time)\b|\bwhich (?:day|date)\b|\bdate\b/i, "when"],
  [/\bhow (?:much|many)\b|\bamount\b|\bquantity\b/i, "amount"],
  [/\bwhy\b|\breason\b/i, "reason"],
  [/\b(?:e-?mail|phone|address|name|contact)\b/i, "contact"],
];
const NOT_FOUND =
  /\b(?:no|not|n't|cannot|unable to) (?:\w+ ){0,3}(?:find|found|locate|exist|match\w*)|\bno such\b|\bnothing comes up\b|\bthere is no\b/i;
const FAILED =
  /\b(?:fail(?:ed|ure)?|errors?|timed? ?out|did not (?:work|answer|go through)|didn'?t (?:work|answer|go through)|went wrong|try (?:it )?(?:again|later)|unavailable|unreadable|garbled|out of date|broke|not (?:been )?accepted|old copy|changed since|days? old|half ?way|only part|no answer|came back empty|slow down|too many requests|do not know where it stands)\b/i;
const REFUSED =
  /\bnot (?:allowed|able|permitted|authori[sz]ed|something (?:i|we) can|the right one)\b|\bno way to\b|\b(?:my|our) access\b|\boutside (?:of )?what\b|\bwith access\b|\bturned down\b|\bagainst (?:our|the) (?:rules?|policy)\b/i;
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
  const pick = (lines: readonly string[], byStance?: Readonly<Record<string, readonly string[]>>): string => {
    const special = byStance?.[stance];
    const bank = special !== undefined && stream.uniform() < OWN_SHARE ? special : lines;
    return filled(fresh(bank, own, stream), situation);
  };
  const questions = questionsIn(said);
  if (questions.length > 0) return answer(questions.join(" "), talk, own, pick, stream);
  if (talk.isWaiting) return pick(GO_ON);
  if (NOT_FOUND.test(said) && identifierOf(situation) !== null) return pick(AFTER_NOT_FOUND);
  // What failed reads like a refusal in part ("could not"), so it is told apart first.
  if (FAILED.test(said)) return pick(AFTER_FAILURE, AFTER_FAILURE_BY_STANCE);
  if (REFUSED.test(said) || readsAsRefusal(said)) return pick(AFTER_REFUSAL, AFTER_REFUSAL_BY_STANCE);
  const bank = situation.dimensions.tool === UNRELATED ? OFF_SCOPE_FOLLOW_UPS : FOLLOW_UPS;
  const order = derive(seed, "offline-user", "follow-ups").shuffle(bank);
  return order.map((text) => filled(text, situation)).find((text) => !own.includes(text));
}

type PickLine = (lines: readonly string[], byStance?: Readonly<Record<string, readonly string[]>>) => string;

function answer(question: string, talk: Talk, own: readonly string[], pick: PickLine, stream: RandomStream): string {
  const { situation } = talk;
  const { stance } = situation.dimensions;
  if (WANTS_YES.test(question)) {
    const agrees = stream.uniform() < (YES_SHARE[stance] ?? DEFAULT_YES_SHARE) || own.some(readsAsYes);
    return agrees ? pick(YES, YES_BY_STANCE) : pick(NO, NO_BY_STANCE);
  }
  if (WANTS_IDENTIFIER.test(question)) {
    const id = identifierOf(situation);
    if (id === null) return pick(ANSWERS.unknown_identifier);
    return pick(own.some((line) => line.includes(id)) ? ANSWERS.again : ANSWERS.identifier);
  }
  const kind = WANTS.find(([pattern]) => pattern.test(question))?.[1] ?? "other";
  return pick(ANSWERS[kind]);
}

/** The record's identifier, as far as the person knows it. */
export function identifierOf({ entity, privileged }: Situation): string | null {
  return entity.id ?? readHiddenIdentifier(privileged);
}

/** What the person has said so far, the prompt included. */
export function ownLines({ messages }: Pick<Talk, "messages">): string[] {
  return messages.filter((message) => message.role === "user").map((message) => contentText(message.content));
}

// A line that was said before is said again only when there is no other.
function fresh(lines: readonly string[], own: readonly string[], stream: RandomStream): string {
  const unsaid = lines.filter((line) => !own.includes(line));
  return stream.pick(unsaid.length > 0 ? unsaid : lines);
}

function filled(line: string, situation: Situation): string {
  return line.replaceAll("{id}", identifierOf(situation) ?? "").replaceAll("{it}", recordName(situation));
}

function recordName({ entity }: Situation): string {
  const words = wordsOf(entity.parameter ?? "").filter((word) => !IDENTIFIER_WORDS.has(word));
  return words.length === 0 ? "that" : `the ${words.join(" ")}`;
}
