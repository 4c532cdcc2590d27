export type { FaultReply, ModelReply, RawReply, Reply, ScriptedCall } from "./reply.js";
export {
  type Protocol,
  type RecordedRequest,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from "./start-test-server.js";
