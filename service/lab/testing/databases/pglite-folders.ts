import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { allProjections } from "#projections/features/all.ts";
import { createMissing } from "#projections/kernel/checkpoints.ts";
import { openPglite, type PgliteDatabase } from "#service/db/pglite/pglite.ts";
import { migrate } from "#service/db/schema/migrate.ts";
import { ensureServiceRole } from "#service/db/schema/roles.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { cacheFolder } from "#service/lab/testing/databases/cache-folder.ts";
import { projectMigrations } from "#service/lab/testing/databases/project-migrations.ts";

/**
 * PGlite fills its buffers with zeros when it starts, which takes seconds for the usual 128 MB where the first touch of
 * a page is dear. A test's database fits into these.
 */
const SHARED_BUFFERS = "32MB";

/** What is in a database: nothing, what the migrations make, or the tables of the read models too. */
export type Content = "empty" | "migrated" | "site";

/** Each is what is done to a database with the content before it. */
const MAKING: { readonly [C in Content]: (database: PgliteDatabase) => Promise<unknown> } = {
  empty: (database) => database.query(`alter system set shared_buffers = '${SHARED_BUFFERS}'`),
  migrated: async (database) => {
    await ensureServiceRole(database);
    await migrate(database, await projectMigrations());
  },
  site: (database) => createMissing(database, { projections: allProjections, logId: LOG_ID }),
};
const BEFORE = { empty: null, migrated: "empty", site: "migrated" } as const;

/** A data folder to begin with: loading it takes a fifth of initialising one, and migrating it. */
export async function pgliteFolder(content: Content): Promise<Blob> {
  // Read whole: a blob of the file itself is void once another process has replaced it.
  return new Blob([await readFile(await packedFolder(content))]);
}

/** Puts such a data folder where PGlite is to find one, which starts in it then as it does after a stop. */
export async function unpackPgliteFolder(folder: string, content: Content): Promise<void> {
  await mkdir(folder, { recursive: true });
  await promisify(execFile)("tar", [
    "-x",
    "--no-same-owner",
    "-f",
    await packedFolder(content),
    "-C",
    folder,
  ]);
}

/** Makes all of them, where they are not there yet, before workers begin: each would make its own. */
export async function packPgliteFolders(): Promise<void> {
  await packedFolder("site");
}

/** The file with a data folder. It is kept for as long as PGlite, and what makes the content, stay the same. */
async function packedFolder(content: Content): Promise<string> {
  const file = join(await cacheFolder(`pglite-${await pgliteVersion()}`), `${await nameOf(content)}.tar`);
  if (existsSync(file)) return file;
  const before = BEFORE[content];
  const database = await openPglite(
    "memory://",
    before === null ? {} : { loadDataDir: await pgliteFolder(before) },
  );
  await MAKING[content](database);
  // What only the write-ahead log holds would be replayed at every start.
  await database.query("checkpoint");
  const dump = await database.dump();
  await database.close();
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, Buffer.from(await dump.arrayBuffer()));
  await rename(draft, file);
  await removeFormer(file, content);
  return file;
}

/** A folder that was made so long ago by other migrations is nobody's any more, in milliseconds. */
const FORMER_AFTER_MS = 86_400_000;

async function removeFormer(file: string, content: Content): Promise<void> {
  const folder = dirname(file);
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (path === file || !name.startsWith(`${content}-`)) continue;
    const { mtimeMs } = await stat(path);
    if (mtimeMs < Date.now() - FORMER_AFTER_MS) await rm(path, { force: true });
  }
}

async function nameOf(content: Content): Promise<string> {
  const hash = createHash("sha256");
  for (const source of await sourcesOf(content)) hash.update(JSON.stringify(source));
  return `${content}-${SHARED_BUFFERS}-${hash.digest("hex").slice(0, HASH_CHARACTERS)}`;
}

const HASH_CHARACTERS = 16;
/** This file, from the root: tests run there. */
const OWN = "service/lab/testing/databases/pglite-folders.ts";
/** Folders with the code that migrates a database and makes tables. */
const CODE = ["service/db/schema", "projections/kernel"];

const read = new Map<Content, Promise<readonly string[]>>();

/**
 * All that the content of a data folder follows from, as text: this file, migrations, read models, and the code that
 * makes them. A folder that was packed by others is no longer used. Read once a process.
 */
export function sourcesOf(content: Content): Promise<readonly string[]> {
  const known = read.get(content) ?? readSources(content);
  read.set(content, known);
  return known;
}

async function readSources(content: Content): Promise<readonly string[]> {
  const own = await readFile(OWN, "utf8");
  if (content === "empty") return [own];
  const migrations = (await projectMigrations()).map(({ name, sql }) => `${name}\n${sql}`);
  const models = allProjections.map(({ name, version, tables }) => JSON.stringify([name, version, tables]));
  const code: string[] = [];
  for (const folder of CODE)
    for (const file of (await readdir(folder)).sort())
      if (file.endsWith(".ts") && !file.endsWith(".test.ts"))
        code.push(await readFile(join(folder, file), "utf8"));
  return [own, ...migrations, ...models, ...code];
}

async function pgliteVersion(): Promise<string> {
  const main = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  const text = await readFile(join(main, "..", "..", "package.json"), "utf8");
  return /"version":\s*"([^"]+)"/.exec(text)?.[1] ?? "unknown";
}
