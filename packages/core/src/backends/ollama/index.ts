export { OLLAMA_HOST, Ollama, type OllamaOptions } from "./ollama.js";
