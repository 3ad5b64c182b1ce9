import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

const COMPRESSIBLE = /\.(html|js|css|svg|json|txt|webmanifest)$/;
const GZIP_LEVEL_MAX = 9;
/** Lower than for answers: nobody waits here, and pages consist of many small files. */
const COMPRESSED_FROM_BYTES = 400;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Writes the compressed forms of a built site's files beside them, once, so that no request waits for them. */
export async function compressSite(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(paths.map(compressFile));
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < COMPRESSED_FROM_BYTES) return;
  const forms = { br: await brotli(bytes), gz: await gzipped(bytes, { level: GZIP_LEVEL_MAX }) };
  for (const [suffix, smaller] of Object.entries(forms))
    if (smaller.length < bytes.length) await writeFile(`${path}.${suffix}`, smaller);
}
