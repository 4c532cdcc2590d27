import type { Backend } from "../backend/backend.js";
import { toBackend } from "../backends/to-backend.js";
import { judgeOnlyFix } from "../backends/typesafe/typesafe-backend.js";
import { SettingsError } from "../errors/settings-error.js";
import type { Role } from "./process-state.js";

/** The backend that a value names, if it can play the role: a service that only judges cannot be the agent. */
export function roleBackend(role: Role, value: Backend | string): Backend {
  const backend = toBackend(value);
  if (role === "judge" || backend.judgeOnly !== true) return backend;
  const spec = backend.spec ?? `${backend.provider}:${backend.model}`;
  throw new SettingsError({
    message: `"${spec}" judges only and cannot be the ${role}.`,
    fix: judgeOnlyFix(spec),
  });
}
