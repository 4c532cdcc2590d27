import type { Backend } from "@whileai/core";
import { holdKey, TYPESAFE_MODEL, TypesafeBackend, type TypesafeOptions } from "@whileai/core/backends";
import { captureSettings } from "@whileai/core/settings";
import type { AskingJudge } from "../judge/asking-judge.js";
import { Judge } from "../judge/judge.js";

/** A judge on TypeSafe's decision service; also the model to give to `Judge`, `JudgePairs` and `configure({ judge })`. */
export type TypesafeJudge = AskingJudge & Backend;

/**
 * A judge that asks TypeSafe's Jev, a service that answers questions with probabilities. By itself it judges by the
 * conduct floor; `Judge({ rubric, model: Typesafe() })` judges by a rubric. `"typesafe:jev-latest"` is the same as a spec.
 *
 * A run passes where the probability is one half or more. Rows carry `judge_meta.confidence`, `.probabilities`, and
 * `.unsure` within 0.1 of one half; failed ones a `failure_class`. The service does not chat: as an agent it is refused.
 *
 * The key is `apiKey`, then the one held by the settings for the same place, then WHILEAI_TYPESAFE_API_KEY, then
 * TYPESAFE_API_KEY. A refused key ends a grading before its first row.
 *
 * Throws an OptionError for unknown options and an empty model.
 *
 * @example
 * const { rows } = await grade(data, Typesafe());
 * rows[0]?.judge_meta?.confidence; // 0.93
 */
export function Typesafe(model: string = TYPESAFE_MODEL, options: TypesafeOptions = {}): TypesafeJudge {
  const backend = TypesafeBackend(model, options);
  const judge = Judge({ model: backend }).bind(captureSettings());
  const typesafe: TypesafeJudge = Object.freeze({
    ...judge,
    provider: backend.provider,
    model: backend.model,
    spec: backend.spec,
    family: backend.family,
    judgeOnly: true,
    get url() {
      return backend.url;
    },
    complete: backend.complete.bind(backend),
    toString: () => backend.toString(),
  });
  holdKey(typesafe, backend.provider, () => new URL(backend.url as string).origin, options.apiKey);
  return typesafe;
}
