export { Anthropic, type AnthropicOptions } from "../index.js";
