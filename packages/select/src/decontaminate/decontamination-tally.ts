import { countText, cutText, type Note } from "@whileai/core";
import type { DecontaminateSettings } from "./decontaminate-options.js";
import {
  type CommonTextRow,
  type DecontaminationFields,
  type DecontaminationHit,
  type DecontaminationReport,
  type DecontaminationRule,
  decontaminationReport,
  EXAMPLES,
  type NearMiss,
  type SkippedRule,
} from "./decontamination-report.js";
import type { EvalSet } from "./eval-set.js";
import { wordsThatOutliveAnEdit } from "./one-word-edit.js";
import type { RowVerdict } from "./row-verdict.js";
import { semanticNotes } from "./semantic/semantic-notes.js";
import type { SemanticOutcome } from "./semantic/semantic-pass.js";

/** Spans that this many flagged rows share are pointed out: they may be a preamble. */
const REPEATED_SPAN = 3;
/** Flagged rows whose spans are counted, so that a stream does not fill the memory. */
const SPANS_COUNTED = 10_000;

/** Counts verdicts into a report. Its memory grows by a number for each contaminated row, and by `hitsKept` hits. */
export class DecontaminationTally {
  readonly #set: EvalSet;
  readonly #settings: DecontaminateSettings;
  readonly #hitsKept: number;
  readonly #rules = new Map<DecontaminationRule, number>();
  readonly #byField = new Map<string, number>();
  readonly #bySource: number[];
  readonly #flagged: number[] = [];
  readonly #hits: DecontaminationHit[] = [];
  readonly #commonText: CommonTextRow[] = [];
  readonly #spans = new Map<string, number>();
  #n = 0;
  #nSkipped = 0;
  #nSameWords = 0;
  #nNumericIds = 0;
  #nWithoutText = 0;
  #nCommonText = 0;
  #nNearMisses = 0;
  #closestMiss: NearMiss | null = null;
  #hasIds = false;

  constructor(set: EvalSet, settings: DecontaminateSettings, hitsKept: number) {
    this.#set = set;
    this.#settings = settings;
    this.#hitsKept = hitsKept;
    this.#bySource = set.sources.map(() => 0);
  }

  /** How many entries have been counted: the position of the next one. */
  get n(): number {
    return this.#n;
  }

  add(verdict: RowVerdict): void {
    this.#n++;
    if (verdict.kind === "not_a_row") this.#nSkipped++;
    if (verdict.hasIds) this.#hasIds = true;
    if (verdict.kind === "clean" && !verdict.hasText) this.#nWithoutText++;
    if (verdict.common !== null && this.#nCommonText++ < EXAMPLES) this.#commonText.push(verdict.common);
    if (verdict.nearMiss !== null) this.#addNearMiss(verdict.nearMiss);
    if (verdict.hit !== null) this.#addHit(verdict.hit);
  }

  #addNearMiss(miss: NearMiss): void {
    this.#nNearMisses++;
    if (miss.share > (this.#closestMiss?.share ?? 0)) this.#closestMiss = miss;
  }

  #addHit(hit: DecontaminationHit): void {
    count(this.#rules, hit.rule);
    this.#bySource[hit.sourceIndex] = (this.#bySource[hit.sourceIndex] ?? 0) + 1;
    this.#flagged.push(hit.index);
    if (this.#hits.length < this.#hitsKept) this.#hits.push(hit);
    if (hit.field !== null) count(this.#byField, hit.field);
    if (hit.rule === "exact" && hit.match === "words") this.#nSameWords++;
    if (hit.rule === "same_task" && /^\d{1,6}$/.test(hit.match)) this.#nNumericIds++;
    if (hit.rule === "near" && hit.direction === "train" && hit.span !== null && this.#spans.size < SPANS_COUNTED)
      count(this.#spans, hit.span);
  }

  /** What was counted, with what the semantic pass says, where there was one. */
  report(semantic: SemanticOutcome | null = null): DecontaminationReport {
    const { ngram, overlap, coverageOf, fields } = this.#settings;
    const { sources, texts, rows } = this.#set;
    const nContaminated = this.#flagged.length;
    const nRows = this.#n - this.#nSkipped;
    const of = (rule: DecontaminationRule): number => this.#rules.get(rule) ?? 0;
    const rulesSkipped = this.#rulesSkipped(semantic);
    const ran = semantic?.pass ? semantic : null;
    const editProofWords = wordsThatOutliveAnEdit(ngram, overlap);
    const report: DecontaminationFields = {
      n: this.#n,
      nSkipped: this.#nSkipped,
      nKept: nRows - nContaminated,
      nContaminated,
      contaminationRate: nRows === 0 ? null : nContaminated / nRows,
      nSameTask: of("same_task"),
      nExact: of("exact"),
      nSameWords: this.#nSameWords,
      nNear: of("near"),
      nContains: of("contains"),
      nSemantic: ran === null ? null : of("semantic"),
      nEvalRows: rows.length,
      nEvalSkipped: sources.reduce((sum, { nSkipped }) => sum + nSkipped, 0),
      nEvalTexts: texts.length,
      sources: sources.map((source, index) => ({ ...source, nContaminated: this.#bySource[index] ?? 0 })),
      ngram,
      overlap,
      coverageOf,
      similarity: ran?.similarity ?? null,
      semantic: ran?.pass ?? null,
      fields,
      byField: Object.fromEntries(this.#byField),
      nWithoutText: this.#nWithoutText,
      flagged: [...this.#flagged],
      hits: [...this.#hits],
      nCommonText: this.#nCommonText,
      commonText: [...this.#commonText],
      nNearMisses: this.#nNearMisses,
      closestMiss: this.#closestMiss,
      editProofWords,
      nEvalTextsEditHides: texts.filter(({ words }) => words < (editProofWords ?? Number.POSITIVE_INFINITY)).length,
      rulesSkipped,
    };
    return decontaminationReport(report, this.#notes(report, semantic));
  }

  #rulesSkipped(semantic: SemanticOutcome | null): SkippedRule[] {
    const skipped: SkippedRule[] = [];
    const side = this.#set.ids.size === 0 ? "eval" : this.#hasIds ? null : "training";
    if (side !== null) skipped.push({ rule: "same_task", why: `no ${side} row has a scenario_id or a task_id` });
    if (semantic?.pass === null) skipped.push({ rule: "semantic", why: semantic.skipped });
    return skipped;
  }

  #notes(report: DecontaminationFields, semantic: SemanticOutcome | null): Note[] {
    const notes: Note[] = [];
    const note = (code: string, severity: Note["severity"], message: string, fix?: string): void => {
      notes.push(fix === undefined ? { code, severity, message } : { code, severity, message, fix });
    };
    const { texts, sources } = this.#set;
    const nRows = this.#n - this.#nSkipped;
    if (nRows === 0)
      note(
        "no_rows",
        "error",
        "there is no training row, so nothing was compared",
        "Check what the training rows were read from.",
      );
    if (texts.length === 0)
      note(
        "no_eval_texts",
        "error",
        "no eval text was given, so no training text was compared with any",
        "Check what `against` holds.",
      );
    else if (nRows > 0 && this.#nWithoutText === nRows)
      note(
        "no_training_texts",
        "error",
        `no row has text in ${this.#settings.fields.join(", ")}, so none was compared`,
        "Name the fields that hold the text in `fields`.",
      );
    else if (this.#nWithoutText > 0)
      note(
        "rows_without_text",
        "warning",
        `${countText(this.#nWithoutText, "kept row has", "kept rows have")} no text in ${this.#settings.fields.join(", ")} and could not be compared`,
      );
    for (const { rule, why } of report.rulesSkipped)
      if (rule === "same_task")
        note("same_task_skipped", "info", `task ids were not compared: ${why}; that none is the same says nothing`);
      else
        note(
          "semantic_skipped",
          "warning",
          `nothing was compared by meaning: ${why}; that no row was found so says nothing`,
        );
    if (this.#nNumericIds > 0)
      note(
        "numeric_task_ids",
        "warning",
        `${countText(this.#nNumericIds, "row matches", "rows match")} an eval row by a bare number; two sets that are both numbered from 0 always do`,
        "Give the tasks of each set ids of their own.",
      );
    const [span, nSpan] = [...this.#spans].reduce((most, next) => (next[1] > most[1] ? next : most), ["", 0]);
    if (nSpan >= REPEATED_SPAN)
      note(
        "repeated_span",
        "info",
        `${nSpan} flagged rows share the same words with an eval text that they do not cover: ${JSON.stringify(cutText(span, 80))}; look whether it is a preamble`,
      );
    if (this.#nCommonText > 0)
      note(
        "common_text",
        "info",
        `${countText(this.#nCommonText, "row was", "rows were")} kept although most of it is text that many eval texts share`,
      );
    const wordless = sources.reduce((sum, { nWithoutWords }) => sum + nWithoutWords, 0);
    if (wordless > 0)
      note(
        "eval_texts_without_words",
        "warning",
        `${countText(wordless, "eval row has a text", "eval rows have texts")} without a word in it, which no rule compares`,
      );
    const skipped = sources.reduce((sum, { nSkipped }) => sum + nSkipped, 0);
    if (this.#nSkipped + skipped > 0)
      note(
        "not_rows",
        "warning",
        `${countText(this.#nSkipped, "training entry is no row", "training entries are no rows")}, ${countText(skipped, "eval entry is neither row nor text", "eval entries are neither rows nor texts")}`,
      );
    if (this.#hits.length < this.#flagged.length)
      note(
        "hits_not_kept",
        "info",
        `the evidence is kept of the first ${this.#hits.length} contaminated rows; \`flagged\` names all`,
      );
    if (semantic === null)
      note(
        "no_embedder",
        "info",
        "paraphrases and translations are not seen by text rules",
        "Use `decontaminateSemantic` with an embedder to look for them.",
      );
    else if (semantic.pass !== null)
      notes.push(...semanticNotes(semantic.pass, semantic.similarity, this.#rules.get("semantic") ?? 0));
    return notes;
  }
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
