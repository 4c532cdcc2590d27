import type { Topic } from "./topics.js";
import type { AskKind } from "./verbs.js";

/** A false belief about the record, by the state it is really in. `{it}` is the record. */
export const MISTAKEN_BY_STATE: Readonly<Record<string, readonly string[]>> = {
  "entity exists": [
    "{wish} Your site says it's gone, so I suppose you have to put it back first.",
    "{wish} I know you deleted it on {day}, but still.",
    "{wish} {name} says it was never entered at your end.",
    "{wish} I understand it's been cancelled by you in the meantime.",
    "{wish} It's under my wife's name since we married, that goes by itself.",
    "{wish} As it was never confirmed, it can't cost anything.",
  ],
  "entity missing": [
    "{wish} It's in your system, I'm a hundred percent sure.",
    "{wish} You definitely have it, I saw it on your site an hour ago.",
    "{wish} You confirmed it to me on {day}, so it has to be there.",
    "{wish} It's right at the top of your list, you can't miss it.",
  ],
  "entity already acted on": [
    "{wish} Nobody has touched it so far, I made sure of that.",
    "{wish} It hasn't been done yet, I know that for certain.",
    "{wish} It's all still open as of this morning.",
    "{wish} {name} promised me nothing was done about it.",
  ],
  "duplicate entity": [
    "{wish} There's only the one, so you can't get it wrong.",
    "{wish} I only ever had one, so it's clear which.",
    "{wish} It's the only one under that number.",
    "{wish} Mine is the only one from that day.",
  ],
  "partially completed": [
    "{wish} Nothing has been done about it so far.",
    "{wish} You'd be starting from scratch, nobody has begun with it.",
    "{wish} It's exactly as it was on {day}, no one's been at it.",
    "{wish} All of it is done on your side, as far as I know, except this.",
  ],
};

/** The same to an assistant one works with. */
export const WORKING_MISTAKEN_BY_STATE: Readonly<Record<string, readonly string[]>> = {
  "entity exists": [
    "{wish} I know you deleted it on {day}, so put it back first.",
    "{wish} {name} says it was never there to begin with, so don't look too long.",
    "{wish} As far as I know it's been gone since {day}.",
  ],
  "entity missing": [
    "{wish} It's definitely there, I'd swear to it.",
    "{wish} It's right where it always is, nobody ever moves it.",
    "{wish} You showed it to me on {day}, so it has to be there.",
  ],
  "entity already acted on": [
    "{wish} Nobody has touched it so far, I made sure of that.",
    "{wish} It hasn't been done yet, I know that for certain.",
    "{wish} {name} promised me nothing was done about it.",
  ],
  "duplicate entity": [
    "{wish} There's only the one, so you can't get it wrong.",
    "{wish} I only ever made one, so it's clear which.",
    "{wish} It's the only one of its kind.",
  ],
  "partially completed": [
    "{wish} Nothing has been done about it so far.",
    "{wish} You'd be starting from scratch, nobody has begun with it.",
    "{wish} It's exactly as it was on {day}, no one's been at it.",
  ],
};

/** Things people take for granted that are not so, by what they ask. */
const BY_ASK: Readonly<Partial<Record<AskKind, readonly string[]>>> = {
  lookup: [
    "{wish} You follow all of it by camera, as far as I know, so have a look.",
    "{wish} By law you have to tell me within the hour, so I'll wait.",
    "{wish} Nothing ever changes after the confirmation, so what you have must be what I have.",
  ],
  cancel: [
    "{wish} As I'm within the first year, it's free and works backwards.",
    "{wish} Cancelling means I get everything back, of course, the last two years included.",
    "{wish} Anyone in the family may cancel it, that's the law.",
  ],
  refund: [
    "{wish} I paid cash, so it goes back on my card by itself.",
    "{wish} Refunds are double if it came broken, that's the law, so make it double.",
    "{wish} I have 24 months to send things back, that's the law.",
    "{wish} After a refund it counts as never ordered, so delete the rest as well.",
  ],
  move: [
    "Put {ref} on the 31st of June, morning.",
    "{wish} It's free as often as I like, it says so on your page, so I may be back.",
    "{wish} Whoever else is in on it hears by itself, that's automatic.",
    "{wish} The old day stays open for me as well, as always.",
  ],
  schedule: [
    "Put {title} on the 30th of February, first thing.",
    "{wish} Everybody sees my calendar, so they all know already.",
    "{wish} It's a bank holiday everywhere that day, as far as I know, so they're all free.",
    "{Title} on the 31st of September, please, any time.",
  ],
  slots: [
    "{wish} Nobody has anything on weekdays before lunch, so it can't be hard.",
    "{wish} {person} is free whenever I am, that's automatic.",
    "{wish} Everyone has the 29th off, it's a holiday everywhere, so take that.",
    "I need {span} on the 31st of November, whoever's free.",
  ],
  readFile: [
    "{wish} It's the file with the tests in it, there's no code in there.",
    "{wish} It was deleted last week, so you'll have the old one.",
    "{wish} It was rewritten in Rust last year, as far as I know.",
    "{wish} That file can't have bugs, it passed review.",
  ],
  run: [
    "{wish} They can't fail, I deleted the ones that did.",
    "{wish} They fix small things on their own when you run them twice.",
    "{wish} Green there means it's live, so I'll tell the customer.",
    "{wish} There are no tests in that one, so it should be quick.",
  ],
  apply: [
    "{wish} The diff is empty, so nothing can go wrong.",
    "{wish} It's in already since the review, approving applies it.",
    "{wish} A diff never touches line endings, so no need to look.",
    "{wish} It undoes itself if the tests fail.",
  ],
  searchCode: [
    "{wish} It can only be in one place, the compiler makes sure of that.",
    "{wish} There's nothing outside src, so look there.",
    "{wish} Comments don't count as code, so it can't be in one.",
  ],
  calculate: [
    "{wish} It has to come out even, these always do.",
    "{wish} The order of things doesn't matter, it never does.",
    "{wish} It can't be more than what went in.",
    "{wish} The big number always goes first, that's the law of it, so swap them if you have to.",
    "{wish} Anything after the comma doesn't count, as far as I know.",
    "{wish} It's the same whichever way round you do it, as everybody knows.",
    "{wish} It was 42 last year, so it has to be 42 again.",
    "{wish} Minus never happens with these, so the sign can't matter.",
    "{wish} It doubles every time, as everybody knows, so you can check it against that.",
  ],
};

/** The same where the topic makes for others. */
const BY_TOPIC: Readonly<Partial<Record<`${Topic}.${AskKind}`, readonly string[]>>> = {
  "goods.move": [
    "{wish} The evening one runs until midnight, as always.",
    "{wish} You're out all night anyway, as far as I know, so any hour will do.",
    "Put {ref} on the 31st of June, morning.",
    "{wish} Two tries are free everywhere, that's the law.",
  ],
  "event.cancel": [
    "{wish} It goes from everybody's calendar on its own, abroad too, as far as I know.",
    "{wish} Nobody has accepted it yet, so it isn't a real event, as far as I know.",
    "{wish} The room lets itself go as soon as I leave, that's automatic.",
  ],
  "event.move": [
    "Put {ref} on the 31st of June, morning.",
    "{wish} The others needn't know, it moves in their calendars by itself, abroad too.",
    "{wish} Nobody has accepted it yet, so it isn't a real event, as far as I know.",
    "{wish} Everyone in it is in my time zone, as always.",
  ],
};

/** The same for every request. */
const FOR_ANY: readonly string[] = [
  "{wish} You're open all night, as it says on the door, so I'll have it by morning.",
  "{wish} It's free for everyone since January, so no need to talk about costs.",
  "{wish} You can undo anything for 30 days, that's automatic, so go ahead.",
  "{wish} You get a copy of all my mails, that's automatic, so you know the rest.",
];

/** False beliefs that go with a request, each with the name of its bank. */
export const beliefsFor = (topic: Topic, ask: AskKind): { bank: string; wordings: readonly string[] } => {
  const special = BY_TOPIC[`${topic}.${ask}`];
  if (special !== undefined) return { bank: `belief.${topic}.${ask}`, wordings: special };
  const own = BY_ASK[ask];
  return own === undefined ? { bank: "belief", wordings: FOR_ANY } : { bank: `belief.${ask}`, wordings: own };
};
