import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createHeadSigner, type HeadKey } from "#service/ledger/heads/head-signer.ts";
import { headLine } from "#service/ledger/heads/heads-file.ts";
import { setFormerHeadsAside } from "./former-heads.ts";

const keyOf = (keyId: string, fill: number): HeadKey => ({
  keyId,
  privateKey: Buffer.alloc(32, fill).toString("base64"),
});
const own = keyOf("demo", 7);

function demoIn() {
  const folder = mkdtempSync(join(tmpdir(), "florin-demo-"));
  return {
    ...{ databaseUrl: null, dataFolder: join(folder, ".data"), headsFile: join(folder, "heads.jsonl") },
    ...{ headKeys: [own], retiredHeadKeys: [] },
  };
}

function headBy(key: HeadKey, number = 7): string {
  const head = { log: "1", number, to: number, hash: "ab".repeat(32) };
  return headLine({ ...head, ...createHeadSigner({ keys: [key] }).signHead(head, 0) });
}

describe("a demo whose data was removed", () => {
  it("sets the former heads aside, and loses none", async () => {
    const demo = demoIn();
    for (const text of [headBy(own, 7), headBy(own, 8)]) {
      writeFileSync(demo.headsFile, text);
      const aside = await setFormerHeadsAside(demo);
      expect(readFileSync(aside ?? "", "utf8")).toBe(text);
      expect(existsSync(demo.headsFile)).toBe(false);
    }
    expect(await setFormerHeadsAside(demo)).toBeNull();
  });

  it.each([
    ["under another name", keyOf("h1", 9), "h1"],
    ["under the demo's name", keyOf("demo", 9), "demo"],
  ])("leaves heads of a real service alone, signed %s", async (_, key, name) => {
    const demo = demoIn();
    writeFileSync(demo.headsFile, headBy(key));
    await expect(setFormerHeadsAside(demo)).rejects.toThrow(
      `HEADS_FILE: the heads in ${demo.headsFile} are signed with ${name}, which is no key of this demo`,
    );
    expect(readFileSync(demo.headsFile, "utf8")).toBe(headBy(key));
  });
});
