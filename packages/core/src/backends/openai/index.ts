export { OPENAI_URL, OpenAI, type OpenAIOptions } from "./openai.js";
