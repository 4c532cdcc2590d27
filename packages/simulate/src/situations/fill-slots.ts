import { THINGS, WEEKDAYS } from "./banks/things.js";
import type { Slots } from "./slots.js";

const SLOT = /\{(\w+)\}/g;
const SMALL_START = /^["'(\s]*\p{Ll}/u;
/** A file name or an identifier at the start keeps its spelling. */
const SPELLED_START = /^\S*[/_\d.]\S*\w/;

/** Most texts that are asked for with a capital have it. */
const CAPITAL_START = /^[A-Z]/;

export const capitalised = (text: string): string => {
  if (CAPITAL_START.test(text)) return text;
  const start = SMALL_START.exec(text)?.[0];
  if (start === undefined || SPELLED_START.test(text)) return text;
  const at = start.length - 1;
  return `${text.slice(0, at)}${text.charAt(at).toUpperCase()}${text.slice(start.length)}`;
};

/** One place in a wording. `{Ref}` is `{ref}` with a capital, unless there is a slot of that very name. */
interface Place {
  readonly name: string;
  readonly small: string | null;
}

/** A wording cut at its slots once: text, place, text, place, …, text. */
interface Template {
  readonly texts: readonly string[];
  readonly places: readonly Place[];
}

// Wordings are literals of the banks, so there is a fixed number of them.
const templates = new Map<string, Template>();

const templateOf = (wording: string): Template => {
  let known = templates.get(wording);
  if (known === undefined) {
    const pieces = wording.split(SLOT);
    const names = pieces.filter((_, index) => index % 2 === 1);
    known = {
      texts: pieces.filter((_, index) => index % 2 === 0),
      places: names.map((name) => {
        const small = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
        return { name, small: small === name ? null : small };
      }),
    };
    templates.set(wording, known);
  }
  return known;
};

const filling = (slots: Slots, { name, small }: Place): string | null => {
  const direct = slots.get(name);
  if (direct !== undefined) return direct;
  const value = small === null ? null : (slots.get(small) ?? null);
  return value === null ? null : capitalised(value);
};

/** Whether every slot of a wording has a value. `wording` comes from a bank. */
export const fillable = (wording: string, slots: Slots): boolean => {
  for (const { name, small } of templateOf(wording).places) {
    const value = slots.get(name);
    if (value === null || (value === undefined && (small === null || slots.get(small) == null))) return false;
  }
  return true;
};

/** The wording with its slots filled. Call only where `fillable` holds. */
export const fillSlots = (wording: string, slots: Slots): string => {
  const { texts, places } = templateOf(wording);
  let made = texts[0] as string;
  for (let index = 0; index < places.length; index++)
    made += (filling(slots, places[index] as Place) ?? "") + (texts[index + 1] as string);
  return made;
};

/** Whether a wording has a slot of this name. */
export const hasSlot = (wording: string, name: string): boolean =>
  templateOf(wording).places.some((place) => place.name === name || place.small === name);

/** What keeps its capital wherever it stands: names of people, places, days and works, and "I". */
const KEPT_CAPITAL = new Set(
  [THINGS.person, THINGS.city, THINGS.country, THINGS.company, THINGS.language, THINGS.food, THINGS.team, WEEKDAYS]
    .flat()
    // "the Lakers" are kept by their name, not by their article.
    .map((name) => (/\p{Lu}\p{L}*/u.exec(name)?.[0] ?? name).toLowerCase()),
);

/** The text with a small first letter, unless it begins with a name, an identifier or "I". */
export const uncapitalised = (text: string): string => {
  const word = /^\p{Lu}\p{Ll}*(?:'\p{Ll}+)?(?=[\s,:!?.]|$)/u.exec(text)?.[0];
  if (word === undefined || /^I\b/.test(word)) return text;
  const name = word.replace(/'.*$/, "").toLowerCase();
  return KEPT_CAPITAL.has(name) ? text : text.charAt(0).toLowerCase() + text.slice(1);
};
