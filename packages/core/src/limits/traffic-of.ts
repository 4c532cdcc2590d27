import type { Backend } from "../backend/backend.js";
import { derive } from "../random/random-stream.js";
import { sharedState } from "../shared-state/shared-state.js";
import { SYSTEM_CLOCK } from "./clock.js";
import { endpointOf } from "./endpoint-facts.js";
import { Traffic } from "./traffic.js";

interface KnownTraffic {
  readonly byName: Map<string, Traffic>;
  readonly byBackend: WeakMap<object, Traffic>;
}

const knownTraffic = (): KnownTraffic =>
  sharedState("traffic", () => ({ byName: new Map(), byBackend: new WeakMap() }));

/**
 * What this process knows of a backend's endpoint: how many calls it takes at a time and a second, and whether it wants to be
 * left alone. Backends with the same provider, place, model and key share it, so that two runs at once do not push the
 * endpoint twice.
 *
 * @example
 * const limiter = createLimiter({ traffic: trafficOf(backend), concurrency: 8 });
 */
export function trafficOf(backend: Backend): Traffic {
  const { byName, byBackend } = knownTraffic();
  const endpoint = endpointOf(backend);
  const known = typeof endpoint === "string" ? byName.get(endpoint) : byBackend.get(endpoint);
  if (known !== undefined) return known;
  const made = new Traffic(SYSTEM_CLOCK.now(), derive(globalThis.crypto.randomUUID(), "traffic jitter"));
  if (typeof endpoint === "string") byName.set(endpoint, made);
  else byBackend.set(endpoint, made);
  return made;
}
