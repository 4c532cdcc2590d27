import { cutText, isRecord } from "@whileai/core";
import { decodeReferences } from "./character-references.js";
import type { DecontaminateSettings } from "./decontaminate-options.js";
import type { CommonTextRow, DecontaminationHit, DecontaminationRule, NearMiss } from "./decontamination-report.js";
import { type EvalPlace, evalPlace } from "./eval-place.js";
import { type EvalSet, verbatimKey } from "./eval-set.js";
import { fieldText } from "./field-text.js";
import { rowIds } from "./row-ids.js";
import { shortTextKey } from "./short-text-key.js";
import type { ClosestText, TextMatch, TextScan } from "./text-scan.js";
import { WordReader } from "./word-reader.js";
import { WordTable } from "./word-table.js";

/** Characters of an eval text that a hit quotes. */
export const QUOTED = 120;

const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;

/** What became of one entry of the input. */
export interface RowVerdict {
  readonly kind: "not_a_row" | "clean" | "contaminated";
  readonly hit: DecontaminationHit | null;
  readonly common: CommonTextRow | null;
  readonly nearMiss: NearMiss | null;
  readonly hasIds: boolean;
  /** The row's task: its first id, or what it asks; "" where it says neither. */
  readonly task: string;
  readonly hasText: boolean;
}

const NOT_A_ROW: RowVerdict = {
  kind: "not_a_row",
  hit: null,
  common: null,
  nearMiss: null,
  hasIds: false,
  task: "",
  hasText: false,
};

/** The texts of a row that are compared, one for each field; none for what is no row. */
export function rowTexts(row: unknown, fields: readonly string[]): string[] {
  return isRecord(row) ? fields.map((field) => fieldText(row, field)) : [];
}

/** The eval text that a text is a copy of: verbatim, or but for punctuation. */
interface Copy {
  readonly text: number;
  readonly copy: NonNullable<DecontaminationHit["copy"]>;
}

/** Applies the rules to one row, given what its texts share with the eval texts. */
export class RowRules {
  readonly #set: EvalSet;
  readonly #settings: DecontaminateSettings;
  readonly #reader = new WordReader(new WordTable(), false);

  constructor(set: EvalSet, settings: DecontaminateSettings) {
    this.#set = set;
    this.#settings = settings;
  }

  /** The first rule that holds: the task's id, then field by field a copy or a near copy, then field by field what it contains. */
  verdict(row: unknown, index: number, texts: readonly string[], scans: readonly (TextScan | null)[]): RowVerdict {
    if (!isRecord(row)) return NOT_A_ROW;
    const ids = rowIds(row);
    const promptAt = this.#settings.fields.indexOf("prompt");
    const task = ids[0] ?? texts[promptAt] ?? fieldText(row, "prompt");
    const facts = { hasIds: ids.length > 0, task, hasText: texts.some((text) => this.hasWords(text)) };
    const hit = this.#sameTask(ids, index) ?? this.#textHit(index, texts, scans);
    if (hit !== null) return { kind: "contaminated", hit, common: null, nearMiss: null, ...facts };
    const at = scans.findIndex((scan) => scan?.common);
    const match = scans[at]?.common;
    const common = match ? { index, field: this.#settings.fields[at] as string, ...match } : null;
    return { kind: "clean", hit: null, common, nearMiss: this.#nearMiss(index, scans), ...facts };
  }

  /** Whether a text has a word in it, without which nothing compares it. */
  hasWords(text: string): boolean {
    // Characters that are no letters may be spelled with letters: the sign of a trade mark is two.
    return LETTER_OR_NUMBER.test(decodeReferences(text)) || this.#reader.read(text) > 0;
  }

  #nearMiss(index: number, scans: readonly (TextScan | null)[]): NearMiss | null {
    let [best, field]: [ClosestText | null, number] = [null, 0];
    for (const [at, scan] of scans.entries())
      if (scan?.closest && scan.closest.share > (best?.share ?? 0)) [best, field] = [scan.closest, at];
    if (best === null) return null;
    const { text, share, side } = best;
    return { index, field: this.#settings.fields[field] as string, share, side, ...this.#evalText(text) };
  }

  #sameTask(ids: readonly string[], index: number): DecontaminationHit | null {
    for (const id of ids) {
      const row = this.#set.ids.get(id);
      if (row === undefined) continue;
      return { ...NO_EVIDENCE, ...evalPlace(this.#set, row), index, rule: "same_task", match: id, evalTaskId: id };
    }
    return null;
  }

  #textHit(index: number, texts: readonly string[], scans: readonly (TextScan | null)[]): DecontaminationHit | null {
    const { fields, ngram } = this.#settings;
    for (const [at, scan] of scans.entries()) {
      if (scan === null) continue;
      const field = fields[at] as string;
      const copy = scan.sameWords === null ? null : this.#copyOf(texts[at] as string, scan.words);
      if (copy !== null) return this.#copyHit(index, field, copy);
      if (scan.near !== null) return this.#shareHit(index, "near", field, scan.near, scan.sameWords);
    }
    for (const [at, scan] of scans.entries()) {
      if (scan === null) continue;
      const field = fields[at] as string;
      const { sameWords, contains } = scan;
      // Where all words are shared text, no share says that the two texts are the same.
      if (sameWords !== null && scan.words >= ngram && contains?.text !== sameWords)
        return this.#copyHit(index, field, { text: sameWords, copy: "words" });
      if (contains !== null) return this.#shareHit(index, "contains", field, contains, sameWords);
    }
    return null;
  }

  #copyHit(index: number, field: string, { text, copy }: Copy): DecontaminationHit {
    return {
      ...NO_EVIDENCE,
      ...this.#evalText(text),
      index,
      rule: "exact",
      field,
      match: copy === "verbatim" ? "exact" : copy,
      copy,
      direction: "both",
      trainShare: 1,
      evalShare: 1,
    };
  }

  #copyOf(text: string, words: number): Copy | null {
    const exact = this.#set.exact.get(verbatimKey(text));
    if (exact !== undefined) return { text: exact, copy: "verbatim" };
    if (words >= this.#settings.ngram) return null;
    this.#reader.read(text);
    const short = this.#set.short.get(shortTextKey(this.#reader));
    return short === undefined ? null : { text: short, copy: "words" };
  }

  #shareHit(
    index: number,
    rule: DecontaminationRule,
    field: string,
    match: TextMatch,
    sameWords: number | null,
  ): DecontaminationHit {
    const { overlap, ngram } = this.#settings;
    const isBoth = rule === "near" && match.evalShare >= overlap;
    return {
      ...NO_EVIDENCE,
      ...this.#evalText(match.text),
      index,
      rule,
      field,
      match: cutText(match.firstGram, QUOTED),
      copy: match.text === sameWords ? "words" : null,
      direction: isBoth ? "both" : rule === "near" ? "train" : "eval",
      trainShare: match.trainShare,
      evalShare: match.evalShare,
      trainCommonWords: match.trainCommonWords,
      evalCommonWords: match.evalCommonWords,
      ngram,
      span: match.span,
    };
  }

  #evalText(id: number): EvalPlace & Pick<DecontaminationHit, "evalField" | "evalText"> {
    const { text, row, field } = this.#set.texts[id] as EvalSet["texts"][number];
    return { ...evalPlace(this.#set, row), evalField: field, evalText: cutText(text, QUOTED) };
  }
}

/** A hit before anything is known of it. */
export const NO_EVIDENCE = {
  field: null,
  copy: null,
  direction: null,
  trainShare: null,
  evalShare: null,
  trainCommonWords: 0,
  evalCommonWords: 0,
  ngram: null,
  span: null,
  evalField: null,
  evalText: null,
  similarity: null,
} as const;
