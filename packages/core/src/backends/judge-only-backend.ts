import type { Backend } from "../backend/backend.js";
import { modelFamily } from "../backend/model-family.js";
import { BackendError } from "../errors/backend-error.js";

/** What to do with a service that judges and does not chat. */
export const judgeOnlyFix = (spec: string): string =>
  `Use it where a judge stands: grade(rows, "${spec}"), Judge({ model: "${spec}" }) or configure({ judge: "${spec}" }).`;

/**
 * Stands for a service that judges without being a chat model. The judges know it by its provider and speak to it in their
 * own way; a chat with it is refused.
 */
export function judgeOnlyBackend(provider: string, model: string): Backend {
  const spec = `${provider}:${model}`;
  return Object.freeze({
    provider,
    model,
    spec,
    family: modelFamily(model),
    judgeOnly: true,
    complete: async () => {
      throw new BackendError({ message: `"${spec}" judges only and is no chat model.`, fix: judgeOnlyFix(spec) });
    },
    toString: () => spec,
  });
}
