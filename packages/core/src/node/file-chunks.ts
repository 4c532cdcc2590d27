import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";

/** The bytes of a file as they are read; those of a gzipped one unpacked. Ends the file when its reader stops. */
export async function* fileChunks(path: string, gzip: boolean): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  if (!gzip) {
    yield* file;
    return;
  }
  const unpacked = createGunzip();
  file.on("error", (error) => unpacked.destroy(error));
  try {
    yield* file.pipe(unpacked);
  } finally {
    file.destroy();
  }
}
