import { isContentWord, singular, stem, wordsOf } from "./ask-words.js";

/** Verbs that tool names begin with, each with what people say instead. */
const SAID_FOR: ReadonlyMap<string, readonly string[]> = /* @__PURE__ */ (() =>
  new Map(
    Object.entries({
      add: "attach include insert",
      apply: "use redeem",
      approve: "accept allow confirm",
      assign: "allocate give",
      book: "reserve schedule",
      calculate: "compute estimate total",
      call: "phone ring",
      cancel: "abort stop undo void",
      change: "edit modify switch update",
      check: "verify confirm look",
      close: "finish resolve shut",
      compute: "calculate",
      create: "make new open start",
      delete: "erase drop remove",
      edit: "change correct modify",
      escalate: "transfer forward supervisor manager",
      execute: "run",
      fetch: "find get look show",
      file: "submit",
      find: "look search locate where",
      get: "find look show check",
      issue: "give send",
      list: "show all which",
      load: "open read",
      lookup: "look find check",
      make: "create",
      modify: "change edit update",
      notify: "alert inform tell",
      open: "create start",
      pay: "charge settle",
      place: "make put",
      post: "publish send",
      process: "handle",
      read: "open show",
      refund: "reimburse return moneyback",
      remove: "delete drop",
      replace: "exchange swap",
      reset: "restore",
      retrieve: "find get look",
      return: "back",
      run: "execute start",
      schedule: "book arrange",
      search: "find look",
      send: "deliver email mail",
      set: "change update",
      show: "see display",
      start: "begin launch",
      stop: "cancel end",
      submit: "file send",
      transfer: "forward move",
      update: "change edit modify",
      verify: "check confirm",
      write: "draft compose",
    }).map(([verb, others]) => [verb, [verb, ...others.split(" ")]]),
  ))();

/** Parts of a name that nobody says. */
const UNSAID: ReadonlySet<string> = /* @__PURE__ */ (() =>
  new Set("by data detail details id ids info information tool record".split(" ")))();
/** A noun of at least this many letters is also found at the beginning of a longer word: "order" in "ordering". */
const SHORTEST_PREFIX = 4;

/** The words by which a text speaks of a tool. */
export interface ToolWords {
  readonly name: string;
  /** The name, word by word. */
  readonly parts: readonly string[];
  /** What the tool is about; a text that has all of these speaks of it. */
  readonly nouns: readonly string[];
  /** For a name without nouns, what is said for its verb. */
  readonly verbs: readonly string[];
}

/** Reads a tool's name: `issue_refund` is about a refund, `search` about nothing but searching. */
export function toolWords(name: string): ToolWords {
  const parts = wordsOf(name);
  const [first, last] = [parts[0], parts.at(-1)];
  const isVerb = (part: string | undefined): boolean => part !== undefined && SAID_FOR.has(part);
  const rest = isVerb(first) ? parts.slice(1) : isVerb(last) ? parts.slice(0, -1) : parts;
  const content = rest.filter(isContentWord);
  const said = content.filter((part) => !UNSAID.has(part));
  const nouns = said.length > 0 ? said : content;
  const verb = isVerb(first) ? first : last;
  return { name, parts, nouns, verbs: nouns.length > 0 ? [] : (SAID_FOR.get(verb ?? "") ?? []) };
}

const holdsRun = (words: readonly string[], run: readonly string[]): boolean =>
  run.length > 0 && words.some((_, start) => run.every((part, offset) => words[start + offset] === part));

const isSameNoun = (word: string, noun: string): boolean =>
  stem(word) === stem(noun) || word === `${noun}s` || noun === `${word}s`;

function saysNoun(words: readonly string[], noun: string): boolean {
  const beginning = singular(noun);
  const begins = (word: string): boolean => beginning.length >= SHORTEST_PREFIX && word.startsWith(beginning);
  return words.some((word) => isSameNoun(word, noun) || begins(word));
}

/** Whether a text, given as its words, speaks of a tool: by its name, by all nouns of the name, or by a lone verb. */
export function speaksOfTool(words: readonly string[], { parts, nouns, verbs }: ToolWords): boolean {
  if (holdsRun(words, parts)) return true;
  if (nouns.length > 0) return nouns.every((noun) => saysNoun(words, noun));
  return verbs.some((verb) => saysNoun(words, verb));
}
