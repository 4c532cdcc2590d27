export type { Verifier, VerifierOptions } from "./verify/verifier.js";
export { verify } from "./verify/verify.js";
