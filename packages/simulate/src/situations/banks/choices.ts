/**
 * Members of enums in the words of everyday, as they follow a day ("Thursday any time after work"). Members that are not
 * here are said as they are.
 */
export const CHOICE_WORDS: Readonly<Record<string, readonly string[]>> = {
  morning: ["morning", "before noon", "as early as possible"],
  afternoon: ["afternoon", "after lunch"],
  evening: ["evening", "any time after work", "after six"],
  night: ["night", "late"],
  noon: ["at noon", "around lunch"],
};

/** What happened, by the reason a tool wants to be given. The first pattern that fits a reason wins. */
export const REASON_TROUBLES: readonly (readonly [reason: RegExp, told: readonly string[]])[] = [
  [
    /damag|broken|defect|fault/i,
    [
      "It came with a crack right across the middle.",
      "One corner was crushed when I opened the box.",
      "It stopped working after two days.",
      "The lid was in three pieces.",
      "The hinge snapped the first evening.",
      "There's a dent the size of my hand in it.",
    ],
  ],
  [
    /not.?received|missing|lost|undelivered/i,
    [
      "It never got here.",
      "The driver says he rang, I was home all day.",
      "It's down as delivered and there is nothing, not even a card.",
      "I've asked all the neighbours, nobody has it.",
      "The tracking stopped two weeks ago and so did the parcel.",
    ],
  ],
  [
    /late|delay/i,
    [
      "It turned up a week after the birthday.",
      "It came so late that I'd bought one around the corner by then.",
      "It was promised for {day2} and came eight days on.",
      "We had moved out by the time it arrived.",
    ],
  ],
  [
    /wrong|incorrect|mistake/i,
    [
      "What I got is a different model.",
      "They sent the wrong size again.",
      "Somebody else's things were in the box.",
      "I ordered green and unpacked pink.",
    ],
  ],
  [
    /duplicate|double|twice/i,
    ["I was charged twice for the one.", "The same sum went out two days running.", "It's on my card two times."],
  ],
  [
    /changed|mind|no.?longer|unwanted|not.?needed/i,
    ["I don't need it after all.", "We found one in the attic.", "My partner had bought the same thing."],
  ],
];
