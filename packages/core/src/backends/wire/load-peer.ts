import { BackendError } from "../../errors/backend-error.js";

/**
 * Loads a package that is an optional peer, such as a vendor's SDK, on the first call that needs it. `needed` is what to
 * install where more than that package is needed.
 *
 * @throws BackendError that names the install command when the package is not there.
 */
export async function loadPeer<T>(name: string, load: () => Promise<T>, needed = name): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
    const isMissing =
      (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND") && String(message).includes(`'${name}'`);
    throw new BackendError(
      {
        message: isMissing
          ? `The package \`${name}\` is needed for this and is not installed.`
          : `The package \`${name}\` could not be loaded: ${String(message)}.`,
        fix: isMissing ? `Run \`npm install ${needed}\`.` : `Reinstall it: \`npm install ${name}\`.`,
        cause: error,
      },
      "peer_missing",
    );
  }
}
