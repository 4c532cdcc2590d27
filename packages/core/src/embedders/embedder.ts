/** How one call of an embedder is made. */
export interface EmbedOptions {
  /** Ends the call with an `AbortError`. */
  readonly signal?: AbortSignal | undefined;
}

/** What an embedder has done since it was made; null is not known. */
export interface EmbedderUsage {
  readonly calls: number;
  readonly texts: number;
  readonly tokens: number | null;
  /** Texts of which only the beginning was read. */
  readonly truncatedTexts: number | null;
}

/**
 * Turns texts into vectors, one for each text in their order, all with the same number of dimensions. Any async function
 * will do; what it may say of itself besides is optional.
 *
 * @example
 * const embedder: Embedder = async (texts) => texts.map((text) => [text.length, 1]);
 */
export interface Embedder {
  (texts: readonly string[], options: EmbedOptions): Promise<readonly ArrayLike<number>[]>;
  /** The model behind it, for reports. */
  readonly model?: string | undefined;
  /** Texts that it would like to get at a time. */
  readonly batchSize?: number | undefined;
  /** Calls that it takes at a time. */
  readonly concurrency?: number | undefined;
  /** What it has done so far. */
  usage?(): EmbedderUsage;
}
