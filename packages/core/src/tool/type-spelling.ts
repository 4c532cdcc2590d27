/** Spellings of JSON Schema types that other languages and data sets use, in lower case, by the type they mean. */
const SPELLINGS: readonly (readonly [type: string | null, words: string])[] = [
  ["object", "object dict dictionary hashmap map mapping record struct json table"],
  ["number", "number float float32 float64 double decimal numeric real num"],
  ["integer", "integer int int8 int16 int32 int64 uint long short bigint byte"],
  ["array", "array list arraylist tuple set frozenset vector sequence iterable"],
  ["string", "string str text char character varchar date datetime time uuid uri url email path"],
  ["boolean", "boolean bool"],
  ["null", "null none nil nonetype"],
  [null, "any mixed unknown variant"],
];

let typeByWord: ReadonlyMap<string, string | null> | undefined;

/** The JSON Schema type of a spelling, null for any value; undefined for a word that is no type. */
function typeOf(word: string): string | null | undefined {
  typeByWord ??= new Map(SPELLINGS.flatMap(([type, words]) => words.split(" ").map((known) => [known, type] as const)));
  return typeByWord.get(word);
}

/** What a type spelling means: JSON Schema types (none for "any value"), and for lists the type of their items. */
export interface ReadType {
  readonly types: readonly string[];
  readonly items?: ReadType;
  /** True for `str, optional` and the like. */
  readonly optional?: boolean;
}

/** Deepest nesting of `List[List[…]]` that is read. */
const MAX_NESTING = 8;

/**
 * Reads a type as data sets spell it: `dict`, `float`, `List[int]`, `str[]`, `int | None`, `Optional[str]`, `str, optional`.
 * Undefined when it cannot be read.
 *
 * @example
 * readType("List[int]"); // { types: ["array"], items: { types: ["integer"] } }
 */
export function readType(text: string, depth = 0): ReadType | undefined {
  if (depth > MAX_NESTING) return undefined;
  const trimmed = text.trim();
  const flagged = /^(.*?),\s*(optional|required)\.?$/i.exec(trimmed);
  if (flagged) {
    const inner = readType(flagged[1] as string, depth + 1);
    return inner && (/optional/i.test(flagged[2] as string) ? { ...inner, optional: true } : inner);
  }
  const plain = typeOf(trimmed.toLowerCase().replace(/^typing\./, ""));
  if (plain !== undefined) return { types: plain === null ? [] : [plain] };
  const alternatives = splitTopLevel(trimmed, "|");
  if (alternatives.length > 1) return readUnion(alternatives, depth);
  const suffixed = /^(.+)\[\]$/.exec(trimmed);
  if (suffixed) return listOf(readType(suffixed[1] as string, depth + 1));
  const generic = /^([\w.]+)\s*[[<(](.*)[\]>)]$/s.exec(trimmed);
  return generic ? readGeneric(generic[1] as string, generic[2] as string, depth) : undefined;
}

function readGeneric(name: string, inside: string, depth: number): ReadType | undefined {
  const word = name.toLowerCase().replace(/^typing\./, "");
  const parts = splitTopLevel(inside, ",");
  if (word === "optional") return readType(inside, depth + 1);
  if (word === "union") return readUnion(parts, depth);
  const outer = typeOf(word);
  if (outer === "array") {
    return parts.length === 1 ? listOf(readType(parts[0] as string, depth + 1)) : { types: ["array"] };
  }
  return outer === undefined ? undefined : { types: outer === null ? [] : [outer] };
}

function readUnion(parts: readonly string[], depth: number): ReadType | undefined {
  const read = parts.map((part) => readType(part, depth + 1));
  const types = new Set<string>();
  for (const part of read) {
    if (part === undefined) return undefined;
    if (part.types.length === 0) return { types: [] };
    for (const type of part.types) types.add(type);
  }
  const items = read.find((part) => part?.items)?.items;
  return { types: [...types], ...(items ? { items } : {}) };
}

const listOf = (items: ReadType | undefined): ReadType | undefined => items && { types: ["array"], items };

function splitTopLevel(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index] as string;
    if ("[<(".includes(character)) depth++;
    else if ("]>)".includes(character)) depth--;
    else if (character === separator && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, text.slice(start)];
}
