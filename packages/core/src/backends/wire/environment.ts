/** An environment variable, read now; empty counts as unset. */
export function environment(name: string): string | undefined {
  const value = globalThis.process?.env?.[name]?.trim();
  return value ? value : undefined;
}
