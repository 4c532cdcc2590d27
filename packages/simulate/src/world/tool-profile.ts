import { identifierParameter, type ToolSchema } from "@whileai/core";

/** What a tool does to the world, read from its name. */
type Verb = "read" | "search" | "create" | "delete" | "close" | "change" | "compute";

/** What the world needs to know of a tool. */
export interface ToolProfile {
  readonly verb: Verb;
  /** The word of the name that says what is done: `cancel` of `cancel_booking`. */
  readonly action: string;
  /** The kind of thing the tool is about: `order`. */
  readonly kind: string;
  /** The parameter that names one such thing, or null. */
  readonly idParameter: string | null;
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
const FILLERS = new Set([
  "by",
  "for",
  "of",
  "all",
  "the",
  "my",
  "a",
  "to",
  "from",
  "with",
  "info",
  "details",
  "status",
]);
/** The part of an identifier's name that says only that it is one. */
const ID_PART =
  /(^|_)(ids?|uuid|guid|number|no|nr|code|ref|reference|key|slug|handle|token|paths?|file|filename|filepath|url|uri|name|title|email)$/;

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
  const things = words.filter((word) => word !== action && !FILLERS.has(word));
  const idParameter = identifierParameter(tool);
  const stem = idParameter === null ? "" : nameWords(idParameter).join("_").replace(ID_PART, "");
  const kind = singular(stem === "" ? (things.at(-1) ?? "record") : stem);
  return { verb, action, kind, idParameter };
}
