import type { AskKind } from "./verbs.js";

/** Two readings of a request that names no record, by what is asked. */
const BY_ASK: Readonly<Partial<Record<AskKind, readonly string[]>>> = {
  calculate: [
    "{wish} Per year or in all, I don't remember which they meant.",
    "{wish} Rounded up or down, whichever one does.",
    "{wish} The first number or the second one may be the old one, take the other.",
    "{wish} Before or after, whatever people normally mean by that.",
    "{wish} With the last one counted or without, they didn't say.",
    "{wish} The short way or the long way, as long as it's the usual one.",
  ],
  slots: [
    "{wish} Early or late, one of the two was no good for {name}.",
    "{wish} This week or next, I said both.",
    "{wish} With {name} or with {name2}, it's one of the two.",
    "{wish} My time or {name}'s, the mail only said nine.",
    "{wish} In the small room, or was it the other one?",
  ],
  schedule: [
    "{wish} That day or the week after, I've said both.",
    "{wish} In the small room or the one we had last time.",
    "{wish} Nine in the morning or nine at night, it just says nine.",
    "{wish} For me or for {name}, one of us.",
    "{wish} Same length as last time, or the time before.",
  ],
  search: [
    "{wish} The kind {name} has, or {name2}, they're not the same.",
    "{wish} The small one, or whatever counts as small.",
    "{wish} Like before, only the other way round.",
    "{wish} The cheap kind or the one that lasts, you know which I mean.",
  ],
  searchCode: [
    "{wish} The old one or the new one, they have the same name.",
    "{wish} Where it's set or where it's read, either.",
    "{wish} The one in our code or the one in the package.",
  ],
  run: ["{wish} The quick ones or all of them.", "{wish} Mine or {name}'s branch, one of the two is current."],
};

/** The same whatever is asked. */
const FOR_ANY: readonly string[] = [
  "{wish} Same as last time, or the time before.",
  "{wish} The other kind, not the one you think.",
  "{wish} Like before, only the other way round.",
  "{wish} And the same for {name}, or instead for {name}.",
  "{wish} The short version, or the long one, as usual.",
  "{wish} {name} and {name2} both want it, differently, so either.",
  "{wish} The way we did it before, or the way {name} does it.",
  "{wish} One of the two, you'll know which.",
];

/** Open choices that go with a request, with the name of their bank. */
export const openChoicesFor = (ask: AskKind): { bank: string; wordings: readonly string[] } => {
  const own = BY_ASK[ask];
  return own === undefined
    ? { bank: "ambiguous.open", wordings: FOR_ANY }
    : { bank: `ambiguous.open.${ask}`, wordings: own };
};
