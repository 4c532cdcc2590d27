/** What the clock of a machine shows when it starts, whenever that is: a verdict may not hang on the day. 2026-01-01, UTC. */
const CLOCK_START_MS = 1_767_225_600_000;

/**
 * The clock of one machine, as text: timers, `Date` and `performance`. Time stands still while code runs; when nothing is left to do it
 * goes on to the next timer at once. It takes `now()`, which both machines share, and gives `next()`, when its next timer is due (-1
 * without one), and `fire()`, which runs that.
 */
export const CLOCK_SOURCE = `
(function (now) {
  "use strict";
  const timers = new Map();
  let last = 0;
  const start = ${CLOCK_START_MS};
  const set = (every) => (callback, delay = 0, ...args) => {
    const wait = Math.max(every || delay > 0 ? 1 : 0, Number(delay) || 0);
    timers.set(++last, { at: now() + wait, wait, every, callback, args });
    return last;
  };
  const clear = (number) => { timers.delete(number); };
  const soonest = () => {
    let found;
    for (const [number, timer] of timers) if (found === undefined || timer.at < found.timer.at) found = { number, timer };
    return found;
  };
  const RealDate = Date;
  const clocked = new Proxy(RealDate, {
    construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [start + now()] : args, made),
    apply: () => new RealDate(start + now()).toString(),
  });
  // No date leads back to the clock of the host.
  RealDate.now = () => start + now();
  RealDate.prototype.constructor = clocked;
  const offered = {
    Date: clocked,
    setTimeout: set(false), setInterval: set(true), setImmediate: (callback, ...args) => set(false)(callback, 0, ...args),
    clearTimeout: clear, clearInterval: clear, clearImmediate: clear,
    performance: { now },
    structuredClone: globalThis.structuredClone ?? ((value) => JSON.parse(JSON.stringify(value))),
    queueMicrotask: globalThis.queueMicrotask ?? ((callback) => { Promise.resolve().then(callback); }),
  };
  for (const [name, value] of Object.entries(offered))
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  return {
    next: () => soonest()?.timer.at ?? -1,
    fire: () => {
      const { number, timer } = soonest();
      if (timer.every) timer.at += timer.wait;
      else timers.delete(number);
      timer.callback(...timer.args);
    },
  };
})
`;
