import { readFileSync } from "node:fs";
import { pino } from "pino";
import { expect, inject, it } from "vitest";
import { readConfig } from "#service/config.ts";
import { openMigrated } from "#service/databases.ts";
import { openPostgres } from "#service/db/postgres/postgres.ts";
import { DEMO_KEYS } from "#service/keys/demo-keys.ts";
import { asSuperuser, dropDatabase } from "#service/lab/testing/databases/postgres.ts";
import { INITDB_TEXTS } from "#service/lab/testing/databases/postgres-programs.ts";

const SQL = "service/db/schema/compose.sql";
const PASSWORD = "a-password-of-the-test";

it("compose gives the service the account that our script creates, not the superuser", () => {
  const compose = readFileSync("compose.yml", "utf8");
  expect(compose).toContain(`./${SQL}:/docker-entrypoint-initdb.d/`);
  expect(compose).not.toContain("POSTGRES_USER");
  const { username, password } = new URL(
    (/DATABASE_URL: (\S+)\$\{(\w+)[^}]*\}(\S+)/.exec(compose) ?? []).slice(1).join("") || "missing:",
  );
  expect([username, password]).toEqual(["florin", "FLORIN_DATABASE_PASSWORD"]);
});

it("compose starts a server with the text order of the benchmarks' server", () => {
  const compose = readFileSync("compose.yml", "utf8");
  expect(/POSTGRES_INITDB_ARGS: (.*)/.exec(compose)?.[1]).toBe(INITDB_TEXTS.join(" "));
});

it("that account owns the service's database, and is no superuser", async () => {
  const superuserUrl = inject("superuserUrl");
  const name = `florin_compose_${process.pid}`;
  // As psql would run it, under names of the test's own, since roles belong to the whole server.
  const statements = readFileSync(SQL, "utf8")
    .replaceAll(/^(--|\\).*$/gm, "")
    .replace(":'password'", `'${PASSWORD}'`)
    .replaceAll(/\bflorin\b/g, name)
    .split(";")
    .map((text) => text.trim())
    .filter((text) => text !== "");
  expect(statements).toHaveLength(5);
  for (const text of statements) {
    await asSuperuser(superuserUrl, text).catch((error: unknown) => {
      // Other tests create the service's role, too.
      expect(text).toContain("create role florin_service");
      expect(["42710", "23505"]).toContain((error as { code?: string }).code);
    });
  }
  const url = new URL(superuserUrl);
  url.username = name;
  url.password = PASSWORD;
  url.pathname = `/${name}`;
  const config = readConfig({ ...DEMO_KEYS, DATABASE_URL: url.href }, "test");
  const service = await openMigrated(config, pino({ level: "silent" }));
  expect(await service.query("select current_user::text as role")).toEqual([{ role: "florin_service" }]);
  await expect(service.query("delete from events")).rejects.toMatchObject({ code: "42501" });
  await service.close();
  const owner = await openPostgres(url.href);
  const [account] = await owner.query(
    "select rolsuper, rolcreatedb, rolcreaterole, rolbypassrls from pg_roles where rolname = current_user",
  );
  expect(account).toEqual({
    rolsuper: false,
    rolcreatedb: false,
    rolcreaterole: false,
    rolbypassrls: false,
  });
  await owner.close();
  await dropDatabase(superuserUrl, name);
  await asSuperuser(superuserUrl, `drop role ${name}`);
});
