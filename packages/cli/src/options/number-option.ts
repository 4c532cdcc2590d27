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

/** Reads a share: `0.2` or, as reports print it, `20%`. */
function share(text: string): number {
  const written = text.trim();
  return written.endsWith("%") ? decimalNumber(written.slice(0, -1)) / 100 : decimalNumber(written);
}

/** Reads a range of shares such as `0.2..0.8` or `20%..80%`. */
export function shareRange(text: string): [number, number] {
  const parts = text.split("..");
  if (parts.length !== 2) throw new InvalidArgumentError("It must be two shares with .. between, such as 0.2..0.8.");
  const [low, high] = parts.map(share) as [number, number];
  if (low < 0 || high > 1)
    throw new InvalidArgumentError("It must be shares from 0 to 1, such as 0.2..0.8 or 20%..80%.");
  if (low > high) throw new InvalidArgumentError(`The lower share comes first: ${parts[1]}..${parts[0]}.`);
  return [low, high];
}
