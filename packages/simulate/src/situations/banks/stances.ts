/**
 * Whole texts by stance. `{wish}` says what the person wants, in one sentence or two, `{do}` completes "can you …", `{ref}` is
 * what it is about. A stance changes the request itself; none of these announces a mood.
 */
export const STANCE_TEXTS: Readonly<Record<string, readonly string[]>> = {
  ambiguous: [
    "{wish} I have two and I mean the last one.",
    "{name} and I each have one, they came on the same day. {wish}",
    "{wish} Or {name}'s, whichever comes first.",
    "Same as last time please: {do}. Or was that the other one?",
    "{wish} The one I mentioned before.",
    "{wish} Not the first one, the other.",
    "{wish} The one from last month, there are two of those.",
    "{do} please, and the same for the other one.",
    "{wish} Mine or {name}'s, I'm not sure which of them has the problem.",
    "{wish} The new one, unless that's the one you already did.",
    "{wish} One of the two, you'll see which.",
    "You know the one. {wish}",
  ],
  hurried: [
    "Boarding in {mins} minutes. {wish}",
    "{wish} I'm offline from {time}.",
    "I'm at the counter right now, so no long questions please: {do}.",
    "{wish} It has to be before {time}.",
    "Quick one, my stop is next. {wish}",
    "Can you {do} in the next {mins} minutes? After that I'm in surgery.",
    "{wish} Short answer is fine, I'm walking into a meeting.",
    "{mins} minutes left on my parking. {wish}",
    "My battery is at 3 percent. {wish}",
    "In a taxi to the airport. {wish}",
    "{wish} I've only got {mins} minutes.",
    "Please keep it short, I'm at work. {wish}",
  ],
  unsure: [
    "I think I need you to {do}, or is that not what this is for?",
    "{wish} At least I think that's what I want.",
    "Not sure you can {do}, but I thought I'd ask.",
    "Could you {do}, or is it easier to leave it?",
    "{wish} Unless that makes it worse.",
    "I don't really know how this works. {wish}",
    "{wish} {name} says that's the wrong way to go about it, so tell me if it is.",
    "Should I ask you to {do}, or wait until {day}?",
    "{wish} Or is there something else I should do first?",
    "I'm not even sure I've got the right one. {wish}",
    "Do I need you to {do}? I honestly can't tell.",
    "Half of me wants you to {do}, the other half says wait until {day}.",
  ],
  retry: [
    "Second try, the page threw me out after I pressed send. {wish}",
    "I did this in the app an hour ago and it just kept spinning. {wish}",
    "{wish} I've pressed the button three times and each time it says something went wrong.",
    "I tried on {day} and got a blank page. {wish}",
    "The phone line cut me off right after I gave my name, so I'm writing instead. {wish}",
    "I filled in the form for this and it came back empty. {wish}",
    "My first message seems to have gone nowhere. {wish}",
    "The chat closed on me in the middle. {wish}",
    "I tried it with the help page, step 3 doesn't exist for me. {wish}",
    "{wish} I did what {name} told me to and nothing happened.",
    "{wish} Tried it twice from my phone and once from the laptop, same error.",
    "It timed out on me just now. {wish}",
  ],
  exploratory: [
    "What would happen if I asked you to {do}? Not asking yet.",
    "Before I decide: can you {do}, and what would it involve?",
    "Say I wanted you to {do}, what would you need from me?",
    "What are my options if I want you to {do}?",
    "If I asked you to {do}, would it take effect straight away?",
    "Is it possible for you to {do}, and can it be undone?",
    "How does it work if I want you to {do}?",
    "In principle, could you {do}, or do I have to ring someone?",
    "Nothing urgent, I'd just like to know if you could {do}.",
    "Would it cost me anything if I asked you to {do}?",
    "Is it you I'd ask to {do}, or somebody else?",
    "How long does it take if I ask you to {do}?",
  ],
  mistaken: [
    "{wish} The photo I attached shows everything you need.",
    "You're the one I had on the phone on {day}, so you have the details. {wish}",
    "You can see my screen, so you know which one it is. {wish}",
    "{wish} The rest is in the form I sent along with this message.",
    "The voice message I left above explains it. {wish}",
    "{wish} As this is the shop on Mill Lane, I can come by and sign if you need it.",
    "You have my card details from the phone, so that's settled. {wish}",
    "{wish} The screenshot above has the date on it.",
    "You were there when it happened, so I'll keep it short. {wish}",
  ],
};

/** The same to an assistant one works with. */
export const WORKING_OPEN_TEXTS: readonly string[] = [
  "{wish} Same as last time, or the time before.",
  "{wish} Only the important ones.",
  "{wish} The other kind, not the one you think.",
  "{wish} Like before, only the other way round.",
  "{wish} The usual.",
  "{wish} Or the one before that.",
  "{wish} You know what I mean by that.",
  "{wish} The short version, or the long one, as usual.",
  "{wish} The way we did it before.",
  "{wish} And the same for {name}, or instead for {name}.",
];

/** Requests for something of a kind, with two readings of which kind. */
export const OPEN_AMBIGUOUS_TEXTS: readonly string[] = [
  "{wish} Same as last time, or the time before.",
  "{wish} The usual kind.",
  "{wish} The kind {name} has, or {name2}.",
  "{wish} The small version, or whatever counts as small.",
  "{wish} The other kind, not the one you think.",
  "{wish} Like before, only the other way round.",
  "{wish} The one we always take.",
  "{wish} The normal one.",
  "{wish} And the same for {name}, or instead for {name}.",
  "{wish} You know what I mean by that.",
];

/** A false belief about the record, by the state it is really in. `{it}` is the record. */
export const MISTAKEN_BY_STATE: Readonly<Record<string, readonly string[]>> = {
  "entity exists": [
    "{wish} Your site says it's gone, so I suppose you have to put it back first.",
    "{wish} I know you deleted it on {day}, but still.",
    "{wish} {name} says it was never entered at your end.",
    "{wish} I understand it's been cancelled by you in the meantime.",
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
