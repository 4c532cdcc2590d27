import type { EvalSet } from "../eval-set.js";
import { calibrateOnEvals, type EvalCalibration } from "./eval-calibration.js";
import type { TextEmbedding } from "./text-embedding.js";
import type { UnitVectors } from "./unit-vectors.js";

/** The vectors of the different eval prompts. */
export class EvalVectors {
  readonly vectors: UnitVectors;
  readonly #set: EvalSet;
  /** From the number of a vector to that of its eval text. */
  readonly #texts: readonly number[];

  private constructor(set: EvalSet, texts: readonly number[], vectors: UnitVectors) {
    this.#set = set;
    this.#texts = texts;
    this.vectors = vectors;
  }

  static async of(set: EvalSet, embedding: TextEmbedding): Promise<EvalVectors> {
    const texts = [...set.texts.keys()].filter((text) => set.texts[text]?.field === "prompt");
    const vectors = await embedding.embed(texts.map((text) => (set.texts[text]?.text ?? "").trim()));
    return new EvalVectors(set, texts, vectors);
  }

  get count(): number {
    return this.vectors.count;
  }

  /** The number of the eval text that a vector is of. */
  textOf(vector: number): number {
    return this.#texts[vector] as number;
  }

  calibration(): EvalCalibration | null {
    return calibrateOnEvals(this.vectors, (vector) => {
      const text = this.#set.texts[this.textOf(vector)];
      return text === undefined ? null : (this.#set.rows[text.row]?.taskId ?? null);
    });
  }
}
