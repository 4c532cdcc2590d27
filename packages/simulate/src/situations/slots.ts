/** Values by slot name; null where there is none. */
export type SlotValues = Readonly<Record<string, string | null | undefined>>;

/**
 * What a wording's `{slot}`s are filled with. Further values are laid over those there are, which stay where they are: a
 * text has some thirty, a wording asks for two, and copying them is what writing a text would mostly consist of.
 */
export class Slots {
  readonly #values: SlotValues;
  readonly #below: Slots | undefined;

  constructor(values: SlotValues, below?: Slots) {
    this.#values = values;
    this.#below = below;
  }

  /** The value of a slot: null where it is known to have none, undefined where nobody said anything about it. */
  get(name: string): string | null | undefined {
    const own = this.#values[name];
    return own === undefined ? this.#below?.get(name) : own;
  }

  /** These slots with others laid over them. */
  with(values: SlotValues): Slots {
    return new Slots(values, this);
  }
}
