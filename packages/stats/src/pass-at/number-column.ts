const FIRST_SIZE = 16;
/** How much larger an array becomes when it is full. */
const GROWTH = 1.5;

/** A number for each task, 0 until set: eight bytes a task, and none for tasks beyond the last one that was set. */
export class NumberColumn {
  #values = new Float64Array(FIRST_SIZE);

  at(task: number): number {
    return task < this.#values.length ? (this.#values[task] as number) : 0;
  }

  set(task: number, value: number): void {
    if (task >= this.#values.length) {
      const larger = new Float64Array(Math.ceil((task + 1) * GROWTH));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[task] = value;
  }

  add(task: number, amount: number): void {
    this.set(task, this.at(task) + amount);
  }
}
