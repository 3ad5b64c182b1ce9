import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { OpenDatabase, ScriptedSql } from "#service/db/database.ts";

/** One step of the schema, a file of `migrations/`. */
export interface Migration {
  /** From 1, without gaps. */
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /** Of the text with line ends as \n, in hexadecimal. */
  readonly sha256: string;
}

/** The files and the database do not match: nothing was changed, and a person has to look. */
export class MigrationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "MigrationError";
  }
}

/** Any number, the same for all processes and versions. */
const lockKey = 7_301_988_001n;

const fileNamePattern = /^(\d{4})_([a-z0-9_]+)\.sql$/;

const createTable = `create table if not exists florin_migrations (
  number int primary key, name text not null, sha256 text not null, applied_at timestamptz not null default now())`;

/** Reads the migrations of a folder in order. Throws `MigrationError` for a file with another name or a gap. */
export async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const migrations = await Promise.all(names.map((name) => readMigration(folder, name)));
  assertNoGaps(migrations);
  return migrations;
}

/** Makes a migration of a text, as `readMigrations` does of a file. */
export function migration(number: number, name: string, sql: string): Migration {
  const text = sql.replaceAll("\r\n", "\n");
  return { number, name, sql: text, sha256: createHash("sha256").update(text).digest("hex") };
}

/**
 * Applies the missing ones of `files`, each in a transaction of its own, and returns them. Concurrent processes wait
 * for one another. Throws `MigrationError`, and applies nothing further, when an applied file has changed, is missing,
 * or when a file fails.
 */
export async function migrate(db: OpenDatabase, files: readonly Migration[]): Promise<readonly Migration[]> {
  assertNoGaps(files);
  const applied: Migration[] = [];
  const there = await db.transaction(async (tx) => {
    await waitForTurn(tx);
    await tx.script(createTable);
    const rows = await appliedRows(tx);
    assertKnown(rows, files);
    return rows.length;
  });
  for (const file of files.slice(there)) {
    if (await db.transaction((tx) => applyOnce(tx, file, files))) applied.push(file);
  }
  return applied;
}

async function applyOnce(tx: ScriptedSql, file: Migration, files: readonly Migration[]): Promise<boolean> {
  await waitForTurn(tx);
  const rows = await appliedRows(tx);
  assertKnown(rows, files);
  if (rows.some((row) => row.number === file.number)) return false;
  try {
    await tx.script(file.sql);
  } catch (error) {
    throw new MigrationError(`Migration ${label(file)} failed: ${(error as Error).message}`, {
      cause: error,
    });
  }
  await tx.query("insert into florin_migrations (number, name, sha256) values ($1, $2, $3)", [
    file.number,
    file.name,
    file.sha256,
  ]);
  return true;
}

/**
 * Lets one process at a time change the schema, until its transaction ends. No time limits: a large table would exceed
 * the usual ones at every attempt.
 */
export async function waitForTurn(tx: ScriptedSql): Promise<void> {
  await tx.script(`set local statement_timeout = 0; set local lock_timeout = 0;
    select pg_advisory_xact_lock(${lockKey})`);
}

interface AppliedRow {
  readonly number: number;
  readonly name: string;
  readonly sha256: string;
}

function appliedRows(tx: ScriptedSql): Promise<readonly AppliedRow[]> {
  return tx.query<AppliedRow & Record<string, unknown>>(
    "select number, name, sha256 from florin_migrations order by number",
  );
}

function assertKnown(rows: readonly AppliedRow[], files: readonly Migration[]): void {
  rows.forEach((row, index) => {
    const file = files[index];
    if (row.number !== index + 1)
      throw new MigrationError(`The database lacks migration ${index + 1}, but has later ones`);
    if (file === undefined) {
      throw new MigrationError(
        `The database has migration ${label(row)}, which is not among the files: it belongs to a newer version`,
      );
    }
    if (file.sha256 !== row.sha256) {
      throw new MigrationError(
        `Migration ${label(row)} has changed since it was applied: write a new one instead`,
      );
    }
  });
}

function assertNoGaps(files: readonly Migration[]): void {
  files.forEach((file, index) => {
    if (file.number !== index + 1) {
      throw new MigrationError(
        `Migration ${index + 1} is missing or there twice: found ${label(file)} in its place`,
      );
    }
  });
}

async function readMigration(folder: string, fileName: string): Promise<Migration> {
  const match = fileNamePattern.exec(fileName);
  if (match === null)
    throw new MigrationError(`Migration file ${fileName} is not named like 0001_what_it_does.sql`);
  const [, number = "", name = ""] = match;
  return migration(Number(number), name, await readFile(join(folder, fileName), "utf8"));
}

function label(file: { readonly number: number; readonly name: string }): string {
  return `${String(file.number).padStart(4, "0")}_${file.name}`;
}
