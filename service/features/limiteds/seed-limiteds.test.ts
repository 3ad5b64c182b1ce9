import { expect, it } from "vitest";
import { PlatformTrouble } from "#service/integrations/platform/platform-trouble.ts";
import { seedCatalogue } from "./seed-limiteds.ts";

/** A site whose platform does not answer the first so many times. @returns what was done, in order */
async function seeded(failures: number): Promise<readonly string[]> {
  const done: string[] = [];
  let left = failures;
  const item = async () => {
    if (left === 0) return { name: "Hat", description: "", assetType: 8 };
    left -= 1;
    throw new PlatformTrouble("away", "details of an item", 2);
  };
  const prices = async () => ({ daily: [], recentAverage: 120, original: 50 });
  await seedCatalogue({
    config: { limitedAssetIds: [101] },
    reads: { ask: async () => [] },
    gateway: { item, prices },
    now: () => 0,
    writer: { submit: async () => done.push("listed") },
    sleep: async (ms: number) => void done.push(`slept ${ms}`),
    log: { warn: (_: object, text: string) => done.push(text) },
  } as unknown as Parameters<typeof seedCatalogue>[0]);
  return done;
}

it("the catalogue of a demo is filled once the platform answers", async () => {
  expect(await seeded(0)).toEqual(["listed"]);
  expect(await seeded(2)).toEqual(["slept 2000", "slept 2000", "listed"]);
});

it("a platform that does not answer keeps no demo from starting", async () => {
  const slept = Array.from({ length: 4 }, () => "slept 2000");
  expect(await seeded(9)).toEqual([...slept, "the catalogue was not filled; an admin can do it"]);
});
