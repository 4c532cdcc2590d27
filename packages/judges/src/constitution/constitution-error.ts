import { OptionError } from "@whileai/core";

/** What a parser complains of, in its first line. */
export const complaintOf = (error: unknown): string =>
  error instanceof Error ? (error.message.split("\n", 1)[0] as string) : String(error);

/** The error for a constitution that cannot be read, with the place in it. */
export function constitutionError(init: {
  readonly place: string;
  readonly problem: string;
  readonly fix: string;
  readonly received?: unknown;
  readonly didYouMean?: string | undefined;
  readonly cause?: unknown;
}): OptionError {
  const { place, problem, fix, received, didYouMean, cause } = init;
  return new OptionError({
    option: place,
    received,
    didYouMean,
    cause,
    message: `loadSpec: ${place === "" ? "the constitution" : `\`${place}\``} ${problem}`,
    fix,
  });
}
