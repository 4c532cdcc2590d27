import { describe, expect, it } from "vitest";
import { Turnstile } from "./turnstile.js";

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe("Turnstile", () => {
  it("lets so many in at a time, first come first served", async () => {
    const turnstile = new Turnstile(2);
    const entered: number[] = [];
    const leave: (() => void)[] = [];
    for (let visitor = 0; visitor < 5; visitor++)
      void turnstile.enter().then((out) => {
        entered.push(visitor);
        leave.push(out);
      });
    await turn();
    expect(entered).toEqual([0, 1]);
    leave.shift()?.();
    await turn();
    expect(entered).toEqual([0, 1, 2]);
    for (const out of leave.splice(0)) out();
    await turn();
    expect(entered).toEqual([0, 1, 2, 3, 4]);
  });

  it("lets nobody in while it is shut", async () => {
    let isOpen = false;
    const turnstile = new Turnstile(9, () => isOpen);
    let entered = 0;
    for (let visitor = 0; visitor < 3; visitor++) void turnstile.enter().then(() => entered++);
    await turn();
    expect(entered).toBe(0);
    isOpen = true;
    turnstile.look();
    await turn();
    expect(entered).toBe(3);
  });

  it("serves a long row of visitors", async () => {
    const turnstile = new Turnstile(3);
    let most = 0;
    let inside = 0;
    await Promise.all(
      Array.from({ length: 5000 }, async () => {
        const leave = await turnstile.enter();
        most = Math.max(most, ++inside);
        await Promise.resolve();
        inside--;
        leave();
      }),
    );
    expect(most).toBe(3);
  });
});
