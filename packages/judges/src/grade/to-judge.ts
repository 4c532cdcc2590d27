import { isBackend, JudgeError, type JudgeFunction, type JudgeObject, type Row, readJudge } from "@whileai/core";
import { type BackendLike, type CapturedSettings, captureSettings } from "@whileai/core/settings";
import { isAskingJudge } from "../judge/asking-judge.js";
import { isRubricJudge, Judge } from "../judge/judge.js";
import { verify } from "../verify/verify.js";

/** Whatever can judge: a function, a verifier, a judge object, a backend or a spec string. */
export type JudgeLike<R extends Row = Row> = JudgeFunction<R> | JudgeObject<R> | JudgeObject | BackendLike;

const FACTORIES = new Map<unknown, string>(Object.entries(verify).map(([name, factory]) => [factory, name]));

/**
 * One judge from any value that may be one; every call that takes a judge uses this.
 *
 * A function (async too), a verifier or a judge object stays what it is; a backend or a spec string becomes a `Judge`
 * by the conduct floor; nothing becomes the model set for the role "judge", as the settings are now.
 *
 * Throws a JudgeError for anything else (a verifier's factory that was not called, too), a SpecError for a spec string
 * that cannot be read, and a SettingsError when nothing is given and nothing is set.
 *
 * @example
 * toJudge("ollama:llama3").name; // "judge:llama3:conduct-floor"
 */
export function toJudge(value?: JudgeLike | null, settings: CapturedSettings = captureSettings()): JudgeObject {
  if (value === undefined || value === null) return Judge({ model: settings.resolve("judge") }).bind(settings);
  if (isRubricJudge(value)) return value.bind(settings);
  // What Typesafe() makes is a backend too.
  if (isAskingJudge(value)) return value;
  if (isBackend(value)) return Judge({ model: value }).bind(settings);
  if (typeof value === "string") return Judge({ model: settings.resolve("judge", value) }).bind(settings);
  const factory = FACTORIES.get(value);
  if (factory !== undefined)
    throw new JudgeError({
      message: `verify.${factory} makes a verifier and is none itself.`,
      fix: `Call it: verify.${factory}(…).`,
    });
  const judge = readJudge(value);
  if (judge !== undefined) return judge;
  throw new JudgeError({
    message: `A judge cannot be made from ${Array.isArray(value) ? "an array" : `this ${typeof value}`}.`,
    fix: 'Give a function (row) => reward, a verifier such as verify.ExactMatch(), Judge({ rubric }), a backend, or a spec string such as "openai:gpt-4.1-mini".',
  });
}
