import type { Backend } from "./backend.js";

/** A backend that is the given one to everybody who asks, and makes its calls in another way. */
export function delegateBackend(backend: Backend, complete: Backend["complete"]): Backend {
  return Object.freeze({
    provider: backend.provider,
    model: backend.model,
    spec: backend.spec,
    family: backend.family,
    ...(backend.judgeOnly === undefined ? {} : { judgeOnly: backend.judgeOnly }),
    ...(backend.contextTokens === undefined ? {} : { contextTokens: backend.contextTokens }),
    get url() {
      return backend.url;
    },
    complete,
    toString: () => backend.toString(),
  });
}
