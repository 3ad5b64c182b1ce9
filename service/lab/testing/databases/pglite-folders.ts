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
 * Settings of a test's database. PGlite zeroes its buffers at its start, which takes seconds for the usual 128 MB where
 * first touches of pages are slow; the rest saves writing what only a power failure or a standby would need.
 */
const SETTINGS = {
  shared_buffers: "32MB",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
} as const;

/** The contents of a database: none, that of the migrations, or the tables of the read models too. */
export type Content = "empty" | "migrated" | "site";

/** Each step, applied to the previous contents. */
const MAKING: { readonly [C in Content]: (database: PgliteDatabase) => Promise<unknown> } = {
  empty: async (database) => {
    for (const [name, value] of Object.entries(SETTINGS))
      await database.query(`alter system set ${name} = '${value}'`);
  },
  migrated: async (database) => {
    await ensureServiceRole(database);
    await migrate(database, await projectMigrations());
  },
  site: (database) => createMissing(database, { projections: allProjections, logId: LOG_ID }),
};
const BEFORE = { empty: null, migrated: "empty", site: "migrated" } as const;

/** Bytes that PGlite reads as they are: Node copies those of a plain blob, which takes longer than starting PGlite. */
class PackedFolder extends Blob {
  readonly #bytes: ArrayBuffer;

  constructor(bytes: ArrayBuffer) {
    super();
    this.#bytes = bytes;
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#bytes;
  }
}

/** A packed data folder: loading it takes a fifth of initialising and migrating one. */
export async function pgliteFolder(content: Content): Promise<Blob> {
  // Read whole: a blob of the file becomes invalid once another process has replaced it. A small file may share memory.
  const { buffer, byteOffset, byteLength } = await readFile(await packedFolder(content));
  return new PackedFolder(
    byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength),
  );
}

/** Unpacks such a data folder for PGlite, which starts in it as after a stop. */
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

/** Packs all missing ones before workers begin: otherwise each would pack its own. */
export async function packPgliteFolders(): Promise<void> {
  await packedFolder("site");
}

/** The packed data folder, cached for as long as PGlite and the sources of the contents stay the same. */
async function packedFolder(content: Content): Promise<string> {
  const file = join(await cacheFolder(`pglite-${await pgliteVersion()}`), `${await nameOf(content)}.tar`);
  if (existsSync(file)) return file;
  const before = BEFORE[content];
  const database = await openPglite(
    "memory://",
    before === null ? {} : { loadDataDir: await pgliteFolder(before) },
  );
  await MAKING[content](database);
  // Otherwise the contents of the write-ahead log would be replayed at every start.
  await database.query("checkpoint");
  const dump = await database.dump();
  await database.close();
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, Buffer.from(await dump.arrayBuffer()));
  await rename(draft, file);
  await removeFormer(file, content);
  return file;
}

/** Age at which a folder of other migrations is removed, in milliseconds. */
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
  return `${content}-${hash.digest("hex").slice(0, HASH_CHARACTERS)}`;
}

const HASH_CHARACTERS = 16;
/** This file, from the root: tests run there. */
const OWN = "service/lab/testing/databases/pglite-folders.ts";
/** Folders with the code that migrates a database and creates tables. */
const CODE = ["service/db/schema", "projections/kernel"];

const read = new Map<Content, Promise<readonly string[]>>();

/**
 * All sources of a data folder's contents, as text: this file, migrations, read models, and the code that creates them.
 * A folder packed by other sources is not used. Read once per process.
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
