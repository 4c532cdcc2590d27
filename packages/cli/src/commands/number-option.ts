import { InvalidArgumentError } from "commander";

/** Reads a whole number given on the command line. */
export function wholeNumber(text: string): number {
  if (!/^-?\d+$/.test(text.trim())) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

/** Reads a number given on the command line. */
export function decimalNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number)) throw new InvalidArgumentError("It must be a number.");
  return number;
}

/** Reads a share of which something must be left. */
export function shareBelowOne(text: string): number {
  const share = decimalNumber(text);
  if (share < 0 || share >= 1) throw new InvalidArgumentError("It must be a number from 0 to below 1.");
  return share;
}

/** Seconds of a command's option as the milliseconds of the library's. */
export const milliseconds = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : seconds * 1000;

/** Reads a range such as `0.2..0.8`. */
export function numberRange(text: string): [number, number] {
  const parts = text.split("..");
  if (parts.length !== 2) throw new InvalidArgumentError("It must be two numbers with .. between, such as 0.2..0.8.");
  return [decimalNumber(parts[0] as string), decimalNumber(parts[1] as string)];
}
