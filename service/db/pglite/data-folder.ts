import { readdir } from "node:fs/promises";
import { asError } from "#service/db/errors.ts";
import { LOST, makePrivateFolder } from "./private-folder.ts";

/** In this folder no database can be opened or made. */
export class DataFolderError extends Error {
  override readonly name = "DataFolderError";

  constructor(folder: string, trouble: string, options?: ErrorOptions) {
    super(`The data folder ${folder} cannot be used: ${trouble}`, options);
  }
}

/** Names in a database's folder that is not complete yet. */
const OF_A_DATABASE = /^(?:base|global|pg_[\w.]+|postgresql\..+|postmaster\..+)$/;
/** Names that others put into an empty folder: Git's users, a file browser, and a volume of its own. */
const OF_AN_EMPTY_FOLDER: ReadonlySet<string> = new Set([
  ".gitignore",
  ".gitkeep",
  ".keep",
  ".DS_Store",
  LOST,
]);

/**
 * Makes the folder of a database, private to this user, and refuses one of other files: all of them would be made
 * private.
 * @throws DataFolderError; errors of the file system
 */
export async function makeDataFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const other = names.find((name) => !OF_A_DATABASE.test(name) && !OF_AN_EMPTY_FOLDER.has(name));
  if (other !== undefined && !names.includes("PG_VERSION"))
    throw new DataFolderError(
      folder,
      `it holds ${other}, which is not of a database: choose a folder of its own`,
    );
  await makePrivateFolder(folder);
}

/** Numbers of errors in the file system of PGlite, which are not those of this machine. */
const ERRORS_OF_PGLITE: ReadonlyMap<unknown, string> = new Map([
  [2, "permission denied"],
  [51, "no space left on the disk"],
  [63, "operation not permitted"],
  [69, "the file system is read-only"],
]);

const DAMAGED =
  "its files are damaged, closed to this user, or of another version of PostgreSQL; restore a copy, or choose another folder";

/** Explains, where it can, why a folder cannot be opened. */
export function unusable(folder: string, thrown: unknown): Error {
  const trouble = troubleOf(thrown);
  return trouble === null ? asError(thrown) : new DataFolderError(folder, trouble, { cause: thrown });
}

function troubleOf(thrown: unknown): string | null {
  if (!(thrown instanceof Error)) {
    const { errno } = Object(thrown) as { readonly errno?: unknown };
    return ERRORS_OF_PGLITE.get(errno) ?? DAMAGED;
  }
  if ("syscall" in thrown) return thrown.message;
  const isAborted = thrown instanceof WebAssembly.RuntimeError || thrown.message.startsWith("PGlite failed");
  return isAborted ? DAMAGED : null;
}
