export { extractCode } from "./extract-code.js";
export { quickjsRunner } from "./javascript/quickjs-runner.js";
export { probeSandbox, type SandboxEffects, type SandboxProbe } from "./probe-sandbox.js";
export { type PythonRunnerOptions, pythonRunner } from "./python-runner.js";
export type { CodeJob, CodeLimits, CodeOutcome, ProgramCase, Runner } from "./runner.js";
export { isStrict, type SandboxLayer, type SandboxMode, type SandboxStamp } from "./sandbox-layers.js";
export { type SandboxReport, type SandboxReportFields, sandboxReport } from "./sandbox-report.js";
