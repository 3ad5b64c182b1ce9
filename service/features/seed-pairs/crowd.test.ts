import { expect, it } from "vitest";
import { CLIENT_SEED_PATTERN } from "#domain/features/seed-pairs/contract.ts";
import { momentOf, repeatableChance } from "#service/lab/testing/crowd.ts";
import { nextSeed } from "./crowd.ts";

it("chooses a seed of its own each time", () => {
  const chance = repeatableChance(3);
  const seeds = [1, 2].map(() => (nextSeed(momentOf({}, chance)).body as { clientSeed: string }).clientSeed);
  for (const seed of seeds) expect(seed).toMatch(CLIENT_SEED_PATTERN);
  expect(new Set(seeds).size).toBe(2);
});
