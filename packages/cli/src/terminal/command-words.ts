import { WhileaiError } from "@whileai/core";
import type { Command } from "commander";
import { withoutIdioms } from "./library-idioms.js";

/** A flag by the name that its value has in the code: `runStd` is `--run-std`. */
export const flagOf = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Options of groups, which are flags of their own: `limits.timeoutMs` is `--timeout`, `store.dir` is `--store`. */
const GROUPED = /`?\b(limits|store)\.(\w+?)(?:Ms)?\b`?/g;
const NAMED = /`([A-Za-z]+)(?:\.(\w+))?`/g;
const VALUE = String.raw`(?:"[^"]*"|\[[^\]]*\])`;
const SET = new RegExp(String.raw`\`?\b([A-Za-z]+):\s+(${VALUE}(?: or ${VALUE})*)\`?`, "g");
/** A name of more than one word is no word of a sentence. */
const CAMEL = /(?<![\w.`"'/-])[a-z]+[A-Z][A-Za-z]*\b(?![(`"'=:]|\.\w)/g;
/** The options of a function, as an error lists them. */
const LISTED = /\bKnown options: ([\w, ]+)\./g;
const SWITCHED = /`?\b([A-Za-z]+): true\b`?/g;
/** The name of the function that complains; a word that may be anything only where a flag follows. */
const FUNCTION = /^(?:[a-z]+[A-Z]\w*: |[a-z]+: (?=--))/;

/**
 * A text of the library with the flags of a command where it names options: `` `runStd` `` becomes `--run-std`,
 * `limits.timeoutMs` becomes `--timeout`, `exact: true` becomes `--exact`, `changed: ["tools"]` becomes `--changed tools`, `` `columns.reward` `` becomes `--columns reward=…`, and what only a
 * caller of the library can do is left out. Names that are no options of the command stay.
 */
export function inCommandWords(text: string, command: Command): string {
  const known = new Set(command.options.map((option) => option.attributeName()));
  return withoutIdioms(text, (name) => known.has(name))
    .replace(LISTED, (_, names: string) => {
      const flags = names.split(", ").filter((name) => known.has(name));
      return `Known options: ${flags.map(flagOf).join(", ")}.`;
    })
    .replace(GROUPED, (whole, group: string, inner: string) => {
      const name = inner === "dir" ? group : inner;
      return known.has(name) ? flagOf(name) : whole;
    })
    .replace(NAMED, (whole, name: string, inner: string | undefined) => {
      if (inner !== undefined && known.has(inner)) return flagOf(inner);
      if (!known.has(name)) return whole;
      return inner === undefined ? flagOf(name) : `${flagOf(name)} ${inner}=…`;
    })
    .replace(SWITCHED, (whole, name: string) => (known.has(name) ? flagOf(name) : whole))
    .replace(SET, (whole, name: string, values: string) =>
      known.has(name) ? `${flagOf(name)} ${values.replaceAll(/["[\]]/g, "").replaceAll(", ", ",")}` : whole,
    )
    .replace(CAMEL, (name) => (known.has(name) ? flagOf(name) : name));
}

/** An error as the command tells it: with its flags for the library's options, and without the name of a function. */
export function errorInCommandWords(error: unknown, command: Command): Record<string, unknown> & { message: string } {
  const words = (text: unknown): string => inCommandWords(String(text ?? ""), command);
  if (!WhileaiError.isInstance(error)) {
    const { name = "Error", message, code = "failed" } = error as { name?: string; message?: string; code?: string };
    return { name, code, message: message ?? String(error), fix: "" };
  }
  const { message, fix, ...facts } = error.toJSON();
  return { ...facts, message: words(message).replace(FUNCTION, ""), fix: words(fix) };
}
