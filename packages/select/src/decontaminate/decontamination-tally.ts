import type { DecontaminateSettings } from "./decontaminate-options.js";
import { decontaminationNotes } from "./decontamination-notes.js";
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
import { EvalRowTally } from "./eval-row-hits.js";
import type { EvalSet } from "./eval-set.js";
import { wordsThatOutliveAnEdit } from "./one-word-edit.js";
import type { RowVerdict } from "./row-verdict.js";
import type { SemanticOutcome } from "./semantic/semantic-pass.js";

/** Different spans that are counted, so that a stream does not fill the memory. */
const SPANS_COUNTED = 10_000;

/** Counts verdicts into a report. Its memory grows by a number for each contaminated row, by their tasks, and by `hitsKept` hits. */
export class DecontaminationTally {
  readonly #set: EvalSet;
  readonly #settings: DecontaminateSettings;
  readonly #hitsKept: number;
  readonly #rules = new Map<DecontaminationRule, number>();
  readonly #byField = new Map<string, number>();
  readonly #bySource: number[];
  readonly #flagged: number[] = [];
  readonly #hits: DecontaminationHit[] = [];
  readonly #evalRows = new EvalRowTally();
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
    if (verdict.hit !== null) this.#addHit(verdict.hit, verdict.task);
  }

  #addNearMiss(miss: NearMiss): void {
    this.#nNearMisses++;
    if (miss.share > (this.#closestMiss?.share ?? 0)) this.#closestMiss = miss;
  }

  #addHit(hit: DecontaminationHit, task: string): void {
    count(this.#rules, hit.rule);
    this.#bySource[hit.sourceIndex] = (this.#bySource[hit.sourceIndex] ?? 0) + 1;
    this.#flagged.push(hit.index);
    this.#evalRows.add(hit, task);
    if (this.#hits.length < this.#hitsKept) this.#hits.push(hit);
    if (hit.field !== null) count(this.#byField, hit.field);
    if (hit.copy === "words") this.#nSameWords++;
    if (hit.rule === "same_task" && /^\d{1,6}$/.test(hit.match)) this.#nNumericIds++;
    if (hit.rule === "near" && hit.direction === "train" && hit.span !== null) this.#countSpan(hit.span);
  }

  #countSpan(span: string): void {
    if (this.#spans.size < SPANS_COUNTED || this.#spans.has(span)) count(this.#spans, span);
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
    const evalRowHits = this.#evalRows.rows();
    const editProofWords = wordsThatOutliveAnEdit(ngram, overlap);
    const report: DecontaminationFields = {
      n: this.#n,
      nSkipped: this.#nSkipped,
      nKept: nRows - nContaminated,
      nContaminated,
      contaminationRate: nRows === 0 ? null : nContaminated / nRows,
      nTasksHit: this.#evalRows.nTasks,
      nEvalRowsHit: evalRowHits.length,
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
      evalRowHits,
      nCommonText: this.#nCommonText,
      commonText: [...this.#commonText],
      nNearMisses: this.#nNearMisses,
      closestMiss: this.#closestMiss,
      editProofWords,
      nEvalTextsEditHides: texts.filter(({ words }) => words < (editProofWords ?? Number.POSITIVE_INFINITY)).length,
      rulesSkipped,
    };
    const [repeatedSpan] = [...this.#spans].sort((one, other) => other[1] - one[1]);
    const facts = { nNumericIds: this.#nNumericIds, repeatedSpan, semantic: ran };
    return decontaminationReport(report, decontaminationNotes(report, facts));
  }

  #rulesSkipped(semantic: SemanticOutcome | null): SkippedRule[] {
    const skipped: SkippedRule[] = [];
    const side = this.#set.ids.size === 0 ? "eval" : this.#hasIds ? null : "training";
    if (side !== null) skipped.push({ rule: "same_task", why: `no ${side} row has a scenario_id or a task_id` });
    if (semantic?.pass === null) skipped.push({ rule: "semantic", why: semantic.skipped });
    return skipped;
  }
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
