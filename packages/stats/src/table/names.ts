import { cutToWidth } from "./fit-text.js";

const MOST_NAMES = 4;
const LONGEST_NAME = 60;

/** A name as a line can hold it: nothing in it that a terminal would act on. */
export const shortName = (name: string): string => cutToWidth(name, LONGEST_NAME);

/** A few names, and how many more there are. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map(shortName).join(", ");
  return names.length > MOST_NAMES ? `${shown} and ${names.length - MOST_NAMES} more` : shown;
}
