import { spawn } from "node:child_process";
import { chmod, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FolderLockedError, lockPathOf } from "#service/db/pglite/folder-lock.ts";
import { openPglite } from "#service/db/pglite/pglite.ts";
import { PLANS_RENEWED_AFTER } from "#service/db/pglite/pglite-connection.ts";
import { pgliteFolder, unpackPgliteFolder } from "#service/lab/testing/databases/pglite-folders.ts";

describe("PGlite on a data folder", () => {
  let parent: string;
  let folder: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), "florin-pglite-"));
    folder = join(parent, "data");
  });
  afterEach(() => rm(parent, { recursive: true }));

  it("keeps what was written, and releases the folder when it is closed", async () => {
    const db = await openPglite(folder, { loadDataDir: await pgliteFolder("empty") });
    await db.query("create table t (n int)");
    await db.query("insert into t values (1)");
    await expect(openPglite(folder)).rejects.toThrow(FolderLockedError);
    await db.close();
    expect(await readdir(parent)).toEqual(["data"]);
    const again = await openPglite(folder);
    expect(await again.query("select n from t")).toEqual([{ n: 1 }]);
    await again.close();
  });

  it("plans anew as its tables grow, with each doubling of the statements that ran", async () => {
    const db = await openPglite(folder, { loadDataDir: await pgliteFolder("empty") });
    await db.query("create table t (n int primary key)");
    await db.run({ name: "kept", text: "select from t where n < $1::int", values: [7] });
    // It names the rows that are expected, by the size that the table had.
    const plan = () => db.query("explain execute kept (7)");
    const first = await plan();
    await db.query("insert into t select generate_series(1, 50000)");
    expect(await plan()).toEqual(first);
    for (let time = 0; time < PLANS_RENEWED_AFTER; time += 1) await db.query("select 1");
    expect(await plan()).not.toEqual(first);
    await db.close();
  });

  it("looks rows up by an index, even by a plan made while one page held them all", async () => {
    const db = await openPglite(folder, { loadDataDir: await pgliteFolder("empty") });
    await db.query("create table t (n int primary key)");
    await db.query("insert into t values (7)");
    await db.query("analyze t");
    await db.run({ name: "kept", text: "select from t where n = $1::int", values: [7] });
    expect(JSON.stringify(await db.query("explain execute kept (7)"))).toContain("Index");
    await db.close();
  });

  it("has every acknowledged row after its process was killed, and opens at once", async () => {
    await unpackPgliteFolder(folder, "empty");
    const acknowledged = await writeUntilKilled(folder);
    const db = await openPglite(folder);
    const [row] = await db.query<{ n: number }>("select max(n) as n from t");
    expect(acknowledged).toBeGreaterThan(0);
    expect(row?.n).toBeGreaterThanOrEqual(acknowledged);
    await db.close();
  });

  it("keeps its files private, even in a folder that was open to others", async () => {
    const modes = async () => {
      const entries = await readdir(folder, { withFileTypes: true, recursive: true });
      const paths = [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))];
      const found = await Promise.all(paths.map((path) => stat(path)));
      return new Set(
        found.map((one) => `${one.isDirectory() ? "folder" : "file"} ${(one.mode & 0o777).toString(8)}`),
      );
    };
    const PRIVATE = new Set(["folder 700", "file 600"]);
    const db = await openPglite(folder, { loadDataDir: await pgliteFolder("empty") });
    expect(await modes()).toEqual(PRIVATE);
    expect((await stat(lockPathOf(folder))).mode & 0o777).toBe(0o600);
    await db.query("create table made_later as select generate_series(1, 1000) as n");
    expect(await modes()).toEqual(PRIVATE);
    await db.close();
    await chmod(folder, 0o755);
    await chmod(join(folder, "PG_VERSION"), 0o666);
    await chmod(join(folder, "base"), 0o777);
    const again = await openPglite(folder);
    expect(await modes()).toEqual(PRIVATE);
    await again.close();
  });

  it("releases the folder when it cannot be opened", async () => {
    await expect(openPglite(folder, { loadDataDir: new Blob(["not an archive"]) })).rejects.toThrow();
    expect((await readdir(parent)).filter((name) => name.endsWith(".lock"))).toEqual([]);
  });

  it("answers statements in flight before it closes", async () => {
    const db = await openPglite("memory://", { loadDataDir: await pgliteFolder("empty") });
    const answers = Promise.all([1, 2, 3].map((n) => db.query("select $1::int as n", [n])));
    await db.close();
    expect(await answers).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
  });

  it("starts from a dumped folder", async () => {
    const db = await openPglite("memory://", { loadDataDir: await pgliteFolder("empty") });
    await db.query("create table t as select 7 as n");
    const dump = await db.dump();
    await db.close();
    const copy = await openPglite("memory://", { loadDataDir: dump });
    expect(await copy.query("select n from t")).toEqual([{ n: 7 }]);
    await copy.close();
  });
});

// Resolves with the last number that the process reported as written.
async function writeUntilKilled(folder: string): Promise<number> {
  const code = `import { openPglite } from "#service/db/pglite/pglite.ts";
import { PLANS_RENEWED_AFTER } from "#service/db/pglite/pglite-connection.ts";
    const db = await openPglite(process.argv[1]);
    await db.query("create table t (n int)");
    for (let n = 1; ; n += 1) { await db.query("insert into t values ($1)", [n]); console.log(n); }`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (data) => {
    output += String(data);
    if (output.length > 500) child.kill("SIGKILL");
  });
  await new Promise<void>((resolve) => child.once("close", () => resolve()));
  const lines = output.split("\n").slice(0, -1);
  return Number(lines.at(-1));
}
