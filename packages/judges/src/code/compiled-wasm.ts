import { readFile } from "node:fs/promises";

/** What a WebAssembly file compiles to; threads are handed it, and nothing else reads it. */
type CompiledWasm = object;

// Types of browsers are not there to say it.
const { WebAssembly: engine } = globalThis as unknown as {
  WebAssembly: { compile(bytes: Uint8Array): Promise<CompiledWasm> };
};

const compiled = new Map<string, Promise<CompiledWasm>>();

/**
 * A WebAssembly file, compiled once and here: a thread that is ended while it compiles leaves whoever in the process wants the same file
 * waiting for ever, since the engine lets only one compile it. Threads that may be ended are handed what this gives.
 */
export function compiledWasm(path: string): Promise<CompiledWasm> {
  let module = compiled.get(path);
  if (module === undefined) {
    module = readFile(path).then((bytes) => engine.compile(bytes));
    compiled.set(path, module);
    module.catch(() => compiled.delete(path));
  }
  return module;
}
