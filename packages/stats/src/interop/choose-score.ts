import { nearestName, OptionError } from "@whileai/core";

/** Keeps which of several scores the reward is read from, and what else was there. */
export class ScoreChoice {
  readonly #call: string;
  readonly #option: string;
  readonly #wanted: string | undefined;
  readonly #seen = new Set<string>();
  #chosen: string | undefined;

  constructor(call: string, option: string, wanted: string | undefined) {
    this.#call = call;
    this.#option = option;
    this.#wanted = wanted;
    this.#chosen = wanted;
  }

  /** The name to read: the one that was asked for, else the first that the file has. */
  chosen(names: Iterable<string>, first?: string | undefined): string | undefined {
    for (const name of names) this.#seen.add(name);
    this.#chosen ??= first ?? [...this.#seen][0];
    return this.#chosen;
  }

  get name(): string | null {
    return this.#chosen ?? null;
  }

  get others(): string[] {
    return [...this.#seen].filter((name) => name !== this.#chosen);
  }

  /** @throws OptionError when the name that was asked for is nowhere in the file. */
  check(): void {
    const wanted = this.#wanted;
    if (wanted === undefined || this.#seen.has(wanted) || this.#seen.size === 0) return;
    const near = nearestName(wanted, [...this.#seen]);
    throw new OptionError({
      option: this.#option,
      received: wanted,
      didYouMean: near,
      message: `${this.#call}: no entry has \`${this.#option}\` "${wanted}".`,
      fix: `${near === undefined ? "" : `Did you mean "${near}"? `}There are: ${[...this.#seen].join(", ")}.`,
    });
  }
}
