import { beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { minor } from "#domain/kernel/money.ts";
import { addSampleData } from "#service/demo/sample-data.ts";
import { sampleItems } from "#service/integrations/platform/sample/items.ts";
import { subOf } from "#service/integrations/platform/sandbox/personas.ts";
import type { Answer } from "#service/lab/testing/answer.ts";
import { collectors } from "#service/lab/testing/collectors.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { RunningClock } from "#service/lab/testing/running-clock.ts";
import { NEWEST, SITE_BEGINS_AT, type Site } from "#service/lab/testing/site.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const BOT = "/api/games/coinflip-vs-bot";
/** Worth about 50,000, 900 and 500 RBX. */
const HELM = sampleItems.find(({ price }) => price === 51_700)?.assetId ?? 0;
const SATCHEL = sampleItems.find(({ price }) => price === 900)?.assetId ?? 0;
const CROWN = sampleItems.find(({ price }) => price === 520)?.assetId ?? 0;
const ids = new Set([subOf("admin"), subOf("admin2")]);
/** Waits so that a read also shows recent writes of other players. */

const bet = (limitedId: number) => ({ betItems: [{ limitedId, quantity: 1 }], betSide: "rbx" });
const detailOf = ({ body }: Answer): string => (body as { readonly detail: string }).detail;
const entriesOf = async (player: Visitor) =>
  (await player.get("/api/user/limiteds", NEWEST)).as(endpoints.userLimiteds);

const houseHolds = async (site: Site): Promise<{ readonly bank: bigint; readonly items: number }> => {
  const rows = await site.db.query<{ asset: string; amount: bigint }>(
    "select asset, amount from holdings where account = 'house' and amount <> 0",
  );
  return {
    bank: rows.find(({ asset }) => asset === "RBX")?.amount ?? 0n,
    items: rows.filter(({ asset }) => asset.startsWith("item:")).length,
  };
};

/** Two admins approve a deposit of one copy, as if the player had sent it. */
async function deposited(
  player: Visitor,
  site: Site,
  { item, instance }: { item: number; instance: string },
) {
  const listed = (await player.get("/api/limiteds")).as(endpoints.limiteds);
  const itemId = listed.find(({ robloxAssetId }) => robloxAssetId === item)?.id;
  const request = {
    type: "roblox_limited",
    itemId,
    quantity: 1,
    tradeUrl: "https://www.roblox.com/trades/1",
  };
  const { id } = (await player.post("/api/deposits", request)).as(endpoints.requestDeposit);
  for (const name of ["admin", "admin2"]) {
    const admin = await site.player(name);
    const approved = await admin.post(`/api/admin/deposits/${id}/approve`, { instances: [instance] });
    if (approved.as(endpoints.approveDeposit).status === "completed") return id;
  }
  throw new Error("the deposit was not completed");
}

describeEachEngine("items that their owners keep on the platform", (engine) => {
  describe("where only items in custody can be staked", () => {
    const config = { itemsStaked: "custody" as const, adminPlatformIds: ids };
    const site = siteOf(engine, { config, clock: new RunningClock(SITE_BEGINS_AT) });
    beforeAll(() => addSampleData(site.service.deps));
    const collector = collectors(site, "thief");

    it("win nothing from the bank: no copy can be played, in any number of attempts", async () => {
      const before = await houseHolds(site);
      for (let thief = 0; thief < 3; thief += 1) {
        const player = await collector(HELM, SATCHEL, CROWN);
        for (const item of [HELM, SATCHEL, CROWN, HELM]) {
          const answer = await player.post(BOT, bet(item));
          expect([answer.status, answer.code]).toEqual([409, "items_not_in_custody"]);
          expect(detailOf(answer)).toMatch(
            /^Only deposited items can be staked\. Deposit these first, on the Deposits page: item \d+, copy [\w-]+\.$/,
          );
        }
        expect((await entriesOf(player)).every(({ inCustody }) => !inCustody)).toBe(true);
      }
      expect(await houseHolds(site)).toEqual(before);
    });

    it("neither open a coinflip nor join one, by name or by the site's own pick", async () => {
      const [owner, thief] = [await collector(SATCHEL), await collector(SATCHEL, SATCHEL)];
      const opened = await thief.post("/api/live-coinflips", bet(SATCHEL));
      expect([opened.status, opened.code]).toEqual([409, "items_not_in_custody"]);
      const [mine] = await site.db.query<{ asset: string }>(
        "select asset from holdings where account = $1 and asset like 'item:%'",
        [`player:${(await owner.user()).id}`],
      );
      await deposited(owner, site, { item: SATCHEL, instance: mine?.asset.split(":")[2] ?? "" });
      expect((await entriesOf(owner)).map(({ inCustody }) => inCustody)).toEqual([true]);
      const game = (await owner.post("/api/live-coinflips", bet(SATCHEL))).as(endpoints.openCoinflip);
      expect(game.betItems.map(({ inCustody }) => inCustody)).toEqual([true]);
      const path = `/api/live-coinflips/${game.id}/join`;
      expect((await thief.post(path, {})).code).toBe("no_matching_items");
      const named = await thief.post(path, { betItems: [{ limitedId: SATCHEL, quantity: 1 }] });
      expect([named.status, named.code]).toEqual([409, "items_not_in_custody"]);
    });

    it("can be played after a deposit, as the proof shows, and deposited copies go first", async () => {
      const player = await collector(CROWN, CROWN);
      const [, second] = await site.db.query<{ asset: string }>(
        "select asset from holdings where account = $1 and asset like 'item:%' order by asset",
        [`player:${(await player.user()).id}`],
      );
      const instance = second?.asset.split(":")[2] ?? "";
      await deposited(player, site, { item: CROWN, instance });
      const game = (await player.post(BOT, bet(CROWN))).as(endpoints.botFlip);
      const proof = (await site.visitor().get(`/api/games/${game.id}/proof`, NEWEST)).as(endpoints.proof);
      expect(proof).toMatchObject({ items: [{ limitedId: CROWN, instance, inCustody: true }] });
      if (!game.won) expect((await player.post(BOT, bet(CROWN))).code).toBe("items_not_in_custody");
    });
  });

  describe("where items on sight can be staked too", () => {
    const config = { itemsStaked: "sight" as const, adminPlatformIds: ids, bankFunds: minor("200000.00") };
    const site = siteOf(engine, { config, clock: new RunningClock(SITE_BEGINS_AT) });
    beforeAll(() => addSampleData(site.service.deps));
    const collector = collectors(site, "lender");

    it("cost the bank at most its share in one game, and are marked wherever they are shown", async () => {
      const player = await collector(HELM, ...Array.from({ length: 12 }, () => SATCHEL));
      const dear = await player.post(BOT, bet(HELM));
      expect([dear.status, dear.code]).toEqual([409, "bank_limit"]);
      expect(detailOf(dear)).toMatch(/^The largest RBX stake the house takes at the moment is 2,500\.01\.$/);
      for (let game = 0; game < 6; game += 1) {
        const before = await houseHolds(site);
        const { id } = (await player.post(BOT, bet(SATCHEL))).as(endpoints.botFlip);
        const after = await houseHolds(site);
        expect((before.bank - after.bank) * 100n).toBeLessThanOrEqual(before.bank);
        const proof = (await site.visitor().get(`/api/games/${id}/proof`, NEWEST)).as(endpoints.proof);
        expect(proof).toMatchObject({ items: [{ limitedId: SATCHEL, inCustody: false }] });
      }
    });

    it("are not in custody for their winner until an admin approves their deposit", async () => {
      const [thief, helper] = [await collector(CROWN), await collector(CROWN)];
      const game = (await thief.post("/api/live-coinflips", bet(CROWN))).as(endpoints.openCoinflip);
      const joined = (await helper.post(`/api/live-coinflips/${game.id}/join`, {})).as(
        endpoints.joinCoinflip,
      );
      const winner = joined.creatorWon ? thief : helper;
      const won = await entriesOf(winner);
      expect(won.map(({ inCustody, assetId }) => [assetId, inCustody])).toEqual([
        [CROWN, false],
        [CROWN, false],
      ]);
      const proof = (await site.visitor().get(`/api/games/${game.id}/proof`, NEWEST)).as(endpoints.proof);
      if (proof.scheme !== "rt1|pvp") throw new Error("it is a game between players");
      expect(proof.participants.flatMap(({ items }) => items).map(({ inCustody }) => inCustody)).toEqual([
        false,
        false,
      ]);
      // The loser's copy arrives at the house: from then on it is in custody.
      const held = await site.db.query<{ asset: string }>(
        "select asset from holdings where account = $1 and amount = 1 and asset like 'item:%' order by asset",
        [`player:${(await winner.user()).id}`],
      );
      for (const { asset } of held)
        await deposited(winner, site, { item: CROWN, instance: asset.split(":")[2] ?? "" });
      expect((await entriesOf(winner)).map(({ inCustody }) => inCustody)).toEqual([true, true]);
    });
  });
});
