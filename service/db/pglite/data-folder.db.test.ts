import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { unpackPgliteFolder } from "#service/lab/testing/databases/pglite-folders.ts";
import { DataFolderError, makeDataFolder, unusable } from "./data-folder.ts";
import { openPglite } from "./pglite.ts";

const parent = await mkdtemp(join(tmpdir(), "florin-folder-"));
afterAll(() => rm(parent, { recursive: true, force: true }));

const refusal = async (folder: string): Promise<string> => {
  const error = await openPglite(folder).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DataFolderError);
  return (error as DataFolderError).message;
};

describe("a folder that is no database's", () => {
  it("is refused before its files are closed to others", async () => {
    const folder = join(parent, "home");
    const file = join(folder, "letter.txt");
    await mkdir(folder);
    await writeFile(file, "Dear");
    await chmod(folder, 0o755);
    await chmod(file, 0o644);
    expect(await refusal(folder)).toBe(
      `The data folder ${folder} cannot be used: it holds letter.txt, which is not of a database: choose a folder of its own`,
    );
    expect([await stat(folder), await stat(file)].map(({ mode }) => mode & 0o777)).toEqual([0o755, 0o644]);
  });

  it("is a file", async () => {
    const file = join(parent, "file");
    await writeFile(file, "");
    expect(await refusal(file)).toContain(`The data folder ${file} cannot be used: ENOTDIR`);
  });

  it("was damaged", async () => {
    const folder = join(parent, "damaged");
    await unpackPgliteFolder(folder, "empty");
    await rm(join(folder, "global", "pg_control"));
    expect(await refusal(folder)).toContain("its files are damaged");
  });
});

describe("a folder with what others put into an empty one", () => {
  it("is used, and the system's folder for lost files is left alone", async () => {
    const folder = join(parent, "volume");
    const lost = join(folder, "lost+found");
    await mkdir(lost, { recursive: true });
    await chmod(lost, 0o755);
    for (const name of [".gitkeep", ".DS_Store"]) await writeFile(join(folder, name), "");
    await makeDataFolder(folder);
    await unpackPgliteFolder(folder, "empty");
    for (let times = 0; times < 2; times += 1) await (await openPglite(folder)).close();
    expect([await stat(folder), await stat(lost)].map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o755]);
  });
});

describe("what the database's own file system says", () => {
  it.each([
    [{ name: "ErrnoError", errno: 2 }, "permission denied"],
    [{ name: "ErrnoError", errno: 51 }, "no space left on the disk"],
    [{ name: "ErrnoError", errno: 1 }, "its files are damaged"],
  ])("%j is said in words", (thrown, text) => {
    expect(unusable("/data", thrown).message).toContain(`The data folder /data cannot be used: ${text}`);
  });

  it("leaves a fault of ours as it is", () => {
    const fault = new TypeError("a fault of ours");
    expect(unusable("/data", fault)).toBe(fault);
  });
});
