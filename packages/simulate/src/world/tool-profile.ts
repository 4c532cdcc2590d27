import { identifierParameter, isRecord, type ToolSchema } from "@whileai/core";

/** What a tool does to the world, read from its name. */
type Verb = "read" | "search" | "create" | "delete" | "close" | "change" | "compute";

/** What the world needs to know of a tool. */
export interface ToolProfile {
  readonly verb: Verb;
  /** The word of the name that says what is done: `cancel` of `cancel_booking`. */
  readonly action: string;
  /** The kind of thing the tool is about, and what its answers show: `order`. */
  readonly kind: string;
  /** The parameter that names one record, or null. */
  readonly idParameter: string | null;
  /** The kind of record which that parameter names: `customer` where `search_orders` takes a `customer_id`. */
  readonly idKind: string;
}

const VERBS: readonly (readonly [Verb, string])[] = [
  ["search", "search list find query browse filter scan grep discover suggest recommend match"],
  [
    "read",
    "get read fetch lookup look check view show describe retrieve inspect track load download verify see test run",
  ],
  [
    "create",
    "create add book schedule open make new insert register place submit post send upload reserve start write",
  ],
  ["delete", "delete remove drop erase purge destroy"],
  ["close", "cancel close revoke archive refund return complete finish resolve approve reject pay"],
  ["compute", "calculate compute calc convert evaluate math sum estimate count hypot gcd lcm factorial"],
];
const BY_WORD = new Map(VERBS.flatMap(([verb, words]) => words.split(" ").map((word) => [word, verb] as const)));
/** Words of a tool name that are no thing. */
const FILLERS = new Set(["all", "the", "my", "a", "an", "of", "info", "details", "status", "id", "ids", "up", "out"]);
/** What follows one of these says how or where, not what: `send_email_to_customer` sends emails. */
const PREPOSITIONS = new Set(["by", "for", "to", "from", "with", "in", "on", "at", "via", "into"]);
/** The part of an identifier's name that says only that it is one. */
const ID_PART =
  /(^|_)(ids?|uuid|guid|sku|isbn|vin|iban|number|no|nr|code|ref|reference|key|slug|handle|token|paths?|file|filename|filepath|url|uri|name|title|email)$/;
/** The part that says which of two. */
const DIRECTION = /^(from|to|source|target|destination|origin|old|parent|primary|first|main)(_(?=[a-z])|$)/;

/** Words of an identifier: `getOrder`, `get_order` and `orders.get` all give get and order. */
export function nameWords(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

const singular = (word: string): string =>
  word.endsWith("ies") ? `${word.slice(0, -3)}y` : /[^su]s$/.test(word) ? word.slice(0, -1) : word;

const profiles = new WeakMap<ToolSchema, ToolProfile>();

/** What a tool's name and parameters say of it; read once per tool. */
export function profileOf(tool: ToolSchema): ToolProfile {
  let profile = profiles.get(tool);
  if (profile === undefined) {
    profile = readProfile(tool);
    profiles.set(tool, profile);
  }
  return profile;
}

function readProfile(tool: ToolSchema): ToolProfile {
  const words = nameWords(tool.name);
  const action = words.find((word) => BY_WORD.has(word)) ?? words[0] ?? tool.name;
  const verb = BY_WORD.get(action) ?? "change";
  const thing = thingOf(words, action);
  const idParameter =
    identifierParameter(tool) ?? (NAMING.has(verb) && action !== "run" ? namesake(tool, thing) : null);
  const stem = idParameter === null ? "" : stemOf(idParameter);
  // What is found or made goes by the tool's own name; what is read or changed is the record that the identifier names.
  const showsThing = (verb === "search" || verb === "create") && thing !== undefined;
  const kind = showsThing || stem === "" ? (thing ?? "record") : stem;
  return { verb, action, kind, idParameter, idKind: stem === "" ? kind : stem };
}

/** What is done to a thing that is there already. */
const NAMING: ReadonlySet<Verb> = new Set(["read", "change", "close", "delete"]);

// `scale_service(service, replicas)`: a text that is called what the tool is about names it.
function namesake({ parameters }: ToolSchema, thing: string | undefined): string | null {
  const { properties, required } = parameters;
  if (thing === undefined || !isRecord(properties) || !Array.isArray(required) || !required.includes(thing))
    return null;
  const schema = properties[thing];
  return isRecord(schema) && schema.type === "string" && !Array.isArray(schema.enum) ? thing : null;
}

const stemOf = (parameter: string): string =>
  singular(nameWords(parameter).join("_").replace(ID_PART, "").replace(DIRECTION, ""));

function thingOf(words: readonly string[], action: string): string | undefined {
  const isThing = (word: string): boolean => word !== action && !FILLERS.has(word) && !PREPOSITIONS.has(word);
  const cut = words.findIndex((word) => PREPOSITIONS.has(word));
  const head = (cut < 0 ? words : words.slice(0, cut)).filter(isThing);
  const thing = head.at(-1) ?? words.filter(isThing).at(-1);
  return thing === undefined ? undefined : singular(thing);
}
