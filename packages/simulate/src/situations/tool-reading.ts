import { identifierParameter, isRecord, type ToolSchema } from "@whileai/core";
import { type AskKind, SPEC_WORDS, VERBS_BY_ASK } from "./banks/verbs.js";
import { article, wordsOf } from "./words.js";

/** What a tool's schema says to someone who would have to ask for it in their own words. */
export interface ToolReading {
  readonly name: string;
  readonly ask: AskKind;
  /** The verb of the description, in its plain form. */
  readonly verb: string;
  /** What the verb acts on, without article: "refund", "area of a triangle". */
  readonly object: string;
  readonly plural: boolean;
  /** The article the description gives the object. */
  readonly article: "a" | "the" | "";
  /** Parameter that names the record, if one does surely. */
  readonly entityParameter: string | null;
  /** What that record is called: "order". */
  readonly entityNoun: string | null;
  readonly parameters: readonly ParameterReading[];
  /** Name, description and parameter words: what a topic is guessed from. */
  readonly text: string;
}

export interface ParameterReading {
  readonly name: string;
  readonly words: string;
  readonly required: boolean;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly description: string;
}

const ASK_BY_VERB = new Map<string, AskKind>();
for (const [ask, verbs] of Object.entries(VERBS_BY_ASK)) {
  for (const verb of verbs.split(" ")) if (!ASK_BY_VERB.has(verb)) ASK_BY_VERB.set(verb, ask as AskKind);
}
const SPEC = new Set(SPEC_WORDS.split(" "));
const LEAD_IN =
  /^(?:.*?tool description:\s*|(?:this|the) (?:function|tool|api|method|endpoint|action|command|service)(?: is(?: used)? to| allows? (?:you|users?|the user|one) to| will| can(?: be used to)?| helps?(?: to)?| lets you)?\s+|use (?:this|it)(?: \w+)? to\s+|used to\s+|allows? (?:you|users?|the user) to\s+|helps? (?:you )?(?:to )?|a (?:function|tool|method) (?:to|that)\s+|provides? (?:a )?(?:way|ability) to\s+)/i;

/** "Retrieves" → "retrieve", or null when the word is no known verb. */
const plainVerb = (word: string): string | null => {
  const low = word.toLowerCase().replace(/[^a-z]/g, "");
  const candidates = [
    low,
    low.replace(/ies$/, "y"),
    low.replace(/es$/, ""),
    low.replace(/s$/, ""),
    low.replace(/ing$/, "e"),
    low.replace(/ing$/, ""),
  ];
  return candidates.find((candidate) => ASK_BY_VERB.has(candidate)) ?? null;
};

const ENDS =
  /(?:(?<!\b[A-Z])\.(?:\s|$)|[;:,(\n[]| - |\s(?:by|for|from|to|with|using|given|based|in|on|at|into|via|through|per|within|between|against|about|that|which|who|where|when|whose|if|as|such|including|so|after|before|during|since|without|across|optionally|and\/or|or|and)\s)/i;

/** The plain noun phrase at the start of a text: no article, no words that only documentation uses. */
const nounPhrase = (given: string): string => {
  const text = given
    .replace(/^(?:for|through|about|in|on|into|to|at|whether|if)\s+/i, "")
    .replace(
      /\b(an?|the|any|this) (?:given|specified|specific|particular|provided|certain)\s+(?:list of )?(\w+)/gi,
      (_, det: string, next: string) => (/^an?$/i.test(det) ? `${article(next)} ${next}` : `${det} ${next}`),
    );
  const end = ENDS.exec(`${text} `);
  const words = (end ? text.slice(0, end.index) : text).trim().split(/\s+/);
  const kept = words.filter((word, index) => {
    const low = word.toLowerCase();
    if (index === 0 && /^(?:a|an|the|all|any|some|your|my|user's|one)$/.test(low)) return false;
    return !SPEC.has(low);
  });
  return kept
    .slice(0, 6)
    .join(" ")
    .replace(/['"`]/g, "")
    .replace(
      / (?:configured|associated|provided|specified|stored|available|related|online|suitable|appearing|produced|moving|used)$/,
      "",
    )
    .replace(/(?: (?:of|a|an|the|and|or|in|for|to|its|their))+$/i, "");
};

const lowerFirst = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** "information about a museum" is asked for as "the museum details". */
const ABOUT =
  /^(?:a |the |all )?(?:list of )?(?:\w+ )?(?:details|information|info) (?:about|on|of|for|regarding) (.*)$/i;

/** Where one looks, as against what one looks for. */
const SEARCHED_PLACE =
  /\b(?:catalogu?e|code ?base|database|web|internet|index|docs|documentation|knowledge base|repository|repo|inventory|library|directory|store|archive|records)$/i;

const isPlural = (object: string): boolean => {
  const head =
    object
      .split(/\s+of\s+/)[0]
      ?.split(" ")
      .at(-1) ?? "";
  return (
    /s$/i.test(head) &&
    !/(?:ss|us|is|news|status|address|basis|analysis|series|gps|access|process|progress)$/i.test(head)
  );
};

const parametersOf = (tool: ToolSchema): ParameterReading[] => {
  const { properties, required } = tool.parameters;
  if (!isRecord(properties)) return [];
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    words: wordsOf(name).join(" "),
    required: needed.has(name),
    schema: isRecord(schema) ? schema : {},
    description: isRecord(schema) && typeof schema.description === "string" ? schema.description : "",
  }));
};

const ID_TAIL = new Set([
  "id",
  "ids",
  "uuid",
  "guid",
  "number",
  "no",
  "nr",
  "ref",
  "reference",
  "code",
  "key",
  "token",
  "identifier",
]);
const FILE_WORDS = new Set(["path", "file", "filename", "filepath", "paths"]);
const WEAK = new Set([
  "name",
  "username",
  "title",
  "email",
  "url",
  "uri",
  "directory",
  "folder",
  "code",
  "key",
  "token",
  "handle",
  "slug",
]);

const ENTITY_NAMES: Readonly<Record<string, string>> = {
  user: "account",
  customer: "account",
  client: "account",
  member: "account",
  vin: "car",
  sku: "item",
  isbn: "book",
  pnr: "booking",
  iban: "account",
  acct: "account",
  txn: "payment",
  transaction: "payment",
  repo: "repository",
};

const entityOf = (tool: ToolSchema, object: string): { parameter: string | null; noun: string | null } => {
  const parameter = identifierParameter(tool);
  if (parameter === null) return { parameter: null, noun: null };
  const words = wordsOf(parameter);
  const last = words.at(-1) ?? "";
  if (FILE_WORDS.has(last)) return { parameter, noun: "file" };
  if (WEAK.has(last)) return { parameter: null, noun: null };
  const rest = words.filter(
    (word, index) =>
      !(index === words.length - 1 && ID_TAIL.has(word)) &&
      !["the", "target", "source", "existing", "new", "unique"].includes(word),
  );
  if (last === "sku" || last === "isbn" || last === "vin" || last === "iban")
    return { parameter, noun: ENTITY_NAMES[last] ?? null };
  const named = rest.join(" ");
  if (named !== "") return { parameter, noun: ENTITY_NAMES[named] ?? named };
  const head =
    object
      .split(/\s+of\s+/)[0]
      ?.split(" ")
      .at(-1) ?? "";
  return { parameter, noun: head === "" ? null : head.replace(/(?<=[a-z]{3})s$/, "") };
};

/**
 * Reads a tool's name, description and parameters for what a person would want from it.
 */
export function readTool(tool: ToolSchema): ToolReading {
  const said = tool.description.replace(/\s+/g, " ").trim().replace(LEAD_IN, "");
  const words = said.split(" ");
  const nameWords = wordsOf(tool.name.split(/[./]/).at(-1) ?? tool.name);
  let verb = plainVerb(words[0] ?? "");
  // "Renders a widget": a word before an article is a verb, even one no list has.
  if (verb === null && /^[A-Z]?[a-z]{3,}$/.test(words[0] ?? "") && /^(?:an?|the|all|your|one)$/i.test(words[1] ?? "")) {
    verb = (words[0] as string).toLowerCase().replace(/(?<=ss|sh|ch|x)es$|(?<=[^s])s$/, "");
  }
  let rest = words.slice(1).join(" ");
  if (verb !== null && /^(?:up|out|off|back|down|over)\b/i.test(rest)) {
    if (verb === "look" || verb === "hand") rest = rest.replace(/^\w+\s*/, "");
  }
  const about = ABOUT.exec(rest)?.[1];
  const named = about === undefined ? "" : nounPhrase(about);
  let object = verb === null ? "" : named === "" ? nounPhrase(rest) : `${named} details`;
  if (verb === null || object === "") {
    const nameVerb = plainVerb(nameWords[0] ?? "");
    object = (nameVerb === null ? nameWords : nameWords.slice(1)).join(" ") || nounPhrase(lowerFirst(said));
    verb = verb ?? nameVerb ?? "general";
  }
  // "Search the product catalogue" is asked for as "products": what is looked for, not where.
  const sought = nameWords.slice(1).join(" ");
  if (ASK_BY_VERB.get(verb) === "search" && SEARCHED_PLACE.test(object) && sought !== "") object = sought;
  object = object.replace(/^(?:list|details?|information|info|data) (?:of|about|on) (?:an? |the |all )?/i, "");
  const given = /^(an?|the)\b/i.exec(rest)?.[1]?.toLowerCase();
  const articleGiven = given === undefined ? "" : given === "the" ? "the" : "a";
  const entity = entityOf(tool, object);
  const parameters = parametersOf(tool);
  const text =
    `${nameWords.join(" ")} ${tool.description} ${parameters.map((one) => `${one.words} ${one.description}`).join(" ")}`.toLowerCase();
  return {
    name: tool.name,
    ask: askOf(verb, object, articleGiven, nameWords, entity, parameters),
    verb,
    object,
    plural: isPlural(object),
    article: articleGiven,
    entityParameter: entity.parameter,
    entityNoun: entity.noun,
    parameters,
    text,
  };
}

/** Words for how a record is doing. */
const STATE = /\b(?:status|state|details?|information|info|data|progress|record)\b/;

const askOf = (
  verb: string,
  object: string,
  articleGiven: "a" | "the" | "",
  nameWords: readonly string[],
  entity: { parameter: string | null; noun: string | null },
  parameters: readonly ParameterReading[],
): AskKind => {
  const byVerb = ASK_BY_VERB.get(verb) ?? "general";
  if (nameWords.includes("refund") || /\brefund|reimburse/.test(object))
    return byVerb === "lookup" || byVerb === "search" ? "lookup" : "refund";
  if (nameWords.includes("escalate") || /\bhuman\b/.test(object)) return "escalate";
  if (nameWords.includes("reschedule")) return "move";
  if (/\b(?:slots?|availability|free time|free times)\b/.test(object) && (byVerb === "search" || byVerb === "lookup"))
    return "slots";
  if (entity.noun === "file" && (byVerb === "lookup" || verb === "read")) return "readFile";
  if (byVerb === "change" && verb === "move" && entity.noun === "file") return "change";
  if (byVerb === "create" && /\b(?:event|meeting|appointment|reminder|booking|reservation)\b/.test(object))
    return "schedule";
  if (byVerb === "apply" && !/\b(?:patch|diff|commit|change|fix|branch|file|migration)/.test(object)) return "general";
  if (byVerb === "lookup" && entity.parameter === null) {
    const needed = parameters.filter((one) => one.required);
    const numeric = needed.filter((one) => one.schema.type === "number" || one.schema.type === "integer");
    return numeric.length >= 2 && numeric.length === needed.length ? "calculate" : "info";
  }
  if (byVerb === "search" && /^(?:code|codebase|source|repo|symbol|usages?|references?)$/.test(object))
    return "searchCode";
  if (byVerb === "search" && articleGiven === "the" && object !== nameWords.slice(1).join(" ")) return "info";
  if (byVerb === "change" && (verb === "set" || verb === "configure") && articleGiven === "a") return "create";
  // The balance of an account is wanted as such; how an order is doing is another question.
  const isPart = entity.noun !== null && new RegExp(` of (?:an? |the )?(?:\\w+ )?${entity.noun}$`, "i").test(object);
  if ((byVerb === "lookup" || byVerb === "search") && isPart && !STATE.test(object)) return "info";
  const ownsObject = entity.noun !== null && object.toLowerCase().includes(entity.noun);
  if (byVerb === "lookup" && !ownsObject && !STATE.test(object)) return "info";
  return byVerb;
};
