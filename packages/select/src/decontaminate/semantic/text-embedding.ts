import { AbortError, countText, EmbedderError, onAbort, untilAborted, WhileaiError } from "@whileai/core";
import type { EmbedSettings } from "./semantic-options.js";
import { joinVectors, type UnitVectors, unitVectors } from "./unit-vectors.js";

/** Embeds lists of texts with one embedder, and holds it to what it must give. */
export class TextEmbedding {
  readonly #call: string;
  readonly #settings: EmbedSettings;
  #dimensions: number | null = null;
  #nCalls = 0;

  constructor(call: string, settings: EmbedSettings) {
    this.#call = call;
    this.#settings = settings;
  }

  /** Numbers in a vector; null until the embedder gave one. */
  get dimensions(): number | null {
    return this.#dimensions;
  }

  get nCalls(): number {
    return this.#nCalls;
  }

  /** The vectors of texts, in batches, several at a time. The first failure ends the other calls. */
  async embed(texts: readonly string[]): Promise<UnitVectors> {
    const { batchSize, concurrency, signal } = this.#settings;
    const stop = new AbortController();
    const stopListening = onAbort(signal, () => stop.abort(signal?.reason));
    const batches: UnitVectors[] = [];
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < texts.length && !stop.signal.aborted) {
        const from = next;
        next += batchSize;
        // Taken over at once: an embedder may write its next answer into the same memory.
        batches[from / batchSize] = await this.#ask(texts.slice(from, from + batchSize), stop.signal);
      }
    };
    try {
      if (signal?.aborted) throw new AbortError({ cause: signal.reason });
      await Promise.all(Array.from({ length: Math.min(concurrency, Math.ceil(texts.length / batchSize)) }, work));
      if (signal?.aborted) throw new AbortError({ cause: signal.reason });
      return joinVectors(batches, this.#dimensions ?? 0);
    } catch (error) {
      stop.abort();
      throw error;
    } finally {
      stopListening();
    }
  }

  async #ask(batch: readonly string[], signal: AbortSignal): Promise<UnitVectors> {
    this.#nCalls++;
    let answer: unknown;
    try {
      answer = await untilAborted(Promise.resolve(this.#settings.embedder(batch, { signal })), signal);
    } catch (error) {
      if (this.#settings.signal?.aborted) throw new AbortError({ cause: this.#settings.signal.reason });
      if (WhileaiError.isInstance(error)) throw error;
      throw new EmbedderError({
        message: `${this.#call}: the embedder failed on ${countText(batch.length, "text")}: ${error instanceof Error ? error.message : String(error)}.`,
        fix: "No row was cleared. Mend the embedder and call again.",
        cause: error,
      });
    }
    const vectors = this.#checked(answer, batch.length);
    return unitVectors(vectors, this.#dimensions ?? 0);
  }

  #checked(answer: unknown, count: number): readonly ArrayLike<number>[] {
    if (!Array.isArray(answer))
      throw this.#refuse(`gave ${answer === null ? "null" : typeof answer} instead of a list of vectors`);
    if (answer.length !== count)
      throw this.#refuse(`gave ${countText(answer.length, "vector")} for ${countText(count, "text")}`);
    for (const vector of answer as unknown[]) {
      const { length } = (typeof vector === "object" && vector !== null ? vector : {}) as { length?: unknown };
      if (typeof length !== "number" || length < 1) throw this.#refuse("gave something that is no vector");
      this.#dimensions ??= length;
      if (length !== this.#dimensions)
        throw this.#refuse(`gave vectors of ${this.#dimensions} and of ${length} dimensions`);
      for (let at = 0; at < length; at++)
        if (!Number.isFinite((vector as ArrayLike<unknown>)[at]))
          throw this.#refuse("gave a vector that holds something other than finite numbers");
    }
    return answer;
  }

  #refuse(what: string): EmbedderError {
    return new EmbedderError(
      {
        message: `${this.#call}: the embedder ${what}.`,
        fix: "It must give one vector for each text, in their order, of one length, of finite numbers. No row was cleared.",
      },
      "embedder_answer",
    );
  }
}
