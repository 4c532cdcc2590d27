/** What goes wrong with a batch, or with single requests of it. */
export interface BatchFaults {
  /** Polls of one batch until it has ended. Default 1: the second poll finds it ended. */
  readonly polls?: number | undefined;
  /** Requests that are not done before the batch ends, by custom id. */
  readonly expires?: ((customId: string, batch: number) => boolean) | undefined;
  /** Requests that are left out of the results altogether. */
  readonly loses?: ((customId: string, batch: number) => boolean) | undefined;
  /** Status of polls that fail, one entry a poll; null for one that works. */
  readonly failingPolls?: readonly (number | null)[] | undefined;
  /** Status of the calls that make a batch, one entry a call; null for one that works. `made` makes the batch all the same. */
  readonly failingSubmits?: readonly (number | { readonly status: number; readonly made: true } | null)[] | undefined;
  /** Calls that make a batch and are never answered, by number. */
  readonly hangs?: ((submit: number) => boolean) | undefined;
  /** The code of batches that the vendor refuses after it has taken them, by number and by how many others are open. OpenAI only. */
  readonly refuses?: ((batch: number, open: number) => string | undefined) | undefined;
  /** Break the connection in the middle of the results, so many times. */
  readonly cutResults?: number | undefined;
  /** Most bytes of a request body; larger ones are answered with 413. */
  readonly mostBytes?: number | undefined;
}
