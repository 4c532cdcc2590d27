import { nearestName, OptionError } from "@whileai/core";
import { InvalidArgumentError } from "commander";

/** Reads names with commas between; given several times, the option adds up. */
export function nameList(text: string, before: readonly string[] = []): string[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.includes("")) throw new InvalidArgumentError("It must be names with commas between.");
  return [...before, ...names];
}

/**
 * Refuses a name of a list that is none of those there are, before anything is read or asked.
 *
 * @throws OptionError that names the nearest one.
 */
export function requireKnown(option: string, names: readonly string[], known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const near = nearestName(unknown, known);
  throw new OptionError({
    option,
    received: unknown,
    didYouMean: near,
    message: `--${option}: there is no ${JSON.stringify(unknown)}.`,
    fix: `${near === undefined ? "" : `Did you mean ${near}? `}Known: ${known.join(", ")}.`,
  });
}

/** Reads pairs such as `reward=passed,scenario_id=task`; given several times, the option adds up. */
export function namePairs(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const pairs = text.split(",").map((pair): [string, string] => {
    const at = pair.indexOf("=");
    if (at < 1 || at === pair.length - 1)
      throw new InvalidArgumentError("It must be pairs such as name=field, with commas between.");
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  });
  return { ...before, ...Object.fromEntries(pairs) };
}

/** Reads one number for all, or one for each name: `0.02`, `refusal=0.02,polite=0.05`. */
export function numberOrPairs(text: string, before?: number | Record<string, number>): number | Record<string, number> {
  const number = Number(text);
  if (text.trim() !== "" && Number.isFinite(number)) return number;
  const pairs = Object.entries(namePairs(text)).map(([name, value]): [string, number] => {
    if (!Number.isFinite(Number(value)))
      throw new InvalidArgumentError("It must be a number, or pairs of name=number.");
    return [name, Number(value)];
  });
  return { ...(typeof before === "object" ? before : {}), ...Object.fromEntries(pairs) };
}
