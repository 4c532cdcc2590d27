/** What a wording's `{slot}`s are filled with; a slot that is null or absent makes the wording unusable here. */
export type Slots = Readonly<Record<string, string | null>>;

const SLOT = /\{(\w+)\}/g;

export const capitalised = (text: string): string =>
  text.replace(/^(\P{L}*)(\p{Ll})/u, (_, before, letter) => {
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

/** Whether every slot of a wording has a value. `{Ref}` is `{ref}` with a capital. */
export const fillable = (wording: string, slots: Slots): boolean =>
  [...wording.matchAll(SLOT)].every((match) => slotValue(slots, match[1] as string) !== null);

/** The wording with its slots filled. Call only where `fillable` holds. */
export const fillSlots = (wording: string, slots: Slots): string =>
  wording.replace(SLOT, (_, name: string) => slotValue(slots, name) ?? "");
