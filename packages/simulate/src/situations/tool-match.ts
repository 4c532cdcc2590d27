import { fileTokens, idTokens } from "./ask-tokens.js";
import { PARAPHRASES, TELLING } from "./banks/paraphrases.js";
import { THINGS, type ThingKind } from "./banks/things.js";
import { type AskKind, VERBS_BY_ASK } from "./banks/verbs.js";
import { identifierFits } from "./identifier.js";
import type { ToolReading } from "./tool-reading.js";
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

/** Words of names and descriptions that say nothing about what is asked. */
const EMPTY = new Set(
  (
    "the and for with that this from your you our are was have has had not but can could would into any all out about what when where " +
    "which who how why they them then than there here some one two use used get got look make need want given return returns value " +
    "values number name text string id new list type user using only also been being does did more most other over under very still " +
    "existing whole full part time date day way set data info information details result results query key code"
  ).split(" "),
);

const saysSomething = (word: string): boolean => word.length > 2 && !EMPTY.has(word);

const contentWords = (text: string): string[] => wordsOf(text).filter(saysSomething);

const contentStems = (text: string): Set<string> => new Set(contentWords(text).map(stem));

/** A word of which only the number of a noun may differ: who is "testing" asks for no tests. */
const singular = (word: string): string => (/[^s]s$/.test(word) ? word.slice(0, -1) : word);

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

interface ToolWords {
  /** Values of the tool's parameters that a text may name. */
  readonly values: readonly RegExp[];
  /** How values of its parameters look in a text. */
  readonly looks: readonly RegExp[];
  readonly object: ReadonlySet<string>;
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
    known = {
      values: [...PHRASES].filter(([kind]) => kinds.includes(kind)).map(([, pattern]) => pattern),
      looks: VALUES.filter(([kind]) => tool.parameters.some((one) => kind.test(one.words))).map(([, said]) => said),
      object: contentNouns(`${tool.object} ${tool.entityNoun ?? ""} ${nameTail.join(" ")}`),
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
const shared = (words: ReadonlySet<string>, said: readonly string[]): number => {
  let count = 0;
  for (const word of words) if (said.includes(word)) count++;
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

/** An ask parted into what is said about the record, where the request most likely is, and the rest. */
interface ReadAsk {
  readonly text: string;
  readonly request: string;
  readonly aside: string;
  readonly stems: readonly string[];
  readonly nouns: readonly string[];
  readonly ids: readonly string[];
  readonly files: readonly string[];
}

/** A sentence that asks for something to be done with what was named before. */
const POINTING =
  /^(?!.*\b(?:try|go|told|tried)\b)(?=.*\b(?:it|them)\b)(?:.*\b(?:please|can|could|would|need you to|like you to|should)\b|.*\?$)/i;

const objectsByTools = new WeakMap<readonly ToolReading[], ReadonlySet<string>>();

const objectsOf = (tools: readonly ToolReading[]): ReadonlySet<string> => {
  let objects = objectsByTools.get(tools);
  if (objects === undefined) {
    objects = new Set(tools.flatMap((tool) => [...wordsOfTool(tool).object]));
    objectsByTools.set(tools, objects);
  }
  return objects;
};

/** What a word is compared by. */
interface WordForms {
  readonly stem: string;
  readonly noun: string;
}

/** Words come again and again. */
const WORDS_KEPT = 4096;
const formsByWord = new Map<string, WordForms | null>();

/** The forms of a word; null for one that says nothing. */
const formsOf = (word: string): WordForms | null => {
  let known = formsByWord.get(word);
  if (known === undefined) {
    known = saysSomething(word) ? { stem: stem(word), noun: singular(word) } : null;
    // Numbers do not come again: they would take the places of words.
    if (formsByWord.size < WORDS_KEPT && !/\d/.test(word)) formsByWord.set(word, known);
  }
  return known;
};

const readAsk = (text: string, tools: readonly ToolReading[]): ReadAsk => {
  const objects = objectsOf(tools);
  const stems: string[] = [];
  const nouns: string[] = [];
  const isAboutRecord = (sentence: string): boolean => {
    let namesObject = false;
    for (const word of wordsOf(sentence)) {
      const forms = formsOf(word);
      if (forms === null) continue;
      stems.push(forms.stem);
      nouns.push(forms.noun);
      namesObject ||= objects.has(forms.noun);
    }
    return (
      namesObject ||
      idTokens(sentence).length > 0 ||
      fileTokens(sentence).length > 0 ||
      tools.some((tool) => speaksOf(sentence, topicOf(tool)))
    );
  };
  const sentences = text.split(/(?<=[.!?])\s+|\n+/).filter((sentence) => sentence !== "");
  const isAbout = sentences.map(isAboutRecord);
  const lowered = (chosen: readonly string[]): string => chosen.join(" ").toLowerCase().replaceAll("’", "'");
  const hasRecord = isAbout.includes(true);
  // "Scrap it, please." asks for the request where the record was named before.
  const request = sentences.filter((sentence, at) => isAbout[at] === true || (hasRecord && POINTING.test(sentence)));
  const aside = sentences.filter((sentence) => !request.includes(sentence));
  return {
    text,
    request: lowered(request.length > 0 ? request : sentences),
    aside: request.length > 0 ? lowered(aside) : "",
    stems,
    nouns,
    ids: idTokens(text),
    files: fileTokens(text),
  };
};

const TELLING_PATTERNS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(TELLING).map(([ask, words]) => [ask, new RegExp(`\\b(?:${words})\\b`)] as const),
);

const matchOf = (tool: ToolReading, ask: ReadAsk): ToolMatch => {
  const words = wordsOfTool(tool);
  const asked = cueScore(tool.ask, ask.request);
  const verb = Math.max(asked, asked + WEIGHT.aside * cueScore(tool.ask, ask.aside));
  const objects = Math.min(shared(words.object, ask.nouns), MOST_OBJECTS);
  const isTopic = speaksOf(ask.text, topicOf(tool));
  const parameter = tool.parameters.find((one) => one.name === tool.entityParameter);
  const takesFile = tool.entityNoun === "file";
  const hasFile = takesFile && ask.files.length > 0;
  const hasId = parameter !== undefined && !takesFile && ask.ids.length > 0;
  const fits = hasId && ask.ids.some((id) => identifierFits(id, parameter, tool.entityNoun ?? ""));
  const values = words.looks.filter((pattern) => pattern.test(ask.request)).length;
  const choices = words.choices.some((choice) => ask.request.includes(choice)) ? 1 : 0;
  const named = words.values.filter((pattern) => pattern.test(ask.text)).length;
  const score =
    verb +
    (ask.stems.includes(words.verb) && tool.verb.length > 3 ? WEIGHT.ownVerb : 0) +
    WEIGHT.object * objects +
    (isTopic ? WEIGHT.topic : 0) +
    (hasFile ? WEIGHT.file : 0) +
    (fits ? WEIGHT.kindOfId : hasId ? WEIGHT.anyId : 0) +
    WEIGHT.value * (values + choices + named) +
    WEIGHT.name * Math.min(1, shared(words.name, ask.stems));
  const isTelling = TELLING_PATTERNS.get(tool.ask)?.test(ask.request) ?? false;
  // "Book me in at four" speaks of a calendar in all but name.
  const isTimed = TIMED_ASKS.includes(tool.ask) && verb > 0 && values > 0;
  const isAbout = isTimed || named > 0 || objects > 0 || isTopic || hasFile || fits || isTelling || (hasId && verb > 0);
  return { tool, score, isAbout };
};

/** How well each tool fits an ask, best first; of equals the earlier tool. */
export function matchTools(tools: readonly ToolReading[], ask: string): ToolMatch[] {
  const read = readAsk(ask, tools);
  return tools.map((tool) => matchOf(tool, read)).sort((left, right) => right.score - left.score);
}
