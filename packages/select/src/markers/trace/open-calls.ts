/** A call of a message that a later tool turn may answer. */
export interface OpenCall {
  readonly tool: string;
  readonly id: unknown;
  readonly args: unknown;
  answer?: unknown;
  /** Whether the answer is marked as an error. */
  failed?: unknown;
}

/** The calls of a conversation that nothing has answered yet. */
export class OpenCalls {
  readonly #open = new Set<OpenCall>();
  readonly #byId = new Map<unknown, OpenCall>();
  readonly #byName = new Map<unknown, { readonly calls: OpenCall[]; next: number }>();

  add(call: OpenCall): void {
    this.#open.add(call);
    // An id that is used twice says nothing of which of two open calls is meant: then the older one is answered first.
    if (isId(call.id) && this.#withId(call.id) === undefined) this.#byId.set(call.id, call);
    const named = this.#byName.get(call.tool);
    if (named === undefined) this.#byName.set(call.tool, { calls: [call], next: 0 });
    else named.calls.push(call);
  }

  /** The call that a tool turn answers: the one with its id, else the oldest with its name, else the oldest. */
  take(id: unknown, name: unknown): OpenCall | undefined {
    const call = this.#withId(id) ?? this.#named(name) ?? this.#open.values().next().value;
    if (call !== undefined) this.#open.delete(call);
    return call;
  }

  #withId(id: unknown): OpenCall | undefined {
    const call = isId(id) ? this.#byId.get(id) : undefined;
    return call !== undefined && this.#open.has(call) ? call : undefined;
  }

  #named(name: unknown): OpenCall | undefined {
    const named = this.#byName.get(name);
    if (named === undefined) return undefined;
    while (named.next < named.calls.length && !this.#open.has(named.calls[named.next] as OpenCall)) named.next++;
    return named.calls[named.next];
  }
}

/** null and empty ids are none. */
const isId = (id: unknown): boolean => (typeof id === "string" && id !== "") || typeof id === "number";
