import { fileTokens, idTokens } from "./ask-tokens.js";
import type { ToolReading } from "./tool-reading.js";
import { speaksOf, topicOf } from "./tool-topic.js";
import { stem, wordsOf } from "./words.js";

/** Words of names and descriptions that say nothing about what is asked. */
const EMPTY = new Set(
  (
    "the and for with that this from your you our are was have has had not but can could would into any all out about what when where " +
    "which who how why they them then than there here some one two use used get got look make need want given return returns value " +
    "values number name text string id new list type user using only also been being does did more most other over under very still " +
    "existing whole full part time date day way set data info information details result results query key code"
  ).split(" "),
);

/** Whether a word says anything about what is asked. */
export const saysSomething = (word: string): boolean => word.length > 2 && !EMPTY.has(word);

/** A word of which only the number of a noun may differ: who is "testing" asks for no tests. */
export const singular = (word: string): string => (/[^s]s$/.test(word) ? word.slice(0, -1) : word);

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

const formsIn = (text: string): WordForms[] => {
  const forms: WordForms[] = [];
  for (const word of wordsOf(text)) {
    const known = formsOf(word);
    if (known !== null) forms.push(known);
  }
  return forms;
};

/** A sentence that asks for something to be done with what was named before. */
const POINTING =
  /^(?!.*\b(?:try|go|told|tried)\b)(?=.*\b(?:it|them)\b)(?:.*\b(?:please|can|could|would|need you to|like you to|should)\b|.*\?$)/i;

const lowered = (sentences: readonly string[]): string => sentences.join(" ").toLowerCase().replaceAll("’", "'");

/** Where the request most likely is, and the rest. */
interface Parts {
  readonly request: string;
  readonly aside: string;
}

/** An ask as tools are compared with it. Each thing is read when it is first asked for: most asks are told by one of them. */
export class ReadAsk {
  readonly text: string;
  readonly #tools: readonly ToolReading[];
  readonly #objects: ReadonlySet<string>;
  #lower: string | undefined;
  #forms: readonly WordForms[] | undefined;
  #files: readonly string[] | undefined;
  #parts: Parts | undefined;

  /** @param objects - Nouns that the tools are about. */
  constructor(text: string, tools: readonly ToolReading[], objects: ReadonlySet<string>) {
    this.text = text;
    this.#tools = tools;
    this.#objects = objects;
  }

  get lower(): string {
    this.#lower ??= this.text.toLowerCase();
    return this.#lower;
  }

  /** What each word that says something is compared by. */
  get forms(): readonly WordForms[] {
    this.#forms ??= formsIn(this.text);
    return this.#forms;
  }

  get ids(): readonly string[] {
    return idTokens(this.text);
  }

  get files(): readonly string[] {
    this.#files ??= fileTokens(this.text);
    return this.#files;
  }

  /** What is said about the record, where the request most likely is; all where nothing is said about one. */
  get request(): string {
    return this.#parted.request;
  }

  /** The rest; "" where all is the request. */
  get aside(): string {
    return this.#parted.aside;
  }

  get #parted(): Parts {
    this.#parts ??= this.#part();
    return this.#parts;
  }

  #part(): Parts {
    const sentences = this.text.split(/(?<=[.!?])\s+|\n+/).filter((sentence) => sentence !== "");
    const isAbout = sentences.map((sentence) => this.#isAboutRecord(sentence));
    const hasRecord = isAbout.includes(true);
    // "Scrap it, please." asks for the request where the record was named before.
    const request = sentences.filter((sentence, at) => isAbout[at] === true || (hasRecord && POINTING.test(sentence)));
    if (request.length === 0) return { request: lowered(sentences), aside: "" };
    return { request: lowered(request), aside: lowered(sentences.filter((sentence) => !request.includes(sentence))) };
  }

  #isAboutRecord(sentence: string): boolean {
    return (
      formsIn(sentence).some(({ noun }) => this.#objects.has(noun)) ||
      idTokens(sentence).length > 0 ||
      fileTokens(sentence).length > 0 ||
      this.#tools.some((tool) => speaksOf(sentence, topicOf(tool)))
    );
  }
}
