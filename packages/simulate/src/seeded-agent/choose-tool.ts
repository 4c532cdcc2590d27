import { isRecord, type RandomStream, type ToolSchema } from "@whileai/core";
import { nameWords, profileOf, type ToolProfile } from "../world/tool-profile.js";

/** A tool that fits an ask. */
export interface ToolChoice {
  readonly tool: ToolSchema;
  readonly profile: ToolProfile;
}

/** Words that say nothing about what is asked. */
const STOP_WORDS = new Set(
  (
    "the and for with that this from your you our are was were have has had not but can could would should will just its " +
    "into any all out about what when where which who how why please they them then than there here some one two use used " +
    "get got look make need want help thanks hello know find given return returns value values number name text string " +
    "id new list type user using only also been being does did done more most other over under very still up by an of to"
  ).split(" "),
);
/** What a word counts, by where the tool says it. */
const WEIGHT = { name: 3, parameter: 1.5, description: 1 } as const;

/** An identifier as people write it: letters and digits together, or at least three digits. */
const ID_TOKEN = /\b(?=[\w#-]*\d)(?:[A-Za-z]{1,6}[-_#]?\d[\w-]*|\d{3,})\b/g;

/** A path or file name. */
const PATH_TOKEN =
  /(?:[\w-]+\/)+[\w.-]*\w|\b[\w-]+\.(?:py|[jt]sx?|rb|go|rs|java|md|ya?ml|json|csv|txt|pdf|sql|html|css|sh)\b/g;
const EMAIL_TOKEN = /[\w.+-]+@[\w-]+\.[\w.]*\w/g;

/** Identifiers that a text names: those with letters, which are no amounts, before bare numbers; else in order. */
export function idTokens(text: string): string[] {
  const tokens = [...text.matchAll(ID_TOKEN)].map((match) => match[0]).filter((token) => !/^20\d\d$/.test(token));
  const hasLetters = (token: string): boolean => /[a-z]/i.test(token);
  return [...tokens.filter(hasLetters), ...tokens.filter((token) => !hasLetters(token))];
}

/** What a text names that is no identifier but can stand for one: files and addresses. */
export function placeTokens(text: string): string[] {
  return [PATH_TOKEN, EMAIL_TOKEN].flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[0]));
}

/** Words of someone who wants a service to deal with something of theirs. */
const SERVICE_WORDS =
  /\b(?:check(?:ed|ing)?|look(?:ed|ing)? into|pull(?:ed)? up|status|update|happen(?:ed|ing)|go(?:ne|es)? through|went through|arriv\w+|cancel\w*|chang\w+|mov(?:e|ed|ing)|sort(?:ed)? out|fix(?:ed)?|book\w*|order\w*|account)\b/i;

/**
 * The tool to ask about when the words fit none but someone clearly wants something of theirs dealt with: one that needs an
 * identifier, so that the next thing to do is to ask for it.
 */
export function likelyTool(tools: readonly ToolSchema[], ask: string, stream: RandomStream): ToolChoice | undefined {
  if (!SERVICE_WORDS.test(ask) || idTokens(ask).length > 0) return undefined;
  const candidates = tools
    .map((tool) => ({ tool, profile: profileOf(tool) }))
    .filter(({ profile }) => profile.idParameter !== null);
  return candidates.length === 0 ? undefined : stream.pick(candidates);
}

const stem = (word: string): string =>
  word.length > 4 ? word.replace(/(ing|ed|es|s|ment|ion)$/, "").slice(0, 6) : word.replace(/s$/, "");

const contentStems = (words: readonly string[]): Set<string> =>
  new Set(words.filter((word) => word.length > 2 && !STOP_WORDS.has(word)).map(stem));

const plainWords = (text: string): string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];

/**
 * The tool that an ask is about, or undefined when it is about none: tools whose name, parameters and description share
 * words with the ask, or take an identifier where the ask names one.
 */
export function chooseTool(tools: readonly ToolSchema[], ask: string, stream: RandomStream): ToolChoice | undefined {
  const asked = contentStems(plainWords(ask));
  const hasId = idTokens(ask).length + placeTokens(ask).length > 0;
  const scored = tools.map((tool) => {
    const profile = profileOf(tool);
    const score = scoreOf(tool, asked) + (hasId && profile.idParameter !== null ? 1 : 0);
    return { tool, profile, score };
  });
  const best = Math.max(0, ...scored.map((entry) => entry.score));
  if (best < 1) return undefined;
  return stream.pick(scored.filter((entry) => entry.score === best));
}

function scoreOf(tool: ToolSchema, asked: ReadonlySet<string>): number {
  const properties = isRecord(tool.parameters.properties) ? tool.parameters.properties : {};
  const enumWords = Object.values(properties).flatMap((schema) =>
    isRecord(schema) && Array.isArray(schema.enum) ? schema.enum.flatMap((value) => plainWords(String(value))) : [],
  );
  const shared = (words: readonly string[]): number =>
    [...contentStems(words)].filter((word) => asked.has(word)).length;
  return (
    WEIGHT.name * shared(nameWords(tool.name)) +
    WEIGHT.parameter * shared([...Object.keys(properties).flatMap(nameWords), ...enumWords]) +
    WEIGHT.description * shared(plainWords(tool.description))
  );
}
