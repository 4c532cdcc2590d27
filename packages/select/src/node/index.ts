export {
  createThreadedDecontaminator,
  type ThreadedDecontaminator,
  type ThreadedDecontaminatorOptions,
} from "./create-threaded-decontaminator.js";
export { decontaminateInThreads, type ThreadedDecontaminateOptions } from "./decontaminate-in-threads.js";
