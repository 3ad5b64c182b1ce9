import { execFileSync } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { recomputeSt1 } from "#domain/fairness/st1.ts";
import { commitmentOf } from "#service/features/seed-pairs/commitments.ts";

const root = join(import.meta.dirname, "..", "..");
const page = readFileSync(join(root, "docs", "log-format.md"), "utf8");
const block = (language: string): string =>
  new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "s").exec(page)?.[1] ?? "";

describe("the page on the log's format", () => {
  it("has a worked example that prints its documented output", () => {
    const args = ["--input-type=module", "-e", block("js")];
    const printed = execFileSync(process.execPath, args, { cwd: root, encoding: "utf8" });
    expect(printed).toBe(block("text"));
    expect(printed).not.toContain("false");
    expect(printed.split("\n")).toHaveLength(16);
  });

  it("names every file of vectors, and no other", () => {
    const named = new Set([...page.matchAll(/\]\(vectors\/([^)]+)\)/g)].map(([, name]) => name));
    expect([...named].sort()).toEqual(readdirSync(join(root, "docs", "vectors")).sort());
  });
});

describe("the published log", () => {
  it("has flips that follow from its revealed seed", async () => {
    const text = readFileSync(join(root, "docs", "vectors", "log.json"), "utf8");
    const { events } = JSON.parse(text) as { readonly events: { type: string; payload: string }[] };
    const payloads = (type: string) =>
      events.filter((event) => event.type === type).map(({ payload }) => JSON.parse(payload));
    const [{ revealed }] = payloads("SeedPairRotated") as [{ revealed: Record<string, string> }];
    const { serverSeed = "", clientSeed = "", serverSeedHash } = revealed;
    expect(commitmentOf(serverSeed)).toBe(serverSeedHash);

    for (const { nonce, result } of payloads("CoinFlipped") as { nonce: number; result: string }[]) {
      const check = await recomputeSt1(
        { serverSeed, clientSeed, nonce },
        {
          sha256: async (bytes) => createHash("sha256").update(bytes).digest(),
          hmacSha256: async (key, message) => createHmac("sha256", key).update(message).digest(),
        },
      );
      expect(check.result).toBe(result);
    }
  });
});
