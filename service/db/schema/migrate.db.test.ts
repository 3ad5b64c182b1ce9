import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { OpenDatabase } from "#service/db/database.ts";
import { MigrationError, migrate, migration, readMigrations } from "#service/db/schema/migrate.ts";
import { projectMigrations } from "#service/lab/testing/databases/project-migrations.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";

const first = migration(1, "first", "create table a (n int); insert into a values (1);");
const second = migration(
  2,
  "second",
  "alter table a add column m int; -- a remark\ninsert into a values (2, 2);",
);
const third = migration(3, "third", "create table c (n int)");

describeEachEngine("migrating", (engine) => {
  let db: OpenDatabase;
  beforeEach(async () => {
    db = await engine.fresh({ migrated: false });
  });
  afterEach(() => db.close());

  const applied = async () =>
    (await db.query("select number, name from florin_migrations order by number")).map(
      (row) => `${row.number} ${row.name}`,
    );

  it("applies every file in order and records it", async () => {
    expect(await migrate(db, [first, second])).toEqual([first, second]);
    expect(await applied()).toEqual(["1 first", "2 second"]);
    expect(await db.query("select n, m from a order by n")).toEqual([
      { n: 1, m: null },
      { n: 2, m: 2 },
    ]);
  });

  it("does nothing a second time, and later applies only new files", async () => {
    await migrate(db, [first]);
    expect(await migrate(db, [first])).toEqual([]);
    expect(await migrate(db, [first, second])).toEqual([second]);
  });

  it("rolls back a file that fails, keeps those before it, and names the failed one", async () => {
    const broken = migration(2, "broken", "create table b (n int); select 1 / 0;");
    const failing = migrate(db, [first, broken, third]);
    await expect(failing).rejects.toThrow(MigrationError);
    await expect(failing).rejects.toThrow("0002_broken failed: division by zero");
    expect(await applied()).toEqual(["1 first"]);
    expect(await db.query("select to_regclass('b')::text as b, to_regclass('c')::text as c")).toEqual([
      { b: null, c: null },
    ]);
    expect(await migrate(db, [first, second])).toEqual([second]);
  });

  it("refuses a file changed since it was applied, before it applies another", async () => {
    await migrate(db, [first]);
    const changed = migration(1, "first", `${first.sql} select 1;`);
    await expect(migrate(db, [changed, second])).rejects.toThrow(
      "0001_first has changed since it was applied",
    );
    expect(await applied()).toEqual(["1 first"]);
  });

  it("ignores differences of line ends", async () => {
    await migrate(db, [first, second]);
    expect(await migrate(db, [first, migration(2, "second", second.sql.replaceAll("\n", "\r\n"))])).toEqual(
      [],
    );
  });

  it("refuses a database that is ahead of the files", async () => {
    await migrate(db, [first, second]);
    await expect(migrate(db, [first])).rejects.toThrow("0002_second, which is not among the files");
  });

  it("refuses a database that lacks one in the middle", async () => {
    await migrate(db, [first, second]);
    await db.query("delete from florin_migrations where number = 1");
    await expect(migrate(db, [first, second])).rejects.toThrow("lacks migration 1");
  });

  it.each([
    ["a gap", [first, third]],
    ["a number twice", [first, migration(1, "again", "select 1")]],
    ["a start other than 1", [second]],
  ])("refuses files with %s", async (_, files) => {
    await expect(migrate(db, files)).rejects.toThrow(MigrationError);
  });

  it("applies the files of this project, harmlessly also twice", async () => {
    const files = await projectMigrations();
    const fresh = await engine.fresh();
    expect(await migrate(fresh, files)).toEqual([]);
    expect(await fresh.query("select count(*)::int as n from florin_migrations")).toEqual([
      { n: files.length },
    ]);
    await fresh.close();
  });

  it("applies each file once when several processes begin together", async () => {
    const rival = (await engine.another(db)) ?? db;
    const slow = migration(2, "slow", "insert into a select 2 from pg_sleep(0.05)");
    const [one, other] = await Promise.all([
      migrate(db, [first, slow, third]),
      migrate(rival, [first, slow, third]),
    ]);
    expect([...one, ...other].map((file) => file.number).sort()).toEqual([1, 2, 3]);
    expect(await db.query("select n from a order by n")).toEqual([{ n: 1 }, { n: 2 }]);
  });
});

describe("reading migrations", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "florin-migrations-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("returns the files in the order of their numbers", async () => {
    await writeFile(join(folder, "0002_second.sql"), second.sql);
    await writeFile(join(folder, "0001_first.sql"), first.sql);
    await writeFile(join(folder, "README.md"), "not a migration");
    expect(await readMigrations(folder)).toEqual([first, second]);
  });

  it("refuses a malformed file name", async () => {
    await writeFile(join(folder, "1-first.sql"), first.sql);
    await expect(readMigrations(folder)).rejects.toThrow("1-first.sql is not named like");
  });

  it("refuses a gap", async () => {
    await writeFile(join(folder, "0002_second.sql"), second.sql);
    await expect(readMigrations(folder)).rejects.toThrow("Migration 1 is missing");
  });
});
