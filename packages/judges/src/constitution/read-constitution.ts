import { nearestName } from "@whileai/core";
import { constitutionError } from "./constitution-error.js";
import { readExamples } from "./read-examples.js";
import { readObject, type WireObject } from "./read-object.js";
import { AUTHORITIES, type Authority, type Trait } from "./trait.js";

/** What a document says, checked and with every default filled in. */
export interface ConstitutionDocument {
  readonly id: string;
  /** The version that the document gives itself. */
  readonly version: string | undefined;
  readonly source: Readonly<Record<string, unknown>>;
  readonly traits: readonly Trait[];
}

const DEFAULT_AUTHORITY: Authority = "should";
const DEFAULT_ID = "spec";
const DOCUMENT_KEYS = ["id", "version", "source", "traits", "principles", "title", "description", "metadata"];
const TRAIT_KEYS = ["id", "name", "principle", "body", "authority", "examples", "metadata"];

/**
 * Reads a constitution from parsed JSON or YAML: a list of traits, or an object with `traits` (or `principles`). A trait
 * is its principle as text, or an object. Nothing is dropped and nothing guessed: what is not understood is refused with
 * its place.
 */
export function readConstitution(value: unknown, specId?: string): ConstitutionDocument {
  const document: WireObject = Array.isArray(value) ? { traits: value } : readObject(value, "", DOCUMENT_KEYS);
  const source = document.source === undefined ? {} : readObject(document.source, "source");
  const listName = traitList(document);
  const listed = document[listName];
  if (!Array.isArray(listed))
    throw constitutionError({
      place: listName,
      problem: "is not a list.",
      fix: "Give a list of traits.",
      received: listed,
    });
  const traits = listed.map((trait, index) => readTrait(trait, `${listName}[${index}]`, index));
  requireDistinctIds(traits, listName);
  return {
    id: specId ?? readName(document.id, "id") ?? readName(source.file, "source.file") ?? DEFAULT_ID,
    version: readName(document.version, "version"),
    source,
    traits,
  };
}

function traitList(document: WireObject): "traits" | "principles" {
  const given = (["traits", "principles"] as const).filter((name) => document[name] !== undefined);
  if (given.length === 1) return given[0] as "traits" | "principles";
  throw constitutionError({
    place: "",
    problem: given.length === 0 ? "has no `traits`." : "has both `traits` and `principles`.",
    fix: "Give one list of traits: each a principle as text, or { id, name, principle, authority, examples }.",
  });
}

function readTrait(value: unknown, place: string, index: number): Trait {
  const trait: WireObject = typeof value === "string" ? { principle: value } : readObject(value, place, TRAIT_KEYS);
  const name = readName(trait.name, `${place}.name`) ?? "";
  const id = readName(trait.id, `${place}.id`) ?? (name || `trait_${index}`);
  return {
    id,
    name,
    principle: readPrinciple(trait, place),
    authority: readAuthority(trait.authority, `${place}.authority`),
    examples: readExamples(trait.examples, `${place}.examples`),
  };
}

function readPrinciple({ principle, body }: WireObject, place: string): string {
  const given = principle ?? body;
  if (principle != null && body != null && principle !== body)
    throw constitutionError({ place, problem: "has a `principle` and another `body`.", fix: "Give one of them." });
  if (typeof given === "string" && given.trim() !== "") return given;
  throw constitutionError({
    place: `${place}.principle`,
    problem: given == null || typeof given === "string" ? "is empty." : "is not a text.",
    fix: "Say in a sentence how the agent should behave.",
    received: given,
  });
}

function readAuthority(value: unknown, place: string): Authority {
  if (value === undefined || value === null) return DEFAULT_AUTHORITY;
  if (AUTHORITIES.includes(value as Authority)) return value as Authority;
  throw constitutionError({
    place,
    problem: `is ${typeof value === "string" ? JSON.stringify(value.slice(0, 40)) : `a ${typeof value}`}.`,
    fix: `Use one of ${AUTHORITIES.join(", ")}.`,
    received: value,
    didYouMean: typeof value === "string" ? nearestName(value.toLowerCase(), AUTHORITIES) : undefined,
  });
}

/** A name as text: numbers are written out, nothing and blanks are no name. */
function readName(value: unknown, place: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value === "string") return value.trim() === "" ? undefined : value;
  throw constitutionError({ place, problem: "is not a text.", fix: "Give a text.", received: value });
}

function requireDistinctIds(traits: readonly Trait[], list: string): void {
  const places = new Map<string, number>();
  for (const [index, { id }] of traits.entries()) {
    const before = places.get(id);
    if (before !== undefined)
      throw constitutionError({
        place: `${list}[${index}].id`,
        problem: `is ${JSON.stringify(id)}, as is \`${list}[${before}].id\`.`,
        fix: "Give every trait an id of its own: markers and guards go by it.",
        received: id,
      });
    places.set(id, index);
  }
}
