// Lets the sources find the packages of this lane, which are not installed beside them: LocalEmbedder loads them by name.
import { registerHooks } from "node:module";

const HERE = new URL("package.json", import.meta.url).href;
const PEERS = new Set(["onnxruntime-node", "@huggingface/tokenizers"]);

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, PEERS.has(specifier) ? { ...context, parentURL: HERE } : context),
});
