/**
 * What happened before, said after the request. `{who}` tried or began (see `DEEDS`), `{listener}` was told, `{cutOff}` is
 * how it ended.
 */
export const HISTORY_AFTER: Readonly<Record<string, readonly string[]>> = {
  prior_failure: [
    "{Who} {tried} on {day} and got an error.",
    "{Who} {tried} on {day}, but the system was down.",
    "{Who} {tried} last week and it didn't go through.",
    "{Who} {tried} on {day} and got nowhere.",
    "On {day} {who} {tried}, without luck.",
    "{Who} already {tried} on {day} and gave up.",
    "{Who} {tried} yesterday, all that came back was an error.",
    "I was told on {day} that the system was down, I hope it's back.",
    "When I asked on {day} it ended in an error message.",
    "On {day} I was told to try again later, so here I am.",
  ],
  prior_partial_action: [
    "{Who} {begun} on {day} and then {cutOff}.",
    "{Who} {begun} on {day} and I never heard the end of it.",
    "{Who} {begun} on {day}, the rest never happened.",
    "On {day} {who} {begun}, then {cutOff}.",
    "{Who} {begun} yesterday, so it's only half done.",
    "We were halfway through on {day} when {cutOff}.",
    "{Who} {begun} last week, please pick it up from there.",
    "We got about half of it done on {day} before {cutOff}.",
  ],
  contradicts_earlier: [
    "I know, on {day} I told {listener} {opposite}. I was wrong.",
    "On {day} I told {listener} {opposite}, please forget that.",
    "I did tell {listener} {opposite}. Changed my mind.",
    "And yes, last week I told {listener} {opposite}.",
    "Ignore what I wrote on {day}, I had mixed things up.",
    "I know I said the opposite on {day}, please go by this.",
    "I told {listener} {opposite}, but that was before {name5} rang.",
    "Yesterday I told {listener} {opposite}, which was a mistake.",
  ],
  "repeat visit": [
    "I already asked on {day}.",
    "I wrote about this on {day} as well.",
    "Third time this month I'm asking, sorry.",
    "Same question as last week, I know.",
    "I asked {listener} the same on {day}.",
    "I know, me again.",
    "It's me from {day}.",
    "We talked about it on {day}.",
  ],
};

/** The same beside a question of what would happen. */
export const HISTORY_ASIDE: Readonly<Record<string, readonly string[]>> = {
  prior_failure: [
    "I ask because {who} {tried} on {day} and got an error.",
    "{Who} {tried} on {day} and got nowhere, that's why I ask.",
    "I ask because {who} {tried} last week and it didn't go through.",
    "On {day} {who} {tried}, without luck, so I'd rather ask first.",
    "{Who} {tried} yesterday and it failed, so I'm careful now.",
  ],
  prior_partial_action: [
    "I ask because {who} {begun} on {day} and then {cutOff}.",
    "{Who} {begun} on {day}, the rest never happened, hence the question.",
    "{Who} {begun} last week, so I don't know what's left to do.",
    "I ask because we were halfway through on {day} when {cutOff}.",
  ],
  contradicts_earlier: [
    "On {day} I told {listener} {opposite}, hence the question.",
    "I know, on {day} I told {listener} {opposite}. I'm having second thoughts.",
    "Last week I told {listener} {opposite}, but now I wonder.",
    "I told {listener} {opposite}, I may have been too quick.",
  ],
  "repeat visit": [
    "I asked something like it on {day} already.",
    "I know I asked that on {day}, I've lost the answer.",
    "You told me on {day} and I didn't write it down.",
    "We talked about it on {day}, I just want to be sure.",
  ],
};

/** The same, said first and naming the thing. `{request}` is a request that calls it "it". */
export const HISTORY_BEFORE: Readonly<Record<string, readonly string[]>> = {
  prior_failure: [
    "{Who} {tried} on {day} and got an error. Can you try again?",
    "{Who} {tried} on {day} and it didn't go through. {Request}",
    "On {day} {who} {tried} and got nowhere. Would you have another go?",
    "{Who} {tried} last week, but the system was down. {Request}",
    "{Who} {tried} on {day} and gave up. Please try once more.",
    "{Who} {tried} yesterday and it failed, nobody could say why. {Request}",
    "When {who} {tried} on {day} it ended in an error. {Request}",
  ],
  prior_partial_action: [
    "{Who} {begun} on {day} and then {cutOff}. Can you {finish}?",
    "On {day} {who} {begun}, I never heard the end of it. Please {finish}.",
    "{Who} {begun} on {day}, the rest never happened. {Request}",
    "{Who} {begun} yesterday, then {cutOff}. Could you {finish}?",
    "{Who} {begun} last week. Could you {finish}?",
    "{Who} {begun} on {day} but it's only half done. Please {finish}.",
  ],
  contradicts_earlier: [
    "On {day} I told {listener} {opposite}. I've changed my mind. {Request}",
    "I told {listener} {opposite}, that was wrong. {Request}",
    "I know I told {listener} {opposite}. {Request}",
    "Last week I told {listener} {opposite}. Forget that. {Request}",
    "Yesterday I told {listener} {opposite}, but I had mixed things up. {Request}",
    "I told {listener} on {day} {opposite}. I take that back. {Request}",
  ],
  "repeat visit": [
    "Me again about {ref}. {Request}",
    "It's me from {day}, still about {ref}. {Request}",
    "Back about {ref}, we talked on {day}. {Request}",
    "I asked about {ref} on {day} and I'm asking again. {Request}",
    "Third message about {ref}. {Request}",
    "About {ref} once more. {Request}",
    "I wrote on {day} about {ref}. {Request}",
  ],
};

/** What ends a conversation in the middle, with a service and with an assistant. */
export const CUT_OFFS = {
  service: ["we got cut off", "the chat dropped", "the line went dead", "the shift ended", "I lost my connection"],
  working: ["the session closed", "I lost the connection", "my laptop went to sleep", "I had to run", "it timed out"],
} as const;

/** Who was at it before. */
export const ACTORS = {
  service: [
    "your colleague",
    "{name3} from your team",
    "someone on your side",
    "{name3} at your end",
    "a colleague of yours",
  ],
  working: ["you", "{name3}", "you", "{name3}"],
} as const;

export const LISTENERS = {
  service: ["your colleague", "{name4}", "you", "{name4} on your team", "the lady on the phone"],
  working: ["you", "{name4}", "you", "{name4}", "everyone"],
} as const;
