import { PARAPHRASES, TELLING } from "./banks/paraphrases.js";
import { THINGS, type ThingKind } from "./banks/things.js";
import { type AskKind, VERBS_BY_ASK } from "./banks/verbs.js";
import { identifierFits } from "./identifier.js";
import { ReadAsk, saysSomething, singular } from "./read-ask.js";
import type { ParameterReading, ToolReading } from "./tool-reading.js";
import { speaksOf, topicOf } from "./tool-topic.js";
import { thingKind } from "./values.js";
import { stem, wordsOf } from "./words.js";

/** What an ask says of a tool. */
export interface ToolMatch {
  readonly tool: ToolReading;
  /** How well the words fit what the tool does, and what it does it to. Higher is better. */
  readonly score: number;
  /** Whether the ask speaks of what the tool is about at all, and not only in words that any request uses. */
  readonly isAbout: boolean;
}

/** What each kind of evidence counts. The verb decides between tools that share a record; the rest says which record. */
const WEIGHT = {
  verb: 1.2,
  phrase: 0.6,
  aside: 0.3,
  ownVerb: 1.5,
  object: 1.5,
  topic: 0.5,
  kindOfId: 1.5,
  anyId: 0.5,
  file: 2,
  value: 1,
  name: 1,
};
const MOST_VERB_CUES = 2;
const MOST_OBJECTS = 2;

const contentWords = (text: string): string[] => wordsOf(text).filter(saysSomething);

const contentStems = (text: string): Set<string> => new Set(contentWords(text).map(stem));

const contentNouns = (text: string): Set<string> => new Set(contentWords(text).map(singular));

const cuesByAsk = new Map<AskKind, RegExp>();

const cuesOf = (ask: AskKind): RegExp => {
  let cues = cuesByAsk.get(ask);
  if (cues === undefined) {
    const verbs = ask in VERBS_BY_ASK ? VERBS_BY_ASK[ask as keyof typeof VERBS_BY_ASK] : "";
    // "get", "see" and "set" belong to too many requests to tell any.
    const own = verbs.split(" ").filter((verb) => verb.length > 3 && !verb.includes("_"));
    cues = new RegExp(`\\b(?:${[...own.map((verb) => `${verb}(?:s|ed|ing)?`), PARAPHRASES[ask]].join("|")})\\b`, "g");
    cuesByAsk.set(ask, cues);
  }
  return cues;
};

/** Requests that a time goes with. */
const TIMED_ASKS: readonly AskKind[] = ["schedule", "slots", "move"];
const DAYS =
  /\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|today|tonight|noon|morning|afternoon|evening|\d{1,2}:\d\d|o'clock|\d{1,2} ?[ap]m)\b/;
const VALUES: readonly (readonly [parameter: RegExp, said: RegExp])[] = [
  [/\b(?:date|day|time|start|end|when)\b/, DAYS],
  [/\b(?:amount|price|total|sum)\b/, /[$€£]\s?\d|\b\d+ (?:euros|dollars|pounds)\b/],
  [/\baddress\b/, /\b\d+ \w+ (?:street|road|lane|close|hill|avenue|quay)\b|\b(?:street|road|lane|avenue)\b/],
  [/\be-?mail\b/, /\S+@\S+/],
  [/\b(?:colou?r)\b/, /\b(?:green|navy|white|grey|red|mustard|black|blue|burgundy|silver)\b/],
];

/** Kinds of values whose names are telling; a city or a first name may stand in any message. */
const TELLING_KINDS = ["product", "codeItem", "title"] as const;
const PHRASES = new Map(
  TELLING_KINDS.map((kind) => {
    const phrases = THINGS[kind].map((thing) => thing.replace(/^(?:an?|the|my) | with .*$/g, ""));
    return [kind as ThingKind, new RegExp(`\\b(?:${phrases.join("|")})\\b`, "i")] as const;
  }),
);

/** Plain nouns, small or with a capital, between characters that are in no word. */
const anyOf = (nouns: ReadonlySet<string>): RegExp => {
  const words = [...nouns]
    .flatMap((noun) => [noun, `${noun}s`].filter((word) => saysSomething(word) && singular(word) === noun))
    .filter((word) => /^[a-z]+$/.test(word));
  if (words.length === 0) return NOTHING;
  const forms = words.map((word) => `[${word.charAt(0).toUpperCase()}${word.charAt(0)}]${word.slice(1)}`);
  return new RegExp(`(?:^|[^A-Za-z\\d\\u0080-\\uffff])(?:${forms.join("|")})(?![A-Za-z\\d\\u0080-\\uffff])`);
};

const NOTHING = /(?!)/;

interface ToolWords {
  /** Values of the tool's parameters that a text may name. */
  readonly values: readonly RegExp[];
  /** How values of its parameters look in a text. */
  readonly looks: readonly RegExp[];
  readonly object: ReadonlySet<string>;
  /** Finds words of `object` the way they mostly stand in a text; one look is cheaper than all words. */
  readonly objectSaid: RegExp;
  /** What any text with such a word holds in small letters. */
  readonly objectParts: readonly string[];
  readonly name: ReadonlySet<string>;
  /** The stem of its verb. */
  readonly verb: string;
  readonly choices: readonly string[];
}

const wordsByTool = new WeakMap<ToolReading, ToolWords>();

const wordsOfTool = (tool: ToolReading): ToolWords => {
  let known = wordsByTool.get(tool);
  if (known === undefined) {
    const parameters = tool.parameters.map((one) => one.words.replace(/\b(?:id|number)\b/g, "")).join(" ");
    const [, ...nameTail] = wordsOf(tool.name);
    const kinds = tool.parameters.map((one) => thingKind(one, topicOf(tool)));
    const object = contentNouns(`${tool.object} ${tool.entityNoun ?? ""} ${nameTail.join(" ")}`);
    known = {
      values: [...PHRASES].filter(([kind]) => kinds.includes(kind)).map(([, pattern]) => pattern),
      looks: VALUES.filter(([kind]) => tool.parameters.some((one) => kind.test(one.words))).map(([, said]) => said),
      object,
      objectSaid: anyOf(object),
      // Small letters beyond ASCII depend on what is around them: a word with such letters may be in any text.
      objectParts: [...object].map((noun) => (/^[a-z\d]*$/.test(noun) ? noun : "")),
      name: contentStems(parameters),
      verb: stem(tool.verb),
      choices: tool.parameters.flatMap(({ schema }) =>
        Array.isArray(schema.enum) ? schema.enum.map((one) => String(one).toLowerCase().replace(/_/g, " ")) : [],
      ),
    };
    wordsByTool.set(tool, known);
  }
  return known;
};

/** How many of a tool's few words were said. */
const shared = (words: ReadonlySet<string>, isSaid: (word: string) => boolean): number => {
  let count = 0;
  for (const word of words) if (isSaid(word)) count++;
  return count;
};

/** Cues of a request in a text: each once, those of several words for more. */
const cueScore = (ask: AskKind, text: string): number => {
  if (text === "") return 0;
  const found = text.match(cuesOf(ask));
  if (found === null) return 0;
  const weights = [...new Set(found)].map((cue) => (cue.includes(" ") ? WEIGHT.verb + WEIGHT.phrase : WEIGHT.verb));
  return weights
    .sort((left, right) => right - left)
    .slice(0, MOST_VERB_CUES)
    .reduce((sum, weight, index) => sum + weight / (index + 1), 0);
};

const objectsByTools = new WeakMap<readonly ToolReading[], ReadonlySet<string>>();

const objectsOf = (tools: readonly ToolReading[]): ReadonlySet<string> => {
  let objects = objectsByTools.get(tools);
  if (objects === undefined) {
    objects = new Set(tools.flatMap((tool) => [...wordsOfTool(tool).object]));
    objectsByTools.set(tools, objects);
  }
  return objects;
};

const TELLING_PATTERNS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(TELLING).map(([ask, words]) => [ask, new RegExp(`\\b(?:${words})\\b`)] as const),
);

const idParameterOf = (tool: ToolReading): ParameterReading | undefined =>
  tool.entityNoun === "file" ? undefined : tool.parameters.find((one) => one.name === tool.entityParameter);

/** Whether an ask gives an identifier of the kind that the tool takes. */
const givesItsId = (tool: ToolReading, ask: ReadAsk): boolean => {
  const parameter = idParameterOf(tool);
  return parameter !== undefined && ask.ids.some((id) => identifierFits(id, parameter, tool.entityNoun ?? ""));
};

const givesAnId = (tool: ToolReading, ask: ReadAsk): boolean => idParameterOf(tool) !== undefined && ask.ids.length > 0;

const givesItsFile = (tool: ToolReading, ask: ReadAsk): boolean => tool.entityNoun === "file" && ask.files.length > 0;

const isTopic = (tool: ToolReading, ask: ReadAsk): boolean => speaksOf(ask.text, topicOf(tool));

const verbScore = (tool: ToolReading, ask: ReadAsk): number =>
  cueScore(tool.ask, ask.request) + WEIGHT.aside * cueScore(tool.ask, ask.aside);

const namesObject = ({ object, objectSaid, objectParts }: ToolWords, ask: ReadAsk): boolean => {
  if (objectSaid.test(ask.text)) return true;
  return objectParts.some((part) => ask.lower.includes(part)) && ask.forms.some(({ noun }) => object.has(noun));
};

// What is cheap to tell and often true comes first.
const isAbout = (tool: ToolReading, ask: ReadAsk): boolean => {
  const words = wordsOfTool(tool);
  return (
    namesObject(words, ask) ||
    isTopic(tool, ask) ||
    givesItsFile(tool, ask) ||
    givesItsId(tool, ask) ||
    words.values.some((pattern) => pattern.test(ask.text)) ||
    (TELLING_PATTERNS.get(tool.ask)?.test(ask.request) ?? false) ||
    (givesAnId(tool, ask) && verbScore(tool, ask) > 0) ||
    // "Book me in at four" speaks of a calendar in all but name.
    (TIMED_ASKS.includes(tool.ask) &&
      words.looks.some((pattern) => pattern.test(ask.request)) &&
      verbScore(tool, ask) > 0)
  );
};

const scoreOf = (tool: ToolReading, ask: ReadAsk): number => {
  const words = wordsOfTool(tool);
  const { forms, request } = ask;
  const objects = shared(words.object, (word) => forms.some(({ noun }) => noun === word));
  const values = words.looks.filter((pattern) => pattern.test(request)).length;
  const choices = words.choices.some((choice) => request.includes(choice)) ? 1 : 0;
  const named = words.values.filter((pattern) => pattern.test(ask.text)).length;
  const saysStem = (word: string): boolean => forms.some((form) => form.stem === word);
  return (
    verbScore(tool, ask) +
    (tool.verb.length > 3 && saysStem(words.verb) ? WEIGHT.ownVerb : 0) +
    WEIGHT.object * Math.min(objects, MOST_OBJECTS) +
    (isTopic(tool, ask) ? WEIGHT.topic : 0) +
    (givesItsFile(tool, ask) ? WEIGHT.file : 0) +
    (givesItsId(tool, ask) ? WEIGHT.kindOfId : givesAnId(tool, ask) ? WEIGHT.anyId : 0) +
    WEIGHT.value * (values + choices + named) +
    WEIGHT.name * Math.min(1, shared(words.name, saysStem))
  );
};

const read = (tools: readonly ToolReading[], ask: string): ReadAsk => new ReadAsk(ask, tools, objectsOf(tools));

/** How well each tool fits an ask, best first; of equals the earlier tool. */
export function matchTools(tools: readonly ToolReading[], ask: string): ToolMatch[] {
  const known = read(tools, ask);
  return tools
    .map((tool) => ({ tool, score: scoreOf(tool, known), isAbout: isAbout(tool, known) }))
    .sort((left, right) => right.score - left.score);
}

/** The tools that fit an ask best, of those that it is about at all: one, or several of the same score. */
export function bestTools(tools: readonly ToolReading[], ask: string): ToolReading[] {
  const known = read(tools, ask);
  const about = tools.filter((tool) => isAbout(tool, known));
  // How well it fits tells only those apart that it is about.
  if (about.length < 2) return about;
  const scores = about.map((tool) => scoreOf(tool, known));
  const best = Math.max(...scores);
  return about.filter((_, at) => scores[at] === best);
}
