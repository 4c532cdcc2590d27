import type { Topic } from "./topics.js";
import type { AskKind } from "./verbs.js";

/** What people add because it matters to them, or because they ask one thing and a half. Said after the request. */
const BY_ASK: Readonly<Record<AskKind, readonly string[]>> = {
  lookup: [
    "And who do I ring if nothing moves?",
    "A straight answer is fine, even a bad one.",
    "I only need to know whether to wait in.",
    "Tell me if there's anything I have to do.",
    "I can send the confirmation if that helps.",
  ],
  info: [
    "Two lines are enough.",
    "With a source, if you have one.",
    "It doesn't have to be from today.",
    "The newest you've got, please.",
  ],
  search: [
    "Nothing too dear.",
    "It's for a child, so nothing fragile.",
    "Second-hand is fine too.",
    "And does any of it come in green?",
  ],
  create: [
    "In my name, not {name}'s, please.",
    "I can send whatever you need.",
    "And will I get a mail when it's there?",
    "The plain kind, no extras.",
  ],
  change: [
    "Everything else is right, please leave that.",
    "And could you send me a copy once it's done?",
    "It has to match my passport.",
    "Please check the rest while you're in there.",
  ],
  cancel: [
    "And tell me if anything's still owed.",
    "I'd like that in writing.",
    "A short word once it's done, please.",
    "And what happens to what I've paid so far?",
  ],
  refund: [
    "No voucher please.",
    "I still have the box, if you want it.",
    "To the same card, not the old one.",
    "I can send a photo.",
    "And how long does the bank take these days?",
  ],
  pay: [
    "From the usual account.",
    "And please not twice, like in spring.",
    "I'd like a receipt for it.",
    "If there's a fee, tell me first.",
  ],
  send: [
    "As it is, please, no greetings.",
    "Don't copy me in.",
    "And tell me once it's gone.",
    "If it doesn't go through, let me know.",
  ],
  schedule: [
    "I have to be out of there by {time}.",
    "And remind me the evening before.",
    "No need to invite anyone else.",
    "Twenty minutes before and after for the way, please.",
  ],
  move: [
    "If that doesn't work, tell me what does.",
    "Please don't ring the bell, the baby sleeps.",
    "And let {name} know.",
    "Anything but the early morning.",
  ],
  slots: [
    "Not over lunch, please.",
    "And not in the big room.",
    "Mornings are better for me.",
    "By phone is fine too.",
  ],
  readFile: [
    "Don't change anything yet.",
    "Short version, please, I can read the rest.",
    "And is anything in there still on the old format?",
    "Line numbers would help.",
  ],
  run: [
    "Just the failures, please, not the whole log.",
    "Don't fix anything, I only want to know.",
    "And how long did it take?",
    "On a clean checkout, if you can.",
  ],
  apply: [
    "Leave the formatting alone.",
    "Nothing else in there should move.",
    "And say so if it doesn't go in cleanly.",
    "I'd rather do the commit myself.",
  ],
  searchCode: [
    "Tests included.",
    "Never mind the generated files.",
    "And is it in the docs as well?",
    "Only in our code, not the packages.",
  ],
  calculate: [
    "Show me how you got there, please.",
    "Two decimals will do.",
    "And say if I've left something out.",
    "I'd like to check it by hand afterwards.",
  ],
  approve: [
    "A no is fine too, as long as it comes today.",
    "Nothing's changed since the last one.",
    "And who signs if you don't?",
    "I can walk you through it.",
  ],
  escalate: [
    "I'm at my desk until {time}.",
    "Not by mail, please.",
    "Anyone who can decide will do.",
    "I don't mind holding.",
  ],
  convert: [
    "Please keep the layout.",
    "Names stay as they are.",
    "And only the first page for now.",
    "The exact figures, not rounded.",
  ],
  general: [
    "Tell me what it costs first.",
    "I don't mind how it gets done.",
    "And let me know once it's done.",
    "One go is enough, I only want to see it.",
  ],
};

/** Where the topic makes for others. */
const BY_TOPIC: Readonly<Partial<Record<`${Topic}.${AskKind}`, readonly string[]>>> = {
  "event.cancel": [
    "And tell the others, please.",
    "Leave the room booked, though.",
    "Only this one, the rest of them stay.",
    "No need to send round a reason.",
  ],
  "event.move": [
    "If that doesn't work, tell me what does.",
    "And let {name} know.",
    "Anything but the early morning.",
    "Same room if you can.",
  ],
  "account.cancel": [
    "And tell me if anything's still owed.",
    "Please don't offer me three months free.",
    "I'd like that in writing.",
    "Do I get back what I've paid so far?",
  ],
};

/** What can be added to a request about a topic, with the name of its bank. */
export const caresFor = (topic: Topic, ask: AskKind): { bank: string; wordings: readonly string[] } => {
  const special = BY_TOPIC[`${topic}.${ask}`];
  return special ? { bank: `care.${topic}.${ask}`, wordings: special } : { bank: `care.${ask}`, wordings: BY_ASK[ask] };
};
