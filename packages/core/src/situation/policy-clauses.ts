import { checkOptions, optionRule } from "../options/check-options.js";

/** How many clauses are used when nothing else is said. Convention: more would swamp the grid. */
export const DEFAULT_CLAUSE_LIMIT = 16;
/** Pieces shorter than this say nothing on their own. */
const SHORTEST_CLAUSE = 8;
const LONGEST_CLAUSE = 120;

const HEADING = /^\s{0,3}(#{1,6}\s|[=-]{3,}\s*$|\*\*[^*]+\*\*:?\s*$)/;
const LIST_MARK = /^\s*(?:[-*+•–—▪◦]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+/i;
const isLabel = (line: string): boolean => /^\s*\p{Lu}[\p{L}\d '/&-]{0,28}:(?:\s|$)/u.test(line);
const ROLE =
  /^(?:you are|you're|you act as|act as|you will act as|your role is|your name is|as an? (?:ai|assistant))\b/i;
// "You are not allowed to …" is a rule and no introduction.
const ROLE_THAT_RULES =
  /^(?:you are|you're)\s+(?:not|never|only|allowed|permitted|required|expected|responsible|free|to|forbidden|authori[sz]ed)\b/i;
const SENTENCE_END = /(?<!\b(?:e\.g|i\.e|etc|vs|no|mr|mrs|ms|dr|approx|incl|st))[.!?](?:["')\]]*)\s+/i;

export interface PolicyClauses {
  /** The first `limit` clauses, in document order. */
  readonly clauses: readonly string[];
  /** Clauses found in the whole text. */
  readonly total: number;
  readonly leftOut: number;
}

const blocksOf = (text: string): string[] => {
  const blocks: string[] = [];
  let open: string[] = [];
  const close = (): void => {
    if (open.length > 0) blocks.push(open.join(" "));
    open = [];
  };
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() === "" || HEADING.test(line)) {
      close();
      continue;
    }
    if (LIST_MARK.test(line) || isLabel(line)) close();
    open.push(line.trim());
  }
  close();
  return blocks;
};

const withoutRole = (block: string): string => {
  if (!ROLE.test(block) || ROLE_THAT_RULES.test(block)) return block;
  const end = SENTENCE_END.exec(block);
  return end ? block.slice(end.index + end[0].length) : "";
};

const splitWhenWhole = (text: string, separator: RegExp): string[] => {
  const pieces: string[] = [];
  let rest = text;
  for (let match = separator.exec(rest); match; match = separator.exec(rest)) {
    pieces.push(rest.slice(0, match.index) + match[0].trimEnd());
    rest = rest.slice(match.index + match[0].length);
  }
  pieces.push(rest);
  const kept = pieces.map((piece) => piece.trim()).filter((piece) => piece !== "");
  return kept.length >= 2 && kept.every((piece) => piece.length >= SHORTEST_CLAUSE) ? kept : [text];
};

const cutAtWord = (clause: string): string => {
  if (clause.length <= LONGEST_CLAUSE) return clause;
  const cut = clause.slice(0, LONGEST_CLAUSE + 1).lastIndexOf(" ");
  return clause.slice(0, cut > 0 ? cut : LONGEST_CLAUSE).trimEnd();
};

/**
 * The separate rules of a system prompt, in document order. Paragraphs, list items, labelled lines, sentences and
 * semicolons part them; headings, bare labels and an introduction ("You are …") are left out, repeated rules count once,
 * and a rule of more than 120 characters is cut at a word.
 *
 * @param options.limit - The most clauses to keep, default 16. `Infinity` keeps all.
 * @throws OptionError for an unknown option.
 *
 * @example
 * policyClauses("You are a clerk. Look up the order first. Refunds over $200 need a manager.").clauses;
 * // ["Look up the order first.", "Refunds over $200 need a manager."]
 */
export function policyClauses(systemPrompt: string, options: { limit?: number | undefined } = {}): PolicyClauses {
  checkOptions("policyClauses", options, { limit: optionRule.number(0, Number.POSITIVE_INFINITY) });
  const limit = options.limit ?? DEFAULT_CLAUSE_LIMIT;
  const seen = new Set<string>();
  const found: string[] = [];
  for (const block of blocksOf(systemPrompt)) {
    const marked = block.replace(LIST_MARK, "");
    for (const sentence of splitWhenWhole(withoutRole(marked), SENTENCE_END)) {
      for (const piece of splitWhenWhole(sentence, /;\s+/)) {
        const clause = cutAtWord(piece.replace(LIST_MARK, "").replace(/\s+/g, " ").trim());
        const key = clause.toLowerCase();
        const isBareLabel = /^[^.!?]{0,30}:$/.test(clause);
        if (clause.length < SHORTEST_CLAUSE || isBareLabel || seen.has(key)) continue;
        seen.add(key);
        found.push(clause);
      }
    }
  }
  const clauses = found.slice(0, limit);
  return { clauses, total: found.length, leftOut: found.length - clauses.length };
}
