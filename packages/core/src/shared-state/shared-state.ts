/**
 * What there is one of in a process, made on first use: ESM and CJS builds and duplicate installs are copies of this package,
 * and all of them share it.
 */
export function sharedState<T extends object>(name: string, make: () => T): T {
  const key = Symbol.for(`whileai.${name}`);
  const holder = globalThis as { [key: symbol]: T | undefined };
  holder[key] ??= make();
  return holder[key];
}
