import type { Topic } from "./banks/topics.js";
import { OUTCOME_OF_VERB } from "./banks/verbs.js";
import type { ToolReading } from "./tool-reading.js";
import { topicOf } from "./tool-topic.js";
import { article } from "./words.js";

/** What can be said of a tool whatever the text: read once, as tools do not change. */
export interface ToolPhrases {
  readonly topic: Topic;
  /** Whether the person works with an assistant here, and not with a company's service. */
  readonly working: boolean;
  /** The tool's object with the article a request gives it: "a refund", "the two matrices". */
  readonly object: string;
  /** What a request without a record is about: "my account", "the tests". */
  readonly ownObject: string;
  /** The part of the record that the tool is about, and how it is joined to it: "shipping address" "on", "delivery" "for". */
  readonly aspect: { readonly aspect: string; readonly joint: string } | null;
  /** Whether requests are for something that is not there yet. */
  readonly makesNew: boolean;
  /** Whether the object and the record are the same thing. */
  readonly sameNoun: boolean;
  readonly isTests: boolean;
  readonly needsWhen: boolean;
  readonly isPlural: boolean;
  /** The verb before the object: "look up". */
  readonly verb: string;
}

const MASS =
  /(?:information|access|weather|advice|help|money|data|traffic|news|feedback|support|knowledge|research|software|equipment|insurance|availability)$/i;
const MAKING: ReadonlySet<string> = new Set(["create", "schedule", "pay", "send", "convert", "search", "approve"]);
const TIMED: ReadonlySet<string> = new Set(["move", "schedule", "slots"]);
const PRONOUNED: readonly Topic[] = ["account", "goods", "money", "travel", "ticket"];
const WORKING: ReadonlySet<string> = new Set([
  "calculate",
  "convert",
  "info",
  "run",
  "readFile",
  "searchCode",
  "apply",
  "slots",
  "general",
]);

const withArticle = (object: string, plural: boolean, definite: boolean): string => {
  if (plural || MASS.test(object)) return definite ? `the ${object}` : object;
  if (/^(?:my|your|the|this|all|every|whether|how|if)\b/i.test(object) || /^[A-Z]{2,}\S*$/.test(object)) return object;
  return definite ? `the ${object}` : `${article(object)} ${object}`;
};

const aspectOf = ({ object, entityNoun: noun, entityParameter, ask }: ToolReading): ToolPhrases["aspect"] => {
  if (noun === null || entityParameter === null) return null;
  const part = new RegExp(`^(.+?) of (?:an? |the )?(?:\\w+ )?${noun}$`, "i").exec(object)?.[1];
  if (part !== undefined && ask !== "cancel" && ask !== "refund") return { aspect: part, joint: "on" };
  const isOther = ask === "move" && !object.toLowerCase().includes(noun) && object.split(" ").length <= 2;
  return isOther ? { aspect: object, joint: "for" } : null;
};

const objectOf = (tool: ToolReading, makesNew: boolean): string => {
  if (/^(?:money|funds)$/.test(tool.object)) return "a transfer";
  const isDefinite = !makesNew || (tool.article === "the" && tool.ask !== "create");
  const object = withArticle(tool.object, tool.plural, isDefinite);
  // "Multiply two matrices" is asked for as what comes out of it.
  const outcome = tool.ask === "calculate" ? OUTCOME_OF_VERB[tool.verb] : undefined;
  return outcome === undefined
    ? object
    : `the ${outcome} ${withArticle(tool.object, tool.plural, tool.article !== "a")}`;
};

const read = (tool: ToolReading): ToolPhrases => {
  const { ask, entityNoun: noun } = tool;
  const topic = topicOf(tool);
  const hasRecord = tool.entityParameter !== null && noun !== null;
  const makesNew = MAKING.has(ask);
  const sameNoun = hasRecord && tool.object.toLowerCase().includes(noun);
  const aspect = aspectOf(tool);
  const isOwn = PRONOUNED.includes(topic) && !tool.plural && tool.object.split(" ").length <= 2;
  const verb = tool.verb.replace(/_/g, " ");
  return {
    topic,
    working:
      topic === "code" ||
      topic === "event" ||
      (topic === "other" && tool.entityParameter === null) ||
      // Whoever asks for something of their own account or order writes to a service.
      (!(tool.entityParameter !== null && PRONOUNED.includes(topic)) && WORKING.has(ask)),
    object: objectOf(tool, makesNew),
    ownObject: isOwn ? `my ${tool.object}` : withArticle(tool.object, tool.plural, true),
    aspect,
    makesNew,
    sameNoun,
    isTests: ask === "run" && noun === "file" && /\btests?\b/.test(tool.object),
    needsWhen: TIMED.has(ask),
    isPlural: aspect === null ? tool.plural && !sameNoun : /[^su]s$/.test(aspect.aspect),
    verb: verb === "look" ? "look up" : verb === "general" ? "do" : verb,
  };
};

const phrasesByTool = new WeakMap<ToolReading, ToolPhrases>();

export const toolPhrases = (tool: ToolReading): ToolPhrases => {
  let known = phrasesByTool.get(tool);
  if (known === undefined) {
    known = read(tool);
    phrasesByTool.set(tool, known);
  }
  return known;
};
