import { expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { subOf } from "#service/integrations/platform/sandbox/personas.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { siteOf } from "#service/lab/testing/sites.ts";

const LIMITS = "/api/games/limits";

describeEachEngine("the limits of the games over HTTP", (engine) => {
  const site = siteOf(engine, { config: { adminPlatformIds: new Set([subOf("admin")]) } });

  const limits = async (by = site.visitor()) => (await by.get(LIMITS)).as(endpoints.gameLimits);

  it("are shown to everybody, signed in or not", async () => {
    expect(await limits()).toEqual({
      stakeMin: "1.00",
      stakeMax: "100000.00",
      bank: { RBX: { largestStake: "100000.00" }, TIX: { largestStake: "100000.00" } },
      bot: { largestStake: "100000.00", winningsBasisPoints: 8_000 },
      houseEdgeBasisPoints: 250,
      coinflipOpenHours: 24,
      itemsStaked: "sight",
    });
  });

  it("follow what admins set", async () => {
    const admin = await site.player("admin");
    const changed = await admin.ask("PUT /api/admin/settings", {
      version: 0,
      values: { stakeMax: 50, coinflipOpenHours: 2 },
      reason: "For the test",
    });
    changed.as(endpoints.changeSettings);
    expect(await limits(admin)).toMatchObject({
      stakeMax: "50.00",
      bank: { RBX: { largestStake: "50.00" } },
      bot: { largestStake: "50.00" },
      coinflipOpenHours: 2,
    });
  });
});
