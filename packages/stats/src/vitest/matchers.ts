import { notToRegress } from "./not-to-regress.js";
import { toBeatBaseline } from "./to-beat-baseline.js";
import { toPassAt } from "./to-pass-at.js";

/** The matchers, for `expect.extend(matchers)` on an `expect` of your own. `toNotRegress` is `notToRegress`. */
export const matchers = { toPassAt, toBeatBaseline, notToRegress, toNotRegress: notToRegress } as const;
