/** An environment variable, read now; empty counts as unset. */
export function environment(name: string): string | undefined {
  const value = process.env[name]?.trim();
  return value ? value : undefined;
}
