import type { Slots } from "./slots.js";

const SLOT = /\{(\w+)\}/g;
const SMALL_START = /^["'(\s]*\p{Ll}/u;
/** A file name or an identifier at the start keeps its spelling. */
const SPELLED_START = /^\S*[/_\d.]\S*\w/;

export const capitalised = (text: string): string => {
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
export const fillable = (wording: string, slots: Slots): boolean =>
  templateOf(wording).places.every(
    ({ name, small }) => (slots.get(name) ?? (small === null ? null : slots.get(small)) ?? null) !== null,
  );

/** The wording with its slots filled. Call only where `fillable` holds. */
export const fillSlots = (wording: string, slots: Slots): string => {
  const { texts, places } = templateOf(wording);
  let made = texts[0] as string;
  for (const [index, place] of places.entries()) made += (filling(slots, place) ?? "") + texts[index + 1];
  return made;
};

/** Whether a wording has a slot of this name. */
export const hasSlot = (wording: string, name: string): boolean =>
  templateOf(wording).places.some((place) => place.name === name || place.small === name);

/** The words that begin a sentence with a capital only because they begin it. */
const COMMON_WORDS = new Set(
  (
    "the it its it's my we we're we've a an that this there there's they're they he she somebody someone your you you're you've no not " +
    "please could can would is are do does did what when where who how why if any and but or so half part last first one some everything " +
    "about back third nothing later nobody everyone since tried before as on in at by just only maybe should tell find check look move cancel change put make get give " +
    "see run apply sort fix ignore forget scrap earlier same our their here now leave pull push shift swap hold rebook refund send show " +
    "open read walk go have take which suppose say officially still again most yes then after both these those two three more nothing " +
    "anything let don't let's boarding trying second third explain recommend translate answer whose was were has had will may might " +
    "work calculate figure book block pencil schedule set start arrange stop drop remove close scrap amend adjust update correct"
  ).split(" "),
);

/** The text with a small first letter, unless its first word is a name or "I". */
export const uncapitalised = (text: string): string => {
  const word = /^[\w']+/.exec(text)?.[0] ?? "";
  return COMMON_WORDS.has(word.toLowerCase()) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
};
