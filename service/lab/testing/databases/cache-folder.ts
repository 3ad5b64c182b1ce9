import { chmod, lstat, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Write permission for group or others. */
const writableByOthers = 0o022;

/**
 * A folder below the system's temporary folder that outlives the process, readable by everybody, writable only by this
 * user. Throws when another user has made a folder of that name: programs are started from it.
 */
export async function cacheFolder(name: string): Promise<string> {
  const user = process.getuid?.() ?? 0;
  const folder = join(tmpdir(), `florin-testing-${user}`);
  await mkdir(folder, { recursive: true });
  const stats = await lstat(folder);
  if (!stats.isDirectory() || stats.uid !== user)
    throw new Error(`${folder} belongs to somebody else: remove it`);
  if ((stats.mode & writableByOthers) !== 0) await chmod(folder, 0o755);
  const inner = join(folder, name);
  await mkdir(inner, { recursive: true, mode: 0o755 });
  return inner;
}
