import type { EvalSet } from "../eval-set.js";
import { type CalibrationOutcome, calibrateOnEvals } from "./eval-calibration.js";
import type { TextEmbedding } from "./text-embedding.js";
import { type UnitVectors, withoutZeros } from "./unit-vectors.js";

/** The vectors of the different eval prompts that have a direction. */
export class EvalVectors {
  readonly vectors: UnitVectors;
  /** Different eval prompts. */
  readonly nPrompts: number;
  readonly #set: EvalSet;
  /** From the number of a vector to that of its eval text. */
  readonly #texts: readonly number[];

  private constructor(set: EvalSet, texts: readonly number[], all: UnitVectors) {
    const zeros = new Set(all.zeros);
    this.#set = set;
    this.#texts = texts.filter((_, number) => !zeros.has(number));
    this.nPrompts = texts.length;
    this.vectors = withoutZeros(all);
  }

  static async of(set: EvalSet, embedding: TextEmbedding): Promise<EvalVectors> {
    const texts = [...set.texts.keys()].filter((text) => set.texts[text]?.promptRow !== null);
    const vectors = await embedding.embed(texts.map((text) => (set.texts[text]?.text ?? "").trim()));
    return new EvalVectors(set, texts, vectors);
  }

  /** The number of the eval text that a vector is of. */
  textOf(vector: number): number {
    return this.#texts[vector] as number;
  }

  calibration(): CalibrationOutcome {
    return calibrateOnEvals(this.vectors, (vector) => {
      const row = this.#set.texts[this.textOf(vector)]?.promptRow ?? -1;
      return this.#set.rows[row]?.taskId ?? null;
    });
  }
}
