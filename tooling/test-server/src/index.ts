export type { HeldBatch } from "./batch-desk.js";
export type { BatchFaults } from "./batch-faults.js";
export type { FaultReply, ModelReply, RawReply, Reply, ScriptedCall } from "./reply.js";
export {
  type BatchedRequest,
  type BatchServer,
  type BatchServerOptions,
  startBatchServer,
} from "./start-batch-server.js";
export {
  type Protocol,
  type RecordedRequest,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from "./start-test-server.js";
