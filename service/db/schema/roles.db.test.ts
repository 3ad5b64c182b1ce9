import { expect, it } from "vitest";
import { prepareDatabase } from "#service/databases.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { openPostgres } from "#service/db/postgres/postgres.ts";
import { migrate, migration, waitForTurn } from "#service/db/schema/migrate.ts";
import { ensureServiceRole, giveReadModels, serviceRole } from "#service/db/schema/roles.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";

const limits = { statementTimeoutMs: 1_000, lockTimeoutMs: 500, idleInTransactionTimeoutMs: 500 };
const log = migration(1, "log", `create table log (n int); grant select, insert on log to ${serviceRole};`);

describeEachEngine("the service's role", (engine) => {
  const prepared = async (): Promise<OpenDatabase> => {
    const db = await engine.fresh({ migrated: false });
    expect(await ensureServiceRole(db)).toBe(true);
    await migrate(db, [log]);
    return db;
  };
  const underRole = (db: OpenDatabase) => engine.underRole(db, serviceRole);

  it("exists after any number of calls", async () => {
    const db = await prepared();
    expect(await ensureServiceRole(db)).toBe(true);
    expect(
      await db.query("select rolcanlogin, rolsuper from pg_roles where rolname = $1", [serviceRole]),
    ).toEqual([{ rolcanlogin: false, rolsuper: false }]);
    await db.close();
  });

  it("may append to a log and read it, but never change it", async () => {
    const db = await underRole(await prepared());
    expect(await db.query("select current_user::text as role")).toEqual([{ role: serviceRole }]);
    await db.query("insert into log values (1)");
    expect(await db.query("select n from log")).toEqual([{ n: 1 }]);
    for (const text of ["update log set n = 2", "delete from log", "truncate log", "drop table log"])
      await expect(db.query(text)).rejects.toMatchObject({ code: "42501" });
    await db.close();
  });

  it("is the role of the writer's connection as well", async () => {
    const db = await underRole(await prepared());
    const session = await db.openAppendSession(limits);
    expect(await session.send({ text: "select current_user::text as role" })).toEqual([
      { role: serviceRole },
    ]);
    await expect(session.send({ text: "delete from log" })).rejects.toMatchObject({ code: "42501" });
    await session.close();
    await db.close();
  });

  it("is in use from the start in test databases", async () => {
    const db = await engine.fresh({ role: serviceRole });
    expect(await db.query("select current_user::text as role")).toEqual([{ role: serviceRole }]);
    await db.close();
  });

  if (engine.name === "postgres") {
    it("has the read models again once a backup was restored without owners", async () => {
      const db = await engine.fresh({ readModels: true });
      const owners = () =>
        db.query<{ owner: string }>(
          "select distinct tableowner::text as owner from pg_tables where schemaname = 'read_models'",
        );
      const names = await db.query<{ name: string }>(
        "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'read_models'",
      );
      for (const { name } of names) await db.query(`alter table ${name} owner to current_user`);
      expect(await owners()).not.toEqual([{ owner: serviceRole }]);
      expect(await prepareDatabase(engine.urlOf(db) ?? "")).toBe(true);
      expect(await owners()).toEqual([{ owner: serviceRole }]);
      await db.close();
    });

    it("is given the read models by one process at a time", async () => {
      const db = await engine.fresh({ readModels: true });
      const other = await openPostgres(engine.urlOf(db) ?? "");
      const doings: Promise<string>[] = [];
      await db.transaction(async (tx) => {
        await waitForTurn(tx);
        doings.push(giveReadModels(other).then(() => "done"));
        const waiting = () =>
          tx.query<{ what: string }>(
            `select 'waits' as what from pg_locks where locktype = 'advisory' and not granted
              and database = (select oid from pg_database where datname = current_database())`,
          );
        const waits = async (): Promise<string> => (await waiting())[0]?.what ?? waits();
        expect(await Promise.race([...doings, waits()])).toBe("waits");
      });
      expect(await Promise.all(doings)).toEqual(["done"]);
      await other.close();
      await db.close();
    });

    it("is not created by a user without the right, and the caller learns so", async () => {
      const db = await engine.fresh({ migrated: false });
      await db.query(
        "do $$ begin create role florin_plain login; exception when duplicate_object then null; end $$",
      );
      const url = new URL(engine.urlOf(db) ?? "");
      url.username = "florin_plain";
      const plain = await openPostgres(url.href);
      expect(await ensureServiceRole(plain)).toBe(false);
      await plain.close();
      await expect(openPostgres(url.href, { role: serviceRole })).rejects.toMatchObject({ code: "42501" });
      await db.close();
    });
  }
});
