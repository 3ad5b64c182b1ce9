import type { Dirent } from "node:fs";
import { chmod, lstat, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Permissions for the service's user alone: the folder contains secrets, tokens and the log. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const MODE_BITS = 0o777;
const CODE_GONE = "ENOENT";
/** The folder for lost files of a volume of its own: the system's, and closed to other users. */
export const LOST = "lost+found";

/** Makes a folder private, creating it if necessary. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  await setMode(folder, FOLDER_MODE);
}

/** Makes a folder and all its contents private, whatever permissions an older version left. */
export async function makePrivate(folder: string): Promise<void> {
  // The folder first: from then on others cannot reach its contents.
  await setMode(folder, FOLDER_MODE);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name === LOST) continue;
    await setModeOf(entry);
    if (!entry.isDirectory()) continue;
    const below = await readdir(join(folder, entry.name), { withFileTypes: true, recursive: true });
    for (const one of below) await setModeOf(one);
  }
}

async function setModeOf(entry: Dirent): Promise<void> {
  if (!entry.isDirectory() && !entry.isFile()) return;
  await setMode(join(entry.parentPath, entry.name), entry.isDirectory() ? FOLDER_MODE : FILE_MODE);
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
