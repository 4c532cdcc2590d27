import { holdsUntyped } from "./untyped.js";

/** Shares of common words (Dice) from which a line repeats the agent, or the person's own earlier line; conventions. */
const ECHO_SHARE = 0.7;
const REPEAT_SHARE = 0.78;
/** Shorter lines, such as a yes, may be said again. */
const SHORTEST_COMPARED = 4;
/** Words that nobody says by chance exactly as the assistant did; convention. */
const SHORTEST_PART = 8;
const LONGEST = 1200;

const ASSISTANT_VOICE =
  /\b(?:as an ai|as your assistant|i'?m (?:just )?an? (?:ai|assistant)|how (?:can|may) i (?:help|assist)|i'?d be happy to (?:help|assist)|happy to help|i(?:'ll| will) (?:look (?:that|it|this) up|check (?:that|this|it) for you)|is there anything else i can|thank you for (?:contacting|reaching out)|i apologi[sz]e for the inconvenience)\b/i;
const MARKUP =
  /<\/?(?:tool_call|tool_response|function|think)\b|<\||\|>|```|"(?:tool|arguments|tool_calls|function)"\s*:|^\s*(?:\{|\[\s*[{"])/i;
const STAGE_DIRECTION = /^\s*(?:\[[^\]]*\]|\*[^*]*\*|(?:user|assistant|customer|me|you)\s*:)/i;
const THANKS_ONLY =
  /^\W*(?:many |ok(?:ay)?,? )?(?:thanks|thank you|thx|cheers|great|perfect)(?: (?:a lot|so much|very much|again))?(?:,? (?:bye|goodbye))?\W*$/i;
/** Words that look like an identifier: letters and digits together, or a long number. */
const IDENTIFIER = /\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{4,}\b|\b\d{5,}\b/g;
const ADDRESS = /[\w.+-]+@[\w-]+\.[\w.-]*\w|https?:\/\/[^\s,)]*[^\s,.)]/g;
/** Seven digits and more with gaps between them; a day is none. */
const PHONE = /\+?\(?\d[\d() -]{6,}\d/g;
const DAY = /\b\d{4}-\d\d(?:-\d\d)?\b/g;
const ORDINAL = /^\d+(?:st|nd|rd|th|am|pm|h|min|days?)$/i;

/** What a line of the person is held against. */
export interface UserLineFacts {
  readonly agentSaid: string;
  /** What the person said before. */
  readonly ownLines: readonly string[];
  /** Everything that was said so far, and what the person knows beside it. */
  readonly known: string;
}

/** Why a line cannot be the person's, as words for the model that wrote it; undefined for a good line. */
export function userLineProblem(line: string, facts: UserLineFacts): string | undefined {
  const text = line.trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return "it says nothing";
  if (text.length > LONGEST) return "it is far too long";
  if (MARKUP.test(text)) return "it holds markup instead of words";
  if (holdsUntyped(text)) return "it holds characters that nobody types";
  if (STAGE_DIRECTION.test(text)) return "it is a stage direction or names its speaker";
  if (ASSISTANT_VOICE.test(text)) return "it speaks as the assistant, not as the person";
  if (THANKS_ONLY.test(text)) return "it only says thanks";
  if (echoes(text, facts.agentSaid)) return "it repeats what the assistant said";
  if (facts.ownLines.some((own) => repeats(text, own))) return "it repeats what the person said before";
  const known = facts.known.toLowerCase();
  const named = [
    ...(text.match(ADDRESS) ?? []),
    ...(text.match(IDENTIFIER) ?? []).filter((id) => !ORDINAL.test(id)),
    ...(text.replace(DAY, "").match(PHONE) ?? []).filter((phone) => phone.replace(/\D/g, "").length >= 7),
  ];
  const invented = named.find((one) => !known.includes(one.toLowerCase()));
  return invented === undefined ? undefined : `it names ${invented}, which nobody has mentioned`;
}

function repeats(text: string, own: string): boolean {
  // A question gets no better by being short; a yes may be given twice.
  const isSame = /[?？؟]/.test(text) && wordsOf(text).join(" ") === wordsOf(own).join(" ");
  return isSame || likeness(text, own) >= REPEAT_SHARE;
}

/** Whether a line is the assistant's, in whole, in part, or with a word changed here and there. */
function echoes(text: string, agentSaid: string): boolean {
  const [line, said] = [wordsOf(text), wordsOf(agentSaid)];
  // Word by word, so that a line is not found in the middle of a word.
  const [inner, outer] = [` ${line.join(" ")} `, ` ${said.join(" ")} `];
  if (inner === outer || (line.length >= SHORTEST_PART && outer.includes(inner))) return true;
  return likeness(text, agentSaid) >= ECHO_SHARE;
}

/** Dice's coefficient over words: 0 for nothing in common, 1 for the same words. Short texts are like nothing. */
function likeness(left: string, right: string): number {
  const [one, other] = [wordsOf(left), wordsOf(right)];
  if (Math.min(one.length, other.length) < SHORTEST_COMPARED) return 0;
  const open = new Map<string, number>();
  for (const word of other) open.set(word, (open.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of one) {
    const count = open.get(word) ?? 0;
    if (count === 0) continue;
    open.set(word, count - 1);
    shared++;
  }
  return (2 * shared) / (one.length + other.length);
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
