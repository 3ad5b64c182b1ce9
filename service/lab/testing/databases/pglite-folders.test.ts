import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { allProjections } from "#projections/features/all.ts";
import { sourcesOf } from "./pglite-folders.ts";
import { projectMigrations } from "./project-migrations.ts";

const MAKERS = ["service/lab/testing/databases/pglite-folders.ts", "service/db/schema/migrate.ts"];

it("a data folder is cached under all its sources: another migration, table or maker makes another", async () => {
  const sources = (await sourcesOf("site")).join("\n");
  for (const { sql } of await projectMigrations()) expect(sources).toContain(sql);
  for (const { tables } of allProjections) expect(sources).toContain(JSON.stringify(tables));
  for (const file of MAKERS) expect(sources).toContain(await readFile(file, "utf8"));
  expect(await sourcesOf("empty")).toEqual([await readFile(MAKERS[0] ?? "", "utf8")]);
});
