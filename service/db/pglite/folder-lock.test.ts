import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  acquireFolderLock,
  FolderLockedError,
  type LockHolder,
  lockPathOf,
} from "#service/db/pglite/folder-lock.ts";

describe("locking a data folder", () => {
  let parent: string;
  let folder: string;

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), "florin-lock-"));
    folder = join(parent, "data");
  });
  afterEach(() => rm(parent, { recursive: true }));

  const holder = async (): Promise<LockHolder> =>
    JSON.parse(await readFile(lockPathOf(folder), "utf8")) as LockHolder;
  const leave = (text: string) => writeFile(lockPathOf(folder), text);
  const leaveHolder = (of: Partial<LockHolder>) =>
    leave(JSON.stringify({ pid: process.pid, started: null, host: hostname(), token: "old", ...of }));

  it("leaves a file beside the folder that names its holder, and removes it in the end", async () => {
    const lock = await acquireFolderLock(folder);
    expect(await holder()).toMatchObject({ pid: process.pid, host: hostname(), started: expect.any(String) });
    expect(await readdir(parent)).toEqual([basename(lockPathOf(folder))]);
    await lock.release();
    await lock.release();
    expect(await readdir(parent)).toEqual([]);
  });

  it("refuses while the holder lives, in one sentence with its pid and the folder", async () => {
    const lock = await acquireFolderLock(folder);
    const error: unknown = await acquireFolderLock(folder).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FolderLockedError);
    expect((error as Error).message).toBe(`The data folder ${folder} is in use by process ${process.pid}`);
    await lock.release();
    await (await acquireFolderLock(folder)).release();
  });

  it("refuses while another process lives, and takes over once it is killed", async () => {
    const other = await holdInAnotherProcess(folder);
    await expect(acquireFolderLock(folder)).rejects.toMatchObject({ pid: other.pid });
    await other.kill();
    const lock = await acquireFolderLock(folder);
    expect((await holder()).pid).toBe(process.pid);
    await lock.release();
  });

  it("takes over from a pid without a process", async () => {
    await leaveHolder({ pid: await pidOfDead() });
    const lock = await acquireFolderLock(folder);
    expect((await holder()).pid).toBe(process.pid);
    await lock.release();
    expect(existsSync(lockPathOf(folder))).toBe(false);
  });

  it("takes over when the pid belongs to a process with another start time", async () => {
    await leaveHolder({ pid: process.pid, started: "another-start 1" });
    const lock = await acquireFolderLock(folder);
    expect((await holder()).token).not.toBe("old");
    await lock.release();
  });

  it("respects a living pid whose start time was not recorded", async () => {
    await leaveHolder({ pid: process.pid, started: null });
    await expect(acquireFolderLock(folder)).rejects.toThrow(FolderLockedError);
  });

  it("never takes over from another machine, and says what to do", async () => {
    await leaveHolder({ pid: await pidOfDead(), host: "elsewhere" });
    const refused = acquireFolderLock(folder);
    await expect(refused).rejects.toThrow('on the machine "elsewhere"');
    await expect(refused).rejects.toThrow(`remove ${lockPathOf(folder)}`);
  });

  it.each([
    ["nothing", ""],
    ["noise", "\u0000\u0001{"],
    ["another document", '{"pid":"seven"}'],
    ["a list", "[]"],
    ["null", "null"],
    ["a pid below one", '{"pid":0,"host":"h","token":"t"}'],
  ])("takes over from a file with %s in it", async (_, text) => {
    await leave(text);
    const lock = await acquireFolderLock(folder);
    expect((await holder()).pid).toBe(process.pid);
    await lock.release();
  });

  it("lets one of many win a lock whose holder is gone", async () => {
    await leaveHolder({ pid: await pidOfDead() });
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => acquireFolderLock(folder)));
    const won = attempts.filter((attempt) => attempt.status === "fulfilled");
    expect(won).toHaveLength(1);
    for (const { value } of won) await value.release();
    expect(await readdir(parent)).toEqual([]);
  });

  it("lets one of many win a free folder", async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => acquireFolderLock(folder)));
    const won = attempts.filter((attempt) => attempt.status === "fulfilled");
    expect(won).toHaveLength(1);
    for (const { value } of won) await value.release();
  });

  it("does not remove the lock of a process that took over", async () => {
    const lock = await acquireFolderLock(folder);
    await leaveHolder({ token: "another" });
    await lock.release();
    expect((await holder()).token).toBe("another");
  });
});

async function holdInAnotherProcess(folder: string): Promise<{ pid: number; kill(): Promise<void> }> {
  const code = `import { acquireFolderLock } from "#service/db/pglite/folder-lock.ts";
    await acquireFolderLock(process.argv[1]); console.log("held"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve) => child.stdout.once("data", () => resolve()));
  return {
    pid: child.pid ?? 0,
    kill: () =>
      new Promise<void>((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGKILL");
      }),
  };
}

async function pidOfDead(): Promise<number> {
  const child = spawn("true");
  await new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return child.pid ?? 0;
}
