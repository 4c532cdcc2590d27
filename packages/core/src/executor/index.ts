export type { Executor, Job, JobContext, JobHandler, RunJobOptions } from "./executor.js";
export { createLocalExecutor, type LocalExecutorOptions } from "./local-executor.js";
