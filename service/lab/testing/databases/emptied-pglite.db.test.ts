import { afterAll, beforeAll, expect, it } from "vitest";
import { openPglite, type PgliteDatabase } from "#service/db/pglite/pglite.ts";
import { empty, type MadeDatabase, remember } from "./emptied-pglite.ts";
import { pgliteFolder } from "./pglite-folders.ts";

let database: PgliteDatabase;
let made: MadeDatabase;
beforeAll(async () => {
  database = await openPglite("memory://", { loadDataDir: await pgliteFolder("migrated") });
  made = await remember(database);
});
afterAll(() => database.close());

const script = (text: string) => database.transaction((tx) => tx.script(text));

it.each([
  ["a table's option", "alter table events set (fillfactor = 50)", "alter table events reset (fillfactor)"],
  ["a right", "grant truncate on events to public", "revoke truncate on events from public"],
  [
    "a default",
    "alter table events alter actor set default 'x'",
    "alter table events alter actor drop default",
  ],
  ["a trigger's state", "alter table events disable trigger user", "alter table events enable trigger user"],
  ["a role's setting", "alter role current_user set jit = off", "alter role current_user reset jit"],
])(
  "a database with %s changed is not taken for a fresh one until that is undone",
  async (_, change, undo) => {
    expect(await empty(database, made)).toBe(true);
    expect(await empty(database, made)).toBe(true);
    await script(change);
    expect(await empty(database, made)).toBe(false);
    expect(await empty(database, made)).toBe(false);
    await script(undo);
    expect(await empty(database, made)).toBe(true);
  },
);

it("an emptied database has neither added tables nor rows, whether or not its definitions changed before", async () => {
  const used = "insert into used_keys values ('key_a', '')";
  for (const text of ["create table added (n int)", used, `${used}; truncate used_keys; ${used}`, used]) {
    await script(text);
    expect(await empty(database, made)).toBe(true);
    const [left] = await database.query(
      "select to_regclass('added')::text as added, (select count(*) from used_keys) as rows",
    );
    expect(left).toEqual({ added: null, rows: 0n });
  }
});
