import { nearestName, OptionError } from "@whileai/core";
import { type JudgeLike, verify } from "@whileai/judges";

/** What is made from functions or other verifiers, which no text can hold. */
const FROM_CODE: readonly string[] = ["scoreFn", "All", "Any", "Not", "AtLeast", "Weighted"];

type MakeVerifier = (options?: unknown) => JudgeLike;

/**
 * The verifier of a text such as `Numeric` or `Includes:{"word": true}`.
 *
 * @param option - The option that the text was given to, for errors.
 */
export function verifierFrom(option: string, text: string): JudgeLike {
  const [, name = text, argument] = /^(\w+):([\s\S]+)$/.exec(text) ?? [];
  const known = Object.keys(verify).filter((key) => !FROM_CODE.includes(key));
  if (FROM_CODE.includes(name))
    throw new OptionError({
      option,
      received: text,
      message: `--${option}: ${name} is made of ${name === "scoreFn" ? "a function" : "other verifiers"}, which cannot be written here.`,
      fix: `Export it from a module, as in: export const judge = verify.${name}(…), and pass --judge judge.mjs#judge.`,
    });
  if (!Object.hasOwn(verify, name)) {
    const near = nearestName(name, known);
    throw new OptionError({
      option,
      received: text,
      didYouMean: near,
      message: `--${option}: there is no verifier ${name}.`,
      fix: `${near ? `Did you mean ${near}? ` : ""}Known: ${known.join(", ")}.`,
    });
  }
  let given: unknown;
  try {
    given = argument === undefined ? undefined : JSON.parse(argument);
  } catch (cause) {
    throw new OptionError({
      option,
      received: text,
      message: `--${option}: the options of ${name} are not JSON.`,
      fix: `Write them as in '${name}:{"field": "answer"}'.`,
      cause,
    });
  }
  return (verify as unknown as Record<string, MakeVerifier>)[name]?.(given) as JudgeLike;
}
