import type { Backend } from "../backend/backend.js";
import { sharedState } from "../shared-state/shared-state.js";

/** What a backend of this package says of itself to limits, and to nobody else. */
export interface EndpointFacts {
  /** The same for two backends that share one allowance: provider, place, model and key; never the key itself. */
  readonly endpoint: () => string;
  /** Attempts after the first one, as the backend was made. */
  readonly retries: number | undefined;
}

const allFacts = (): WeakMap<object, EndpointFacts> => sharedState("endpoint_facts", () => new WeakMap());

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
