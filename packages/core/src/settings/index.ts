export { type CapturedSettings, captureSettings } from "./capture-settings.js";
export type { BackendLike, SettingsInput } from "./checked-layer.js";
export { configure, registerDefaults, resetSettings } from "./configure.js";
export { context } from "./context.js";
export type { RegisteredDefaults, Role } from "./process-state.js";
export { ROLE_VARIABLES, resolveBackend } from "./resolve-backend.js";
export { type Settings, settings } from "./settings.js";
export { settingsApiKey } from "./settings-api-key.js";
