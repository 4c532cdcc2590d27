import { createServer } from "node:net";

/** A port of the host that counts who reaches it. */
export interface CountingListener {
  readonly port: number;
  readonly connections: () => number;
  readonly close: () => void;
}

/** Listens on a free port of 127.0.0.1. */
export async function countingListener(): Promise<CountingListener> {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return { port, connections: () => connections, close: () => void server.close() };
}
