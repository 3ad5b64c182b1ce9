import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";
import { readMigrations } from "#service/db/schema/migrate.ts";

/** Written when a version is released: from then on its migrations run on databases that we never see. */
const FROZEN = "migrations/frozen.json";

const frozen = existsSync(FROZEN)
  ? z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(FROZEN, "utf8")))
  : {};

it("numbers the migrations from 1, each once and without a gap", async () => {
  const migrations = await readMigrations("migrations");
  expect(migrations.length).toBeGreaterThan(0);
  expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, index) => index + 1));
});

it("leaves released migrations as they were, and in front", async () => {
  const migrations = await readMigrations("migrations");
  const first = migrations
    .slice(0, Object.keys(frozen).length)
    .map(({ number, name, sha256 }) => [`${String(number).padStart(4, "0")}_${name}.sql`, sha256]);
  expect(Object.fromEntries(first)).toEqual(frozen);
});
