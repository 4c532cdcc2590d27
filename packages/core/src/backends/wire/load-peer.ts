import { BackendError } from "../../errors/backend-error.js";

/**
 * Loads a vendor's SDK, which is an optional peer, on the first call that needs it.
 *
 * @throws BackendError that names the install command when the package is not there.
 */
export async function loadPeer<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
    const isMissing =
      (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND") && String(message).includes(`'${name}'`);
    throw new BackendError(
      {
        message: isMissing
          ? `This backend talks through the package \`${name}\`, which is not installed.`
          : `The package \`${name}\` could not be loaded: ${String(message)}.`,
        fix: isMissing ? `Run \`npm install ${name}\`.` : `Reinstall it: \`npm install ${name}\`.`,
        cause: error,
      },
      "peer_missing",
    );
  }
}
