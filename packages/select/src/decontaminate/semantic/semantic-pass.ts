import type { EvalCalibration } from "./eval-calibration.js";

/** What the semantic pass compared, and what it could not. */
export interface SemanticPass {
  /** The embedder's model, where it says so. */
  readonly model: string | null;
  readonly dimensions: number | null;
  /** Different eval prompts that were embedded. */
  readonly nEvalPrompts: number;
  /** Different training texts that were embedded: those of rows that no text rule flagged. */
  readonly nTexts: number;
  readonly nCalls: number;
  /** Eval prompts and training texts whose vector is all zeros: they were compared with nothing. */
  readonly nZeroEvalPrompts: number;
  readonly nZeroTexts: number;
  /** Texts of which the embedder read the beginning only; null: it does not say. */
  readonly nTruncated: number | null;
  /** How alike eval prompts of different tasks are; null, with the reason, where fewer than two pairs have ids that tell. */
  readonly calibration: EvalCalibration | null;
  readonly calibrationReason: string | null;
}

/** How a semantic pass ended: with something compared, or with nothing to compare, which clears nothing. */
export type SemanticOutcome =
  | { readonly pass: SemanticPass; readonly similarity: number }
  | { readonly pass: null; readonly skipped: string };
