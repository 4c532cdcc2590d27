import type { EvalVectors } from "./eval-vectors.js";
import { nearestVectors } from "./nearest-vectors.js";
import type { TextEmbedding } from "./text-embedding.js";

/** The eval text that a training text is most like. */
export interface NearestText {
  readonly text: number;
  readonly cosine: number;
}

/** What training texts are most like. Each text is embedded once; of its vector only that answer is kept. */
export class TextSimilarities {
  readonly #evals: EvalVectors;
  readonly #embedding: TextEmbedding;
  /** Null for a text whose vector has no direction. */
  readonly #nearest = new Map<string, NearestText | null>();
  readonly #asked = new Set<string>();
  #nZeros = 0;

  constructor(evals: EvalVectors, embedding: TextEmbedding) {
    this.#evals = evals;
    this.#embedding = embedding;
  }

  /** Different texts that were embedded so far. */
  get nTexts(): number {
    return this.#nearest.size;
  }

  /** Texts that wait to be embedded. */
  get nAsked(): number {
    return this.#asked.size;
  }

  /** Texts whose vector is all zeros. */
  get nZeros(): number {
    return this.#nZeros;
  }

  ask(text: string): void {
    if (!this.#nearest.has(text)) this.#asked.add(text);
  }

  async embedAsked(): Promise<void> {
    if (this.#asked.size === 0) return;
    const texts = [...this.#asked];
    this.#asked.clear();
    const vectors = await this.#embedding.embed(texts);
    const { numbers, cosines } = nearestVectors(vectors, this.#evals.vectors);
    for (const [at, text] of texts.entries())
      this.#nearest.set(text, { text: this.#evals.textOf(numbers[at] as number), cosine: cosines[at] as number });
    for (const zero of vectors.zeros) this.#nearest.set(texts[zero] as string, null);
    this.#nZeros += vectors.zeros.length;
  }

  /** What a text that was embedded is most like. */
  nearest(text: string): NearestText | null {
    return this.#nearest.get(text) ?? null;
  }
}
