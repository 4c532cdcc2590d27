export { ANTHROPIC_URL, Anthropic, type AnthropicOptions } from "./anthropic.js";
export { ANTHROPIC_MAX_TOKENS } from "./anthropic-body.js";
