export { OpenAI, type OpenAIOptions } from "../index.js";
