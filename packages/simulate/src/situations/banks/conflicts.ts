import type { AskKind } from "./verbs.js";

/** Two wishes that cannot both hold, whatever is asked. */
export const CONFLICT_TEXTS: readonly string[] = [
  "{wish} It has to be done today, but please wait for {name}, who is back on {day}.",
  "{name} wants it done by {time}, {name2} wants it left alone, and I've said yes to both. {wish}",
  "{wish} Please don't start before I've called you on {day}. I do need it by tomorrow noon, though.",
  "I want to be asked before every step, and I can't be reached until it's finished. {wish}",
  "{wish} I don't want anyone to do anything about it just yet, though.",
];

/** Two wishes that cannot both hold, by what is asked. Each is said after the request. */
export const CONFLICTS_BY_ASK: Readonly<Partial<Record<AskKind, readonly string[]>>> = {
  lookup: [
    "Only please don't look me up in your system, I don't want that.",
    "I want to know everything, but yes or no is enough.",
    "But don't open it, it's private.",
    "Call me with the answer, and please don't ring, the baby's asleep.",
  ],
  change: [
    "But everything on it has to stay the way it is.",
    "The old details have to stay on it as well, though.",
    "Please change it right away, and not before {name} has said yes on {day}.",
    "It mustn't look any different from before, mind you.",
  ],
  cancel: [
    "I'd still like to have it on {day}, though.",
    "But keep it active for {name}, please.",
    "I want it gone, only don't delete anything.",
    "And please keep it just in case, I may still need it.",
  ],
  refund: [
    "And I'd like the replacement as well, at no charge.",
    "It has to go to my old card, which is closed, so not to that one.",
    "I want all of it back, but please don't send any money, it only confuses my bank.",
    "And I'm keeping it, just so you know.",
  ],
  move: [
    "It can't be on any other day than now, though, {name} has planned around it.",
    "But {name} must still find it at the old time.",
    "It has to be sooner than it is now, only not before {day}, I'm away till then.",
    "Keep the old time as well, I might take both.",
  ],
  approve: [
    "But don't sign anything until {day}, it's due today.",
    "I also want it sent back, please.",
    "Say yes, and let {name} decide whether it's yes or no.",
  ],
  create: [
    "But I don't want a new one, the old one has to do.",
    "It has to be in {name}'s name, and in mine, and only one name fits.",
    "But I don't want to be registered for anything.",
  ],
  schedule: [
    "But please keep that time free.",
    "{name} has to be there and is away all week.",
    "It has to be at the same time as the other one, and they mustn't clash.",
  ],
  slots: [
    "{name} has to be there and is away that whole day.",
    "It must be before nine, nobody can do anything before ten.",
    "It should be two hours, I've only got one.",
  ],
  send: [
    "But {name} mustn't hear about it, and {name} reads everything that goes out.",
    "Don't send anything before {day}, it has to be there tonight.",
  ],
  pay: [
    "It has to go out today, and nothing may leave the account before {day}.",
    "Take it from the joint account, without {name} having to agree, which she has to.",
  ],
  readFile: ["I want every detail, in one word.", "But don't open the file, {name} has it locked."],
  run: [
    "Everything has to run, and skip the slow ones.",
    "But don't start anything on this machine.",
    "It has to be a full run and be done in a minute, it takes twenty.",
  ],
  apply: [
    "But the file itself has to stay exactly as it is.",
    "It needs to be in before {name} has reviewed it, and {name} has to review it first.",
    "And the old behaviour has to stay exactly as it was.",
  ],
  searchCode: ["I want the complete list, three at most.", "Don't look inside any files, though."],
  search: [
    "I want the complete list, and only one of them.",
    "The cheapest there is, and money must not matter.",
    "It has to be something nobody has ever bought, with good reviews.",
  ],
  info: [
    "I need every detail, and no more than one word.",
    "But please don't look anything up.",
    "I need it exact, a rough guess will do.",
  ],
  calculate: [
    "I want it exact, rounded however you like.",
    "Show me every step, just the number please.",
    "But don't use the numbers I gave you.",
  ],
  convert: ["Leave it exactly the way it is, though.", "Word for word, and make it half as long."],
  general: ["But leave everything as it is.", "Do it now, and not before I've heard from {name} on {day}."],
};
