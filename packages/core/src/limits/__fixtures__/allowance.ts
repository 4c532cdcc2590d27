export type AllowanceKind = "fixed" | "sliding" | "bucket";

/**
 * How a server counts requests: so many in each window from the clock's zero on, in any stretch of a window's length, or from
 * a bucket that fills in a window.
 *
 * @returns Says of a request whether it is taken: 0, or the milliseconds until one would be.
 */
export function allowance(kind: AllowanceKind, allowed: number, windowMs: number): (now: number) => number {
  if (kind === "fixed") {
    let window = -1;
    let used = 0;
    return (now) => {
      const current = Math.floor(now / windowMs);
      if (current !== window) used = 0;
      window = current;
      return used++ < allowed ? 0 : (window + 1) * windowMs - now;
    };
  }
  if (kind === "sliding") {
    let taken: number[] = [];
    return (now) => {
      taken = taken.filter((at) => at > now - windowMs);
      if (taken.length >= allowed) return (taken[0] as number) + windowMs - now;
      taken.push(now);
      return 0;
    };
  }
  let level = allowed;
  let filledAt = 0;
  return (now) => {
    level = Math.min(allowed, level + ((now - filledAt) * allowed) / windowMs);
    filledAt = now;
    if (level < 1) return Math.max(1, ((1 - level) * windowMs) / allowed);
    level -= 1;
    return 0;
  };
}
