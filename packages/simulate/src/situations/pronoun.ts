import type { Slots } from "./fill-slots.js";

/** Things that go by "them". */
const MANY = /^(?:the|my) [a-z' ]*\b(?:lamps|shoes|headphones|ones|details|tests)$|^the tests (?:in|for) /;

/** What stands for a thing once it has been named: "it" or "them". */
export const pronounFor = (named: string): string => (MANY.test(named) ? "them" : "it");

/** The slots of a request of which `given` was named before: everything that names it calls it by its pronoun. */
export function withPronoun(slots: Slots, pronoun: string, given: string | null | undefined = slots.ref): Slots {
  if (given == null) return slots;
  const ref: string = given;
  const named = (text: string): string =>
    text === ref
      ? pronoun
      : text.replace(` in ${ref}`, "").replace(` for ${ref}`, ` for ${pronoun}`).replace(ref, pronoun);
  return {
    ...slots,
    ref: named(slots.ref ?? pronoun),
    objFor: named(slots.objFor ?? pronoun),
    objOf: pronoun === "them" && slots.objOf?.startsWith("the tests ") ? pronoun : named(slots.objOf ?? pronoun),
    act: slots.act == null ? null : named(slots.act),
  };
}
