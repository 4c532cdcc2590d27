import type { Backend } from "../backend/backend.js";

/** What a backend of this package says of itself to limits, and to nobody else. */
export interface EndpointFacts {
  /** The same for two backends that share one allowance: provider, place, model and key; never the key itself. */
  readonly endpoint: () => string;
  /** Attempts after the first one, as the backend was made. */
  readonly retries: number | undefined;
}

const FACTS = Symbol.for("whileai.endpoint_facts");

/** Shared by all copies of the package in a process. */
function allFacts(): WeakMap<object, EndpointFacts> {
  const holder = globalThis as { [FACTS]?: WeakMap<object, EndpointFacts> };
  holder[FACTS] ??= new WeakMap();
  return holder[FACTS];
}

export function keepEndpointFacts(backend: object, facts: EndpointFacts): void {
  allFacts().set(backend, facts);
}

/** The retries that a backend was made with; undefined leaves the default in force. */
export const ownRetries = (backend: Backend): number | undefined => allFacts().get(backend)?.retries;

/** What stands for a backend's endpoint: a text that other backends may share, or the backend itself. */
export function endpointOf(backend: Backend): string | Backend {
  try {
    return allFacts().get(backend)?.endpoint() ?? backend;
  } catch {
    // A URL in a variable that cannot be read is the call's own error.
    return backend;
  }
}
