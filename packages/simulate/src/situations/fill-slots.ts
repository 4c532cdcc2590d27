/** What a wording's `{slot}`s are filled with; a slot that is null or absent makes the wording unusable here. */
export type Slots = Readonly<Record<string, string | null>>;

const SLOT = /\{(\w+)\}/g;

export const capitalised = (text: string): string =>
  text.replace(/^(["'(\s]*)(\p{Ll})/u, (_, before, letter) => {
    // A file name or an identifier at the start keeps its spelling.
    return /^\S*[/_\d.]\S*\w/.test(text) ? `${before}${letter}` : `${before}${letter.toUpperCase()}`;
  });

const slotValue = (slots: Slots, name: string): string | null => {
  const direct = slots[name];
  if (direct !== undefined) return direct;
  const lower = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  const value = lower === name ? null : (slots[lower] ?? null);
  return value === null ? null : capitalised(value);
};

const namesByWording = new Map<string, readonly string[]>();

const slotNames = (wording: string): readonly string[] => {
  const known = namesByWording.get(wording);
  if (known !== undefined) return known;
  const names = [...wording.matchAll(SLOT)].map((match) => match[1] as string);
  namesByWording.set(wording, names);
  return names;
};

/** Whether every slot of a wording has a value. `{Ref}` is `{ref}` with a capital. `wording` comes from a bank. */
export const fillable = (wording: string, slots: Slots): boolean =>
  slotNames(wording).every((name) => {
    const lower = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
    return (slots[name] ?? slots[lower] ?? null) !== null;
  });

/** The wording with its slots filled. Call only where `fillable` holds. */
export const fillSlots = (wording: string, slots: Slots): string =>
  wording.replace(SLOT, (_, name: string) => slotValue(slots, name) ?? "");

/** The words that begin a sentence with a capital only because they begin it. */
const isCommonWord = (word: string): boolean => COMMON_WORDS.has(word.toLowerCase());

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
  return isCommonWord(word) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
};
