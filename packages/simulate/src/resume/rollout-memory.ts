import type { ScheduledRollout } from "../rollout/group-schedule.js";
import type { RolloutMemory } from "../rollout/run-groups.js";
import type { RunStore } from "./run-store.js";

/** What a store remembers of rollouts, by the name that `idOf` gives them. */
export const rolloutMemory = (store: RunStore, idOf: (rollout: ScheduledRollout) => string): RolloutMemory => ({
  row: (rollout) => (store.isFresh ? undefined : store.row(idOf(rollout))),
  label: (row) => store.label(row),
  keepLabel: (row, label) => store.keepLabel(row, label),
});
