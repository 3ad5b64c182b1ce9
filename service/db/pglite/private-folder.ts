import { chmod, lstat, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Permissions for the service's user alone: the folder contains secrets, tokens and the log. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const MODE_BITS = 0o777;
const CODE_GONE = "ENOENT";

/** Makes a folder private, creating it if necessary. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  await setMode(folder, FOLDER_MODE);
}

/** Makes a folder and all its contents private, whatever permissions an older version left. */
export async function makePrivate(folder: string): Promise<void> {
  // The folder first: from then on others cannot reach its contents.
  await setMode(folder, FOLDER_MODE);
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  for (const entry of entries) {
    if (!entry.isDirectory() && !entry.isFile()) continue;
    await setMode(join(entry.parentPath, entry.name), entry.isDirectory() ? FOLDER_MODE : FILE_MODE);
  }
}

async function setMode(path: string, mode: number): Promise<void> {
  try {
    const { mode: now } = await lstat(path);
    if ((now & MODE_BITS) !== mode) await chmod(path, mode);
  } catch (error) {
    // The database deletes files of its own meanwhile.
    if ((error as NodeJS.ErrnoException).code !== CODE_GONE) throw error;
  }
}
