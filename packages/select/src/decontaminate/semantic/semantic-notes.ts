import { countText, fixedText, type Note } from "@whileai/core";
import type { SemanticPass } from "./semantic-pass.js";

/** What the semantic pass wants the reader to know. */
export function semanticNotes(pass: SemanticPass, similarity: number, nSemantic: number): Note[] {
  const notes: Note[] = [];
  const { calibration, calibrationReason, nZeroEvalPrompts, nZeroTexts, nTruncated } = pass;
  if (calibration !== null) {
    const isBelow = similarity <= calibration.p99;
    const said = `99 of 100 pairs of eval prompts of different tasks have a cosine of at most ${fixedText(calibration.p99, 3)} (${countText(calibration.nPairs, "pair")})`;
    notes.push({
      code: "embedder_calibration",
      severity: isBelow ? "warning" : "info",
      message: isBelow ? `${said}: \`similarity\` ${similarity} flags rows that only share the subject` : said,
      ...(isBelow ? { fix: `Raise \`similarity\` above ${fixedText(calibration.p99, 3)}.` } : {}),
    });
  }
  notes.push({
    code: "semantic_check",
    severity: "info",
    message:
      `${countText(nSemantic, "row was", "rows were")} flagged by meaning; what a cosine of ${similarity} means differs from embedder to embedder` +
      (calibrationReason === null ? "" : `, and here it could not be measured: ${calibrationReason}`),
    fix: "Read the flagged rows, and some below the bound, before you rely on it.",
  });
  if (nZeroEvalPrompts + nZeroTexts > 0)
    notes.push({
      code: "zero_vectors",
      severity: "warning",
      message: `the embedder gave vectors of zeros for ${countText(nZeroEvalPrompts, "eval prompt")} and ${countText(nZeroTexts, "training text")}: they were compared by the text rules only`,
    });
  if ((nTruncated ?? 0) > 0)
    notes.push({
      code: "texts_truncated",
      severity: "warning",
      message: `the embedder read only the beginning of ${countText(nTruncated as number, "text")}`,
      fix: "Use an embedder for longer texts, or shorten the field.",
    });
  return notes;
}
