export { Ollama, type OllamaOptions } from "../index.js";
