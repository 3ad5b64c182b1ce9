import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { openPglite } from "#service/db/pglite/pglite.ts";
import { cacheFolder } from "#service/lab/testing/databases/cache-folder.ts";

/**
 * PGlite fills its buffers with zeros when it starts, which takes seconds for the usual 128 MB where the first touch of
 * a page is dear. A test's database fits into these.
 */
const SHARED_BUFFERS = "32MB";

let kept: Promise<Blob> | null = null;

/**
 * An initialised data folder, read once a process. It is kept as one file for each version of PGlite: loading it
 * takes a fifth of making it.
 */
export function initialisedPglite(): Promise<Blob> {
  kept ??= load();
  return kept;
}

async function load(): Promise<Blob> {
  // Read whole: a blob of the file itself is void once another process has replaced it.
  return new Blob([await readFile(await initialisedFile())]);
}

/** The file with the initialised folder. It is made where it is not there, before workers begin: each would make it. */
export async function initialisedFile(): Promise<string> {
  const main = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  const version = /"version":\s*"([^"]+)"/.exec(await packageText(main))?.[1] ?? "unknown";
  const file = join(await cacheFolder(`pglite-${version}`), `data-${SHARED_BUFFERS}.tar`);
  if (!existsSync(file)) {
    const database = await openPglite("memory://");
    await database.query(`alter system set shared_buffers = '${SHARED_BUFFERS}'`);
    const dump = await database.dump();
    await database.close();
    const draft = `${file}.${randomUUID()}`;
    await writeFile(draft, Buffer.from(await dump.arrayBuffer()));
    await rename(draft, file);
  }
  return file;
}

function packageText(main: string): Promise<string> {
  return readFile(join(main, "..", "..", "package.json"), "utf8");
}
