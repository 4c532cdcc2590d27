/** Ways into a request that `{do}` completes. */
export const REQUEST_FRAMES: readonly string[] = [
  "Can you {do}?",
  "Could you {do}?",
  "Please {do}.",
  "I need you to {do}.",
  "I'd like you to {do}.",
  "Any chance you could {do}?",
  "Would you {do}?",
  "Could someone {do}?",
  "{Do}, please.",
  "Could you {do} for me please?",
  "Can somebody {do}?",
  "Would you be able to {do}?",
  "Are you able to {do}?",
  "I was hoping you could {do}.",
  "If you could {do}, that would be great.",
  "Can you {do}, please?",
];

/** Greetings and other first words. Most texts have none. */
export const OPENERS: readonly string[] = [
  "Hi,",
  "Hello,",
  "Hi there,",
  "Good morning,",
  "Hey,",
  "Hi all,",
  "Morning,",
  "Hiya,",
  "Dear team,",
  "Good afternoon,",
];

/** What people add when they are done. Most texts have none. */
export const CLOSERS: readonly string[] = [
  "Thanks!",
  "Thank you.",
  "Cheers, {name}",
  "Thanks a lot.",
  "Best, {name}",
  "Many thanks.",
  "Ta.",
  "Regards, {name}",
  "Thanks in advance.",
  "Much appreciated.",
  "Thanks, {name}",
  "Cheers",
];

/** A message passed on by someone who only adds a line. `{inner}` is what they pass on. */
export const FORWARDS: readonly string[] = [
  "See below, is this something for you?\n\n> {inner}",
  'Passing this on from {name2}: "{inner}"',
  'My mother writes: "{inner}" Can you help her?',
  "fwd from {name2}\n> {inner}",
  '{name2} sent me this and I can\'t answer it: "{inner}"',
  'This landed in my inbox by mistake, it\'s for you I think.\n\n"{inner}" ({name2})',
  'Got this text from {name2}, over to you: "{inner}"',
  'I\'m writing for {name2}, who says: "{inner}"',
  'From our group chat, {name2}: "{inner}" Anyone on your side?',
  "{name2} asked me to send you this:\n\n{inner}",
];

/** Joins for two requests in one message. */
export const TWO_REQUESTS: readonly string[] = [
  "Two things: first {do}, then {do2}.",
  "Can you {do}? And while you're there, {do2}.",
  "Could you {do} and after that {do2}?",
  "1) {do}\n2) {do2}",
  "Please {do}. Once that's done, {do2} as well.",
  "I need you to {do}, and I also need you to {do2}.",
  "{Do}. Then {do2}. In that order please.",
  "Can you {do}, then {do2}?",
  "- {do}\n- {do2}\nThat's all.",
  "{Do}, please. Oh, and {do2}.",
  "Could you {do} first? After that I'd like you to {do2}.",
  "Would you {do}, and if that works out, {do2}?",
];
