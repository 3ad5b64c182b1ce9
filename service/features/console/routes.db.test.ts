import { beforeAll, expect, it } from "vitest";
import type { Found, Overview } from "#domain/features/console/contract.ts";
import { FOUND_MAX, NAMES_MAX, WAITING_COUNTED_MAX } from "#domain/features/console/rules.ts";
import { endpoints } from "#domain/features/contract.ts";
import { requestsWaiting, waitingNow } from "#projections/features/console/overview.ts";
import { depositFound, gameFound } from "#projections/features/console/search.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import { type Asked, rowsLookedAt } from "#projections/testing/rows-looked-at.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { NEWEST } from "#service/lab/testing/site.ts";
import { playersOf, siteOf } from "#service/lab/testing/sites.ts";

describeEachEngine("the console", (engine) => {
  const site = siteOf(engine);
  let gameId: string;
  let depositId: string;

  const [admin, alice] = playersOf(site, "admin", "alice");
  beforeAll(async () => {
    for (const name of ["al_1", "al_2", "al_3", "al_4", "al_5", "al_6"]) await site.player(name);
    await admin.post("/api/admin/seed-limiteds", {});
    const flip = await alice.post("/api/games/coinflip", { betAmount: 5, betSide: "rbx" });
    gameId = flip.as(endpoints.flip).id;
    const deposit = await alice.post("/api/deposits", { type: "rbx", amount: 12 });
    depositId = deposit.as(endpoints.requestDeposit).id;
  });

  const found = async (q: string): Promise<Found> =>
    (await admin.get(`/api/admin/search?q=${encodeURIComponent(q)}`, NEWEST)).as(endpoints.search);
  const overview = async (): Promise<Overview> =>
    (await admin.get("/api/admin/overview", NEWEST)).as(endpoints.overview);

  it("finds players by name, id and platform id, up to a maximum", async () => {
    const { id } = await alice.user();
    expect((await found("ALICE")).players.map((player) => player.username)).toEqual(["alice"]);
    const [byId] = (await found(id)).players;
    expect(byId).toMatchObject({ id, username: "alice" });
    expect((await found(byId?.platformId ?? "")).players).toEqual([byId]);
    expect((await found("al")).players).toHaveLength(FOUND_MAX);
    const accesses = (await admin.get(`/api/admin/reads?player=${id}`)).as(endpoints.adminReads);
    expect(accesses.items.map(({ what }) => what)).toContain("/admin/search");
  });

  it("finds items by part of the name and by number, events, games and deposits", async () => {
    const [item] = (await alice.get("/api/limiteds")).as(endpoints.limiteds);
    const named = await found(item?.name.slice(1) ?? "");
    expect(named.items).toContainEqual({ assetId: item?.robloxAssetId, name: item?.name });
    expect((await found(String(item?.robloxAssetId))).items).toHaveLength(1);
    expect((await found("1")).event).toMatchObject({ position: 1, type: "BankFunded" });
    expect((await found("99999")).event).toBeNull();
    expect((await found(gameId)).game).toMatchObject({ id: gameId, gameType: "coinflip" });
    const { position, ...deposit } = (await found(depositId)).deposit ?? { position: 0 };
    expect(deposit).toMatchObject({ id: depositId, status: "pending", player: { username: "alice" } });
    expect((await found(String(position))).event?.type).toBe("DepositRequested");
    const other = await alice.post("/api/deposits", { type: "rbx", amount: 13 });
    const { id: cancelled } = other.as(endpoints.requestDeposit);
    await alice.post(`/api/deposits/${cancelled}/cancel`, {});
    expect((await found(cancelled)).deposit).toMatchObject({ id: cancelled, status: "cancelled" });
    const open = await alice.post("/api/live-coinflips", { betAmount: 7, betSide: "tix" });
    const { id } = open.as(endpoints.openCoinflip);
    expect((await found(id)).game).toMatchObject({ id, gameType: "live_coinflip" });
  });

  it("finds nothing for any text that names nothing", async () => {
    const nothing = { players: [], items: [], event: null, game: null, deposit: null };
    for (const q of [
      "nobody_like_that",
      "%",
      "_",
      "' or 1=1 --",
      "<script>",
      "0",
      "9".repeat(30),
      "\u{1f600}",
    ])
      expect(await found(q)).toEqual(nothing);
    for (const q of ["", "%20", "x".repeat(65)])
      expect((await admin.get(`/api/admin/search?q=${q}`)).status).toBe(400);
    expect((await admin.get("/api/admin/search")).status).toBe(400);
    expect((await alice.get("/api/admin/search?q=al")).status).toBe(403);
  });

  it("names players and items, and leaves out unknown ids", async () => {
    const [{ id }, [item]] = [await alice.user(), (await alice.get("/api/limiteds")).as(endpoints.limiteds)];
    const query = `players=${id},p_nobody,${id}&items=${item?.robloxAssetId},999`;
    const names = (await admin.get(`/api/admin/names?${query}`)).as(endpoints.names);
    expect(names.players).toEqual([{ id, username: "alice", profileImageUrl: expect.anything() }]);
    expect(names.items).toEqual([{ assetId: item?.robloxAssetId, name: item?.name }]);
    expect((await admin.get("/api/admin/names")).as(endpoints.names)).toEqual({ players: [], items: [] });
    const many = Array.from({ length: NAMES_MAX + 1 }, (_, n) => `p${n}`);
    for (const wrong of [`players=${many}`, "players=", "players=a%00", "items=x", "items=1,,2"])
      expect((await admin.get(`/api/admin/names?${wrong}`)).status).toBe(400);
    expect((await alice.get(`/api/admin/names?players=${id}`)).status).toBe(403);
  });

  it("shows pending work, problems and today's figures", async () => {
    const before = await overview();
    expect(before).toMatchObject({
      day: "2026-01-01",
      waiting: {
        deposits: { count: 1, isMore: false },
        cashouts: { count: 0, isMore: false },
        withdrawals: { count: 0, isMore: false },
        secondApprovals: { count: 0, isMore: false },
        proposals: { count: 0, isMore: false },
      },
      stakes: { halted: false, lastCheck: null },
      readModels: { stopped: 0 },
      players: { count: 8, isMore: false },
    });
    const revenue = (await admin.get("/api/admin/revenue?by=currency", NEWEST)).as(endpoints.revenue);
    const [rbx, tix] = before.today;
    expect(rbx).toMatchObject({ currency: "RBX", games: 1, wagered: "5.00" });
    expect(rbx?.revenue).toBe(revenue.items.find(({ currency }) => currency === "RBX")?.revenue);
    expect(tix).toEqual({ currency: "TIX", games: 0, wagered: "0.00", revenue: "0.00" });
    expect(before.bank.map(({ currency, state }) => [currency, state])).toEqual([
      ["RBX", "fine"],
      ["TIX", "fine"],
    ]);
    expect(before.bank[1]?.escrow).toBe("7.00");

    const values = { bankFloor: 6_000_000 };
    const { version } = (await admin.get("/api/admin/settings")).as(endpoints.settings);
    const set = { version, values, reason: "For the test" };
    const changed = await admin.ask("PUT /api/admin/settings", set);
    expect(changed.status).toBe(200);
    const [near] = (await overview()).bank;
    expect(near).toMatchObject({ floor: "6000000.00", state: "near" });

    const large = await alice.post("/api/deposits", { type: "rbx", amount: 20_000 });
    const { id } = large.as(endpoints.requestDeposit);
    await admin.post(`/api/admin/deposits/${id}/claim`, {});
    await admin.post(`/api/admin/deposits/${id}/approve`, {});
    await admin.post("/api/admin/stakes/halt", { reason: "For the test" });
    await admin.post("/api/admin/stakes/resume", { reason: "Over" });
    const after = await overview();
    expect(after.waiting.proposals.count).toBe(1);
    expect(after.waiting.deposits.count).toBe(2);
    expect(after.waiting.secondApprovals.count).toBe(1);
    expect(after.stakes).toMatchObject({ halted: true, reason: "For the test" });
    site.clock.now += 86_400_000;
    await admin.signIn("admin");
    expect((await overview()).today.map(({ games }) => games)).toEqual([0, 0]);
    expect((await alice.get("/api/admin/overview")).status).toBe(403);
  });

  it("counts and searches by index, up to a maximum", async () => {
    const asked: Asked[] = [];
    const models: ReadModels = {
      ask: (text, values) =>
        site.service.deps.reads.ask((table) => {
          const whole = text(table);
          asked.push({ text: whole, values });
          return whole;
        }, values),
    };
    const names = await site.db.query<{ name: string }>(
      "select unnest(tables) as name from projections where active and name in ('deposits', 'cashouts', 'withdrawals', 'game-history')",
    );
    const named = (table: string) => names.find(({ name }) => name.includes(table))?.name ?? "";
    await site.db.query(
      `insert into ${named("deposits")} (deposit_id, player_id, requested_position, closed_as, settled)
        select 'dep_x' || n, 'p_x', 100 + n, case when n % 2 = 0 then 'completed' end, 0
        from generate_series(1, 5000) n`,
    );
    await site.db.query(
      `insert into ${named("games")}
        (position, game_id, player_id, game_type, staked_by, side, result, stake, payout, xp, settled_at)
        select 1000 + n, 'game_x' || n, 'p_x', 'coinflip', 'own', 'rbx', 'tix', 100, 0, 0, 0
        from generate_series(1, 5000) n`,
    );
    for (const kind of ["cashout", "withdrawal"])
      await site.db.query(
        `insert into ${named(`${kind}s`)} (${kind}_id, player_id, requested_position, status)
          select 'x' || n, 'p_x', 100 + n, case when n % 20 = 0 then 'pending' else 'rejected' end
          from generate_series(1, 5000) n`,
      );
    await site.db.query("analyze");
    expect((await waitingNow(models)).deposits).toEqual({ count: WAITING_COUNTED_MAX, isMore: true });
    const many = { count: WAITING_COUNTED_MAX, isMore: true };
    expect(await requestsWaiting(models)).toEqual({ cashouts: many, withdrawals: many });
    await gameFound(models, gameId);
    await depositFound(models, depositId);
    for (const one of asked) {
      for (const { name } of names) {
        const looked = await rowsLookedAt(site.db, one, name.split(".").at(-1)?.replaceAll('"', "") ?? "");
        expect(looked).toBeLessThanOrEqual(WAITING_COUNTED_MAX + 1);
      }
    }
    expect(asked).toHaveLength(4);
  });
});
