import { OptionError } from "@whileai/core";

/** Throws for an option of `simulate()` that cannot be used. */
export function refuseOption(option: string, received: unknown, message: string, fix: string): never {
  throw new OptionError({ option, received, message: `simulate: ${message}`, fix });
}
