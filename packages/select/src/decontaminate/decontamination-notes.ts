import { countText, cutText, type Note } from "@whileai/core";
import type { DecontaminationFields } from "./decontamination-report.js";
import { semanticNotes } from "./semantic/semantic-notes.js";
import type { SemanticPass } from "./semantic/semantic-pass.js";

/** Spans that this many flagged rows share are pointed out: they may be a preamble. */
const REPEATED_SPAN = 3;

/** What the notes say beyond the fields of the report. */
export interface DecontaminationFacts {
  /** Rows that match an eval row by an id that is a bare number. */
  readonly nNumericIds: number;
  /** The span that most rows have in common with an eval text that they do not cover, and how many have it. */
  readonly repeatedSpan: readonly [span: string, rows: number] | undefined;
  /** The semantic pass, where it compared something. */
  readonly semantic: { readonly pass: SemanticPass; readonly similarity: number } | null;
}

/** What the reader of a report should know before relying on it. */
export function decontaminationNotes(report: DecontaminationFields, facts: DecontaminationFacts): Note[] {
  return [
    ...comparedNotes(report),
    ...skippedRuleNotes(report),
    ...findingNotes(report, facts),
    ...leftOutNotes(report),
    ...meaningNotes(report, facts),
  ];
}

/** Whether there was anything to compare. */
function comparedNotes({ n, nSkipped, nEvalTexts, nWithoutText, fields }: DecontaminationFields): Note[] {
  const notes: Note[] = [];
  const nRows = n - nSkipped;
  const named = fields.join(", ");
  if (nRows === 0)
    notes.push({
      code: "no_rows",
      severity: "error",
      message: "there is no training row, so nothing was compared",
      fix: "Check what the training rows were read from.",
    });
  if (nEvalTexts === 0)
    notes.push({
      code: "no_eval_texts",
      severity: "error",
      message: "no eval row has a text with a word in it, so no training text was compared with any",
      fix: "Check what `against` holds: rows with a prompt, an answer or a reference.",
    });
  else if (nRows > 0 && nWithoutText === nRows)
    notes.push({
      code: "no_training_texts",
      severity: "error",
      message: `no row has a word in ${named}, so none was compared`,
      fix: "Name the fields that hold the text in `fields`.",
    });
  else if (nWithoutText > 0)
    notes.push({
      code: "rows_without_text",
      severity: "warning",
      message: `${countText(nWithoutText, "kept row has", "kept rows have")} no word in ${named} and could not be compared`,
    });
  return notes;
}

function skippedRuleNotes({ rulesSkipped }: DecontaminationFields): Note[] {
  return rulesSkipped.map(({ rule, why }) =>
    rule === "same_task"
      ? {
          code: "same_task_skipped",
          severity: "info",
          message: `task ids were not compared, because ${why}: rows of an eval task may be among the kept ones`,
        }
      : {
          code: "semantic_skipped",
          severity: "warning",
          message: `nothing was compared by meaning, because ${why}: paraphrases may be among the kept rows`,
        },
  );
}

/** What was found, and may be something else than contamination. */
function findingNotes(
  { nCommonText }: DecontaminationFields,
  { nNumericIds, repeatedSpan }: DecontaminationFacts,
): Note[] {
  const notes: Note[] = [];
  if (nNumericIds > 0)
    notes.push({
      code: "numeric_task_ids",
      severity: "warning",
      message: `${countText(nNumericIds, "row matches", "rows match")} an eval row by a bare number; two sets that are both numbered from 0 always do`,
      fix: "Give the tasks of each set ids of their own.",
    });
  if (repeatedSpan !== undefined && repeatedSpan[1] >= REPEATED_SPAN)
    notes.push({
      code: "repeated_span",
      severity: "info",
      message: `${repeatedSpan[1]} flagged rows share the same words with an eval text that they do not cover: ${JSON.stringify(cutText(repeatedSpan[0], 80))}; look whether it is a preamble`,
    });
  if (nCommonText > 0)
    notes.push({
      code: "common_text",
      severity: "info",
      message: `${countText(nCommonText, "row was", "rows were")} kept although most of it is text that many eval texts share`,
    });
  return notes;
}

/** What of the input, and of the evidence, is in no count. */
function leftOutNotes({ sources, nSkipped, nEvalSkipped, hits, flagged }: DecontaminationFields): Note[] {
  const notes: Note[] = [];
  const wordless = sources.reduce((sum, { nWithoutWords }) => sum + nWithoutWords, 0);
  if (wordless > 0)
    notes.push({
      code: "eval_texts_without_words",
      severity: "warning",
      message: `${countText(wordless, "eval text is", "eval texts are")} missing or without a word: no rule compares them`,
    });
  if (nSkipped + nEvalSkipped > 0)
    notes.push({
      code: "not_rows",
      severity: "warning",
      message: `${countText(nSkipped, "training entry is no row", "training entries are no rows")}, ${countText(nEvalSkipped, "eval entry is neither row nor text", "eval entries are neither rows nor texts")}`,
    });
  if (hits.length < flagged.length)
    notes.push({
      code: "hits_not_kept",
      severity: "info",
      message: `the evidence is kept of the first ${hits.length} contaminated rows; \`flagged\` names all`,
    });
  return notes;
}

function meaningNotes({ rulesSkipped, nSemantic }: DecontaminationFields, { semantic }: DecontaminationFacts): Note[] {
  if (semantic !== null) return semanticNotes(semantic.pass, semantic.similarity, nSemantic ?? 0);
  if (rulesSkipped.some(({ rule }) => rule === "semantic")) return [];
  return [
    {
      code: "no_embedder",
      severity: "info",
      message: "paraphrases and translations are not seen by text rules",
      fix: "Use `decontaminateSemantic` with an embedder to look for them.",
    },
  ];
}
