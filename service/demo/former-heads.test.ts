import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { setFormerHeadsAside } from "./former-heads.ts";

function demoIn() {
  const folder = mkdtempSync(join(tmpdir(), "florin-demo-"));
  return { databaseUrl: null, dataFolder: join(folder, ".data"), headsFile: join(folder, "heads.jsonl") };
}

describe("a demo whose data was removed", () => {
  it("sets the former heads aside, and loses none", async () => {
    const demo = demoIn();
    for (const text of ["first", "second"]) {
      writeFileSync(demo.headsFile, text);
      const aside = await setFormerHeadsAside(demo);
      expect(readFileSync(aside ?? "", "utf8")).toBe(text);
      expect(existsSync(demo.headsFile)).toBe(false);
    }
    expect(await setFormerHeadsAside(demo)).toBeNull();
  });
});

describe("signed heads stay in place", () => {
  it("while the data they belong to is there", async () => {
    const demo = demoIn();
    mkdirSync(demo.dataFolder);
    writeFileSync(demo.headsFile, "heads");
    expect(await setFormerHeadsAside(demo)).toBeNull();
    expect(readFileSync(demo.headsFile, "utf8")).toBe("heads");
  });
});
