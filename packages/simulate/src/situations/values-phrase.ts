import type { SpokenValue } from "./values.js";

const ENDS_OF_A_WAY = /\b(?:from|to|origin|destination|departure|arrival|source)\b/;
const FROM = /\b(?:from|origin|departure|source)\b/;
const TO = /\b(?:to|destination|arrival)\b/;
/** Names of parameters that are the first or the last day of a stay. */
const STAY = /\b(?:check in|check out|checkin|checkout|start|end|from|to|arrival|departure)\b/;
/** Times that need no "for" before them. */
const TIME_PHRASE = /^(?:at|in|before|any|first|after|tomorrow)\b/;

const listed = (items: readonly string[]): string =>
  items.length <= 1 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;

const ofKind = (values: readonly SpokenValue[], kind: SpokenValue["kind"]): SpokenValue[] =>
  values.filter((one) => one.kind === kind);

/** One value as a phrase after those said before it, with the space before it; "" where it goes unsaid. */
const phraseOf = (value: SpokenValue, before: string): string => {
  if (value.phrase !== undefined) {
    return value.phrase.startsWith(" of ") && before.includes(" of $")
      ? `, ${value.words} ${value.said}`
      : value.phrase;
  }
  const { kind, said, words } = value;
  switch (kind) {
    case "city":
    case "country":
      return FROM.test(words) ? ` from ${said}` : TO.test(words) ? ` to ${said}` : ` in ${said}`;
    case "address":
      return ` to ${said}`;
    case "title":
      return ` for ${said}`;
    case "message":
      return ` saying "${said}"`;
    case "when":
      return TIME_PHRASE.test(said) ? ` ${said}` : ` for ${said}`;
    case "span":
      return ` for ${said}`;
    case "window":
      return ` ${said}`;
    case "amount":
      return /\b(?:of|for) \$/.test(before) ? `, ${words} ${said}` : ` for ${said}`;
    case "colour":
      return ` in ${said}`;
    case "language":
      return /\b(?:from|source)\b/.test(words) ? ` from ${said}` : before.includes(" in ") ? "" : ` in ${said}`;
    case "number":
    case "plain":
    case "reason":
    case "choice":
      return "";
    default:
      return before.includes(" for ") ? ` and ${said}` : ` for ${said}`;
  }
};

/** "in Lisbon with a base of 6 and a height of 9", with the space before it, or "". */
export function valuesPhrase(given: readonly SpokenValue[]): string {
  if (given.length === 0) return "";
  let said = "";
  const done = new Set<SpokenValue>();
  const [here, there] = ofKind(given, "city").filter((one) => !ENDS_OF_A_WAY.test(one.words));
  if (here !== undefined && there !== undefined) {
    said += ` between ${here.said} and ${there.said}`;
    done.add(here).add(there);
  }
  const [from, until] = ofKind(given, "when").filter((one) => STAY.test(one.words));
  if (from !== undefined && until !== undefined) {
    said += ` from ${from.said} to ${until.said}`;
    done.add(from).add(until);
  }
  const plain = ofKind(given, "plain");
  const lists = ofKind(given, "list");
  if (lists.length > 0) {
    said += `${lists.some((one) => one.said.startsWith("[")) ? "" : " for"} ${listed(lists.map((one) => one.said))}`;
    for (const list of lists) done.add(list);
  }
  for (const value of given) if (!done.has(value)) said += phraseOf(value, said);
  if (plain.length > 0) said += ` for ${listed(plain.map((one) => one.said))}`;
  const measures = given.flatMap((one) => (one.measure === undefined ? [] : [one.measure]));
  if (measures.length > 0) said += ` with ${listed(measures)}`;
  return said;
}
