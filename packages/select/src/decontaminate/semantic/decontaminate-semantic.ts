import { cutText, type Embedder, type RowLike } from "@whileai/core";
import { printed } from "../../notes/printed.js";
import type { Decontaminated } from "../decontaminate.js";
import type { DecontaminationHit } from "../decontamination-report.js";
import { DecontaminationTally } from "../decontamination-tally.js";
import { evalPlace } from "../eval-place.js";
import { type EvalSet, readEvalSet } from "../eval-set.js";
import { requireStream } from "../require-stream.js";
import { NO_EVIDENCE, QUOTED, RowRules, type RowVerdict, rowTexts } from "../row-verdict.js";
import { TextScanner } from "../text-scanner.js";
import { abortableRows } from "./abortable-rows.js";
import { EvalVectors } from "./eval-vectors.js";
import { type DecontaminateSemanticOptions, readSemanticOptions, type SemanticSettings } from "./semantic-options.js";
import type { SemanticPass } from "./semantic-pass.js";
import { TextEmbedding } from "./text-embedding.js";
import { TextSimilarities } from "./text-similarities.js";

const CALL = "decontaminateSemantic";
/** Different texts, and rows, that are held back to be embedded together; they bound what is held in memory (convention). */
const BLOCK_TEXTS = 4096;
const BLOCK_ROWS = 32_768;
/** Float error of a product of vectors of length 1: a pair at exactly the bound is flagged. */
const GUARD = 1e-6;

/** A row on its way through the pass. */
interface HeldRow<R> {
  readonly row: R;
  readonly verdict: RowVerdict;
  readonly texts: readonly string[];
}

/**
 * Takes training rows out that an evaluation has too, in other words as well: the text rules of `decontaminate` first, then,
 * for the rows that they pass, the cosine of their texts with every eval prompt, as an embedder sees them. A row goes when
 * it is at least `similarity`.
 *
 * A text is embedded once, however many rows have it. Rows are gone through in blocks, so that memory does not grow with
 * their vectors; those of the eval prompts are kept. An embedder that fails ends the call: no row passes unseen.
 *
 * @throws OptionError for an unknown option or a bad value, EmbedderError for an embedder that fails or does not give one
 * vector for each text, AbortError when `signal` fires.
 *
 * @example
 * const embedder = async (texts) => texts.map((text) => (/refund|money back/i.test(text) ? [1, 0] : [0, 1]));
 * const { rows, report } = await decontaminateSemantic(
 *   [{ prompt: "I want my money back." }, { prompt: "Where is my parcel?" }],
 *   { against: [{ prompt: "How do I get a refund?", task_id: "e1" }], embedder },
 * );
 * rows.length; // 1
 * report.hits[0]?.similarity; // 1
 */
export async function decontaminateSemantic<R extends RowLike>(
  rows: Iterable<R> | AsyncIterable<R>,
  options: DecontaminateSemanticOptions,
): Promise<Decontaminated<R>> {
  const settings = readSemanticOptions(CALL, options);
  requireStream(CALL, rows);
  const { textRules } = settings;
  const set = readEvalSet(CALL, options.against, textRules.ngram);
  const tally = new DecontaminationTally(set, textRules, Number.POSITIVE_INFINITY);
  const rules = new RowRules(set, textRules);
  const scanner = new TextScanner(set.index, set.table, textRules);
  const truncatedBefore = truncatedTexts(settings.embedder);
  const embedding = new TextEmbedding(CALL, settings);
  const evals = await EvalVectors.of(set, embedding);
  const similarities = new TextSimilarities(evals, embedding);

  const kept: R[] = [];
  let held: HeldRow<R>[] = [];
  const release = async (): Promise<void> => {
    await similarities.embedAsked();
    for (const { row, verdict, texts } of held) {
      const hit = semanticHit(tally.n, texts, similarities, set, settings);
      tally.add(hit === null ? verdict : { ...verdict, kind: "contaminated", hit, common: null, nearMiss: null });
      if (verdict.kind === "clean" && hit === null) kept.push(row);
    }
    held = [];
  };

  let index = 0;
  for await (const row of abortableRows(rows, settings.signal)) {
    const texts = rowTexts(row, textRules.fields);
    const verdict = rules.verdict(
      row,
      index++,
      texts,
      texts.map((text) => scanner.scan(text)),
    );
    // A text without a word in it is no more compared by meaning than one of an evaluation is.
    const isCompared = verdict.kind === "clean" && evals.vectors.count > 0;
    const compared = isCompared ? texts.map((text) => (rules.hasWords(text) ? compactText(text) : "")) : [];
    for (const text of compared) if (text !== "") similarities.ask(text);
    held.push({ row, verdict, texts: compared });
    if (similarities.nAsked >= BLOCK_TEXTS || held.length >= BLOCK_ROWS) await release();
  }
  await release();

  const skipped = whySkipped(evals, similarities);
  if (skipped !== null) return printed({ rows: kept, report: tally.report({ pass: null, skipped }) }, "report");
  const truncated = truncatedTexts(settings.embedder);
  const { model } = settings.embedder;
  const pass: SemanticPass = {
    model: typeof model === "string" ? model : null,
    dimensions: embedding.dimensions,
    nEvalPrompts: evals.nPrompts,
    nTexts: similarities.nTexts,
    nCalls: embedding.nCalls,
    nZeroEvalPrompts: evals.nPrompts - evals.vectors.count,
    nZeroTexts: similarities.nZeros,
    nTruncated: truncated === null || truncatedBefore === null ? null : truncated - truncatedBefore,
    ...evals.calibration(),
  };
  return printed({ rows: kept, report: tally.report({ similarity: settings.similarity, pass }) }, "report");
}

/** Why nothing was compared by meaning; null where something was. */
function whySkipped({ nPrompts, vectors }: EvalVectors, similarities: TextSimilarities): string | null {
  if (nPrompts === 0) return "no eval row has a prompt";
  if (vectors.count === 0) return "the embedder gave vectors of zeros for all eval prompts";
  return similarities.nTexts === 0 ? "no row was left with a text to compare" : null;
}

/** How many texts an embedder has cut so far; null where it does not say. */
function truncatedTexts(embedder: Embedder): number | null {
  const count = typeof embedder.usage === "function" ? embedder.usage()?.truncatedTexts : null;
  return typeof count === "number" ? count : null;
}

/** Space at the ends says nothing, and embedders differ in what they make of it. */
function compactText(text: string): string {
  return text.trim();
}

/** The field whose text is most like an eval prompt, where it is enough so. */
function semanticHit(
  index: number,
  texts: readonly string[],
  similarities: TextSimilarities,
  set: EvalSet,
  { similarity, textRules }: SemanticSettings,
): DecontaminationHit | null {
  let best: { field: number; text: number; cosine: number } | null = null;
  for (const [field, text] of texts.entries()) {
    const nearest = text === "" ? null : similarities.nearest(text);
    if (nearest !== null && nearest.cosine >= similarity - GUARD && nearest.cosine > (best?.cosine ?? -1))
      best = { field, ...nearest };
  }
  if (best === null) return null;
  const { text, promptRow } = set.texts[best.text] as EvalSet["texts"][number];
  return {
    ...NO_EVIDENCE,
    ...evalPlace(set, promptRow as number),
    index,
    rule: "semantic",
    field: textRules.fields[best.field] as string,
    match: "semantic",
    evalField: "prompt",
    evalText: cutText(text, QUOTED),
    similarity: Math.min(1, Math.max(0, best.cosine)),
  };
}
