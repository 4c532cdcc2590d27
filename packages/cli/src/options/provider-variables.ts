/** Environment variables of providers, of which only the presence is ever shown. */
const PROVIDER_VARIABLES = [
  "OPENAI_API_KEY",
  "ANTHROPIC_API_KEY",
  "VLLM_API_KEY",
  "WHILEAI_TYPESAFE_API_KEY",
  "TYPESAFE_API_KEY",
  "OPENAI_BASE_URL",
  "TYPESAFE_BASE_URL",
  "OLLAMA_HOST",
] as const;

/** The names of those that are set. */
export const providerVariables = (): string[] => PROVIDER_VARIABLES.filter((name) => process.env[name]);
