import { appendFile, chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { SignedHead } from "#domain/ledger/receipt.ts";
import { worldSigner } from "#service/lab/testing/world.ts";
import { HeadsFile, headLine, readHeads } from "./heads-file.ts";
import { HEAD_LINE_BYTES_MAX } from "./heads-place.ts";

const folder = await mkdtemp(join(tmpdir(), "florin-heads-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const headOf = (number: number): SignedHead => {
  const head = { log: "1", number, to: number * 10, hash: number.toString(16).padStart(64, "0") };
  return { ...head, ...worldSigner.signHead(head, number) };
};
const all = async (path: string): Promise<SignedHead[]> => {
  const heads: SignedHead[] = [];
  for await (const head of readHeads(path)) heads.push(head);
  return heads;
};

let path = "";
let files = 0;
beforeEach(() => {
  files += 1;
  path = join(folder, String(files), "heads.jsonl");
});

describe("a file of signed heads", () => {
  it("is created with its folder, and is empty at first", async () => {
    expect(await new HeadsFile(path).newest()).toBeNull();
    expect(await readFile(path, "utf8")).toBe("");
    expect(await all(path)).toEqual([]);
  });

  it("grows by a line for each head, oldest first", async () => {
    const file = new HeadsFile(path);
    await file.newest();
    for (const number of [1, 2, 3]) await file.append(headOf(number));
    expect(await all(path)).toEqual([headOf(1), headOf(2), headOf(3)]);
    expect(await file.newest()).toEqual(headOf(3));
    const text = await readFile(path, "utf8");
    expect(text).toBe([1, 2, 3].map((number) => headLine(headOf(number))).join(""));
  });

  it("finds its newest head however long it has become", async () => {
    const file = new HeadsFile(path);
    await file.newest();
    await writeFile(path, Array.from({ length: 200 }, (_, i) => headLine(headOf(i + 1))).join(""));
    expect(await file.newest()).toEqual(headOf(200));
  });

  it("drops the incomplete line of a crash, and continues after the whole ones", async () => {
    const file = new HeadsFile(path);
    await file.newest();
    await file.append(headOf(1));
    await appendFile(path, headLine(headOf(2)).slice(0, 40));
    expect(await new HeadsFile(path).newest()).toEqual(headOf(1));
    await file.append(headOf(3));
    expect(await all(path)).toEqual([headOf(1), headOf(3)]);
  });

  // A folder closed to its owner is still open to root.
  it.skipIf(process.getuid?.() === 0)("is not writable in a folder that cannot be synced", async () => {
    const file = new HeadsFile(path);
    await file.append(headOf(1));
    await chmod(dirname(path), 0o300);
    const refused = `HEADS_FILE: signed heads cannot be written to ${path}: permission denied`;
    await expect(file.append(headOf(2))).rejects.toThrow(refused);
    await expect(file.assertWritable()).rejects.toThrow(refused);
    await chmod(dirname(path), 0o500);
    await file.assertWritable();
    await chmod(dirname(path), 0o700);
  });

  it("drops the incomplete line that a full disk left to this process", async () => {
    const file = new HeadsFile(path);
    await file.append(headOf(1));
    await appendFile(path, headLine(headOf(2)).slice(0, 40));
    await file.append(headOf(3));
    expect(await all(path)).toEqual([headOf(1), headOf(3)]);
  });

  it("can be read while it is being written, and without its last newline", async () => {
    await new HeadsFile(path).newest();
    await writeFile(path, headLine(headOf(1)) + headLine(headOf(2)).slice(0, 40));
    expect(await all(path)).toEqual([headOf(1)]);
    await writeFile(path, headLine(headOf(1)) + headLine(headOf(2)).trimEnd());
    expect(await all(path)).toEqual([headOf(1), headOf(2)]);
    await writeFile(path, headLine(headOf(3)).trimEnd());
    expect(await all(path)).toEqual([headOf(3)]);
  });

  it("drops an incomplete first line as well", async () => {
    const file = new HeadsFile(path);
    await file.newest();
    await appendFile(path, headLine(headOf(2)).slice(0, 40));
    expect(await file.newest()).toBeNull();
    expect(await readFile(path, "utf8")).toBe("");
  });

  it("leaves a file with other contents unchanged", async () => {
    const file = new HeadsFile(path);
    await file.newest();
    const foreign = "x".repeat(HEAD_LINE_BYTES_MAX + 1);
    await writeFile(path, foreign);
    await expect(file.newest()).rejects.toThrow("not a line of it");
    await writeFile(path, `${foreign}\n`);
    await expect(file.newest()).rejects.toThrow("not a signed head");
    expect(await readFile(path, "utf8")).toBe(`${foreign}\n`);
  });

  it.each(["{}", "nonsense", "[1]", '{"log":"1"}', headLine(headOf(9)).trim().replace('"to"', '"too"')])(
    "names the line that is not a head: %s",
    async (line) => {
      await new HeadsFile(path).newest();
      await writeFile(path, `${headLine(headOf(1))}\n${line}\n`);
      await expect(all(path)).rejects.toThrow("line 3: this is not a signed head");
    },
  );
});
