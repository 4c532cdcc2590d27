import { type Backend, type Completion, type CompletionRequest, WhileaiError } from "@whileai/core";
import { delegateBackend } from "@whileai/core/backends";
import type { BatchReply } from "./batch-reply.js";
import { requestKey } from "./request-key.js";

/** A question that no batch has answered yet. */
export interface MissingReply {
  readonly key: string;
  readonly request: CompletionRequest;
}

/**
 * The replies to one row's questions. A judge that asks the backend of {@link RowReplies.backend} is answered from them; a
 * question without a reply ends the judge's work and is kept as missing. Once the reply is there the judge begins anew and
 * gets further: judges are functions of the row and of the replies.
 */
export class RowReplies {
  readonly #at: number;
  readonly #replies = new Map<string, BatchReply>();
  readonly #read = new Set<string>();
  readonly #onRead: (completion: Completion | undefined) => void;
  #missing: MissingReply[] = [];

  /** @param onRead - Called once for each reply that was paid, with what it says where that could be read. */
  constructor(at: number, onRead: (completion: Completion | undefined) => void) {
    this.#at = at;
    this.#onRead = onRead;
  }

  add(key: string, reply: BatchReply): void {
    this.#replies.set(key, reply);
  }

  /** What was asked since the last time and has no reply. */
  takeMissing(): MissingReply[] {
    return this.#missing.splice(0);
  }

  /** The model for one run of the judge over the row. */
  backend(own: Backend): Backend {
    const asked = new Map<string, number>();
    return delegateBackend(own, async (request) => {
      const alike = requestKey(own, request, { at: this.#at, nth: 0 });
      const nth = asked.get(alike) ?? 0;
      asked.set(alike, nth + 1);
      const key = nth === 0 ? alike : requestKey(own, request, { at: this.#at, nth });
      const reply = this.#replies.get(key);
      if (reply !== undefined) return this.#answer(key, reply, request);
      this.#missing.push({ key, request });
      throw new WhileaiError("batch_waiting", {
        message: "The judge asked more than batches had answered.",
        fix: "Grade this row without `batch`.",
      });
    });
  }

  #answer(key: string, reply: BatchReply, request: CompletionRequest): Completion {
    if (reply.error !== null) throw reply.error;
    const isNew = !this.#read.has(key);
    this.#read.add(key);
    let completion: Completion | undefined;
    try {
      completion = reply.read(request);
      return completion;
    } finally {
      if (isNew) this.#onRead(completion);
    }
  }
}
