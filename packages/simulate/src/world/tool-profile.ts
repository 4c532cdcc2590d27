import { isRecord, type ToolSchema } from "@whileai/core";

/** What a tool does to the world, read from its name. */
export type Verb = "read" | "search" | "create" | "delete" | "close" | "change" | "compute";

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
const ID_PARAMETER = /(^|_)(id|number|no|code|ref|reference|key|sku|uuid|slug|handle)$/;

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
  const idParameter = findIdParameter(tool, things);
  const stem = idParameter === null ? "" : nameWords(idParameter).join("_").replace(ID_PARAMETER, "");
  const kind = singular(stem === "" ? (things.at(-1) ?? "record") : stem);
  return { verb, action, kind, idParameter };
}

function findIdParameter(tool: ToolSchema, things: readonly string[]): string | null {
  const properties = isRecord(tool.parameters.properties) ? tool.parameters.properties : {};
  const required = Array.isArray(tool.parameters.required) ? tool.parameters.required : [];
  const candidates = Object.keys(properties)
    .filter((name) => ID_PARAMETER.test(nameWords(name).join("_")))
    .filter((name) => isScalar(properties[name]));
  const about = (name: string): boolean => nameWords(name).some((word) => things.map(singular).includes(word));
  return (
    candidates.find((name) => required.includes(name) && about(name)) ??
    candidates.find((name) => required.includes(name)) ??
    candidates.find(about) ??
    null
  );
}

const isScalar = (schema: unknown): boolean =>
  isRecord(schema) && (schema.type === undefined || schema.type === "string" || schema.type === "integer");
