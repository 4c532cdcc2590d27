/** Something that the library says to who calls it, and what a command says instead. */
interface Idiom {
  readonly said: RegExp;
  /** Given what the command has: the text instead, or undefined to leave it. */
  readonly instead: (has: (option: string) => boolean) => string | undefined;
}

/** Advice that is more than the name of an option: a call, a field of a report, an option that commands do not have. */
const IDIOMS: readonly Idiom[] = [
  { said: /`decontaminateSemantic` with an embedder/g, instead: (has) => (has("embedder") ? "--embedder" : undefined) },
  {
    said: /Look at report\.dropped for each row's gate/g,
    instead: (has) => (has("dropped") ? "Give --dropped FILE for each row's gate" : undefined),
  },
  {
    said: /Give the agent's tools, or set validate: false/g,
    instead: (has) => (has("tools") ? "Give the agent's tools: --tools tools.json" : undefined),
  },
  { said: /, or lower minimumObservations/g, instead: (has) => (has("minimumObservations") ? undefined : "") },
  { said: /\bname it: endorsed\b/g, instead: (has) => (has("endorsed") ? "name it with --endorsed" : undefined) },
  {
    said: /\bgive reference: (\(row\) => [\w.]*\w)/g,
    instead: (has) => (has("reference") ? undefined : "export with the library's `reference: $1`"),
  },
  { said: /\bwith ngram (?=\d)/g, instead: (has) => (has("ngram") ? "with --ngram " : undefined) },
  {
    said: /\btoTrlPreference, and with it the export, starts\b/g,
    instead: (has) => (has("format") ? "Every --format but pairs starts" : undefined),
  },
  { said: /, or set allowEmpty\b/g, instead: (has) => (has("allowEmpty") ? undefined : "") },
  { said: /, or pass apiKey\b/g, instead: (has) => (has("apiKey") ? undefined : "") },
  {
    said: /; `format` names one that is not recognised/g,
    instead: (has) => (has("format") ? undefined : ""),
  },
];

/** A text of the library without the advice that only its caller can follow. */
export const withoutIdioms = (text: string, has: (option: string) => boolean): string =>
  IDIOMS.reduce((left, { said, instead }) => {
    const words = instead(has);
    return words === undefined ? left : left.replace(said, words);
  }, text);
