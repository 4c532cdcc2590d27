import type { Slots } from "./slots.js";

/** Things that go by "them". */
const MANY = /^(?:the|my) [a-z' ]*\b(?:lamps|shoes|headphones|ones|details|tests)$|^the tests (?:in|for) /;

/** What stands for a thing once it has been named: "it" or "them". */
export const pronounFor = (named: string): string => (MANY.test(named) ? "them" : "it");

/** The slots of a request of which `given` was named before: everything that names it calls it by its pronoun. */
export function withPronoun(slots: Slots, pronoun: string, given: string | null | undefined = slots.get("ref")): Slots {
  if (given == null) return slots;
  const ref: string = given;
  const named = (name: string): string => {
    const text = slots.get(name) ?? pronoun;
    return text === ref
      ? pronoun
      : text.replace(` in ${ref}`, "").replace(` for ${ref}`, ` for ${pronoun}`).replace(ref, pronoun);
  };
  const isTests = pronoun === "them" && slots.get("objOf")?.startsWith("the tests ");
  return slots.with({
    ref: named("ref"),
    objFor: named("objFor"),
    objOf: isTests ? pronoun : named("objOf"),
    act: slots.get("act") == null ? null : named("act"),
  });
}
