import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { SignedHead } from "#domain/ledger/receipt.ts";
import { worldSigner } from "#service/lab/testing/world.ts";
import { HeadsFolder, headsInFolder } from "./heads-folder.ts";

const root = await mkdtemp(join(tmpdir(), "florin-heads-folder-"));
afterAll(() => rm(root, { recursive: true, force: true }));

const headOf = (number: number, at: string, log = "1"): SignedHead => {
  const head = { log, number, to: number * 10, hash: number.toString(16).padStart(64, "0") };
  return { ...head, ...worldSigner.signHead(head, Date.parse(at)) };
};
const JANUARY = [9, 10, 11].map((number) => headOf(number, `2026-01-31T23:${number + 40}:00.000Z`));
const FEBRUARY = headOf(12, "2026-02-01T00:00:00.000Z");
const all = async (path: string, log = "1"): Promise<SignedHead[]> => {
  const heads: SignedHead[] = [];
  for await (const head of headsInFolder(path, log)) heads.push(head);
  return heads;
};

let path = "";
let folders = 0;
beforeEach(async () => {
  folders += 1;
  path = join(root, String(folders));
  await mkdir(path);
});

describe("a folder of signed heads", () => {
  it("has a file for each head, in a folder for each month, and returns them in order", async () => {
    const folder = new HeadsFolder(path);
    for (const head of [FEBRUARY, ...JANUARY]) await folder.keep(head);
    expect((await readdir(path)).sort()).toEqual(["2026-01", "2026-02"]);
    expect(await all(path)).toEqual([...JANUARY, FEBRUARY]);
  });

  it("may be shared by logs, each of which has its own heads", async () => {
    const others = ["11", "2"].map((log) => headOf(13, "2026-02-01T00:01:00.000Z", log));
    const folder = new HeadsFolder(path);
    for (const head of [FEBRUARY, ...others]) await folder.keep(head);
    expect(await all(path)).toEqual([FEBRUARY]);
    expect([await all(path, "11"), await all(path, "2")]).toEqual(others.map((head) => [head]));
    expect(await folder.newest("1")).toEqual(FEBRUARY);
  });

  it("takes one head from any number of processes once, and leaves no other files", async () => {
    await Promise.all(Array.from({ length: 20 }, () => new HeadsFolder(path).keep(FEBRUARY)));
    expect(await readdir(join(path, "2026-02"))).toHaveLength(1);
    expect(await all(path)).toEqual([FEBRUARY]);
  });

  it("is not made, for nothing may be mounted where it should be", async () => {
    await rm(path, { recursive: true });
    const folder = new HeadsFolder(path);
    const refused = `HEADS_DIR: signed heads cannot be written to ${path}: no such file or directory`;
    await expect(folder.keep(FEBRUARY)).rejects.toThrow(refused);
    await expect(folder.assertWritable()).rejects.toThrow(refused);
    await mkdir(path);
    await folder.assertWritable();
    expect(await readdir(path)).toEqual([]);
  });

  it("refuses another head of the same block, which means another history", async () => {
    const folder = new HeadsFolder(path);
    await folder.keep(FEBRUARY);
    await expect(folder.keep({ ...FEBRUARY, hash: "ab".repeat(32) })).rejects.toThrow("another history");
    expect(await all(path)).toEqual([FEBRUARY]);
  });

  it("ignores foreign files, and names an invalid head", async () => {
    await new HeadsFolder(path).keep(FEBRUARY);
    await writeFile(join(path, "README"), "kept by the house");
    await writeFile(join(path, "2026-02", "half.json.1.part"), "{");
    expect(await all(path)).toEqual([FEBRUARY]);
    await writeFile(join(path, "2026-02", "1-000000000000013-h1.json"), "{}");
    await expect(all(path)).rejects.toThrow("1-000000000000013-h1.json: this is not a signed head");
  });
});
