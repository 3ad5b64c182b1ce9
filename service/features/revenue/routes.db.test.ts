import { beforeAll, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { Revenue } from "#domain/features/revenue/contract.ts";
import { minor } from "#domain/kernel/money.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { NEWEST } from "#service/lab/testing/site.ts";
import { playersOf, siteOf } from "#service/lab/testing/sites.ts";

const REVENUE = "/api/admin/revenue";
const DAY_MS = 86_400_000;

describeEachEngine("revenue", (engine) => {
  const site = siteOf(engine);
  const games: {
    readonly day: string;
    readonly side: string;
    readonly stake: bigint;
    readonly paid: bigint;
  }[] = [];

  const [admin, alice] = playersOf(site, "admin", "alice");
  beforeAll(async () => {
    for (let day = 0; day < 3; day += 1) {
      for (let game = 0; game < 6; game += 1) {
        const betSide = game % 2 === 0 ? "rbx" : "tix";
        const answer = await alice.post("/api/games/coinflip", { betAmount: 2 + day, betSide });
        const { winAmount } = answer.as(endpoints.flip);
        const at = new Date(site.clock.now).toISOString().slice(0, 10);
        games.push({ day: at, side: betSide, stake: BigInt(2 + day) * 100n, paid: minor(winAmount) });
      }
      site.clock.now += DAY_MS;
    }
    await alice.post("/api/live-coinflips", { betAmount: 7, betSide: "tix" });
  });

  const asked = async (query = ""): Promise<Revenue> =>
    (await admin.get(`${REVENUE}${query}`, NEWEST)).as(endpoints.revenue);
  const signed = (text: string): bigint => (text.startsWith("-") ? -minor(text.slice(1)) : minor(text));

  it("adds up stakes and payouts, by day, game and currency", async () => {
    const whole = await asked();
    expect(whole.items).toHaveLength(6);
    for (const row of whole.items) {
      const own = games.filter(({ day, side }) => day === row.day && side.toUpperCase() === row.currency);
      const wagered = own.reduce((sum, { stake }) => sum + stake, 0n);
      const paid = own.reduce((sum, { paid }) => sum + paid, 0n);
      expect([row.games, signed(row.wagered), signed(row.paidOut), signed(row.revenue)]).toEqual([
        own.length,
        wagered,
        paid,
        wagered - paid,
      ]);
    }
    const total = (rows: Revenue["items"], currency: string) =>
      rows.reduce((sum, row) => (row.currency === currency ? sum + signed(row.revenue) : sum), 0n);
    for (const by of ["day", "game", "currency", "day,game", "game,currency"]) {
      const { items } = await asked(`?by=${by}`);
      for (const currency of ["RBX", "TIX"])
        expect(total(items, currency)).toBe(total(whole.items, currency));
      for (const { day, game } of items)
        expect([day !== null, game !== null]).toEqual([by.includes("day"), by.includes("game")]);
    }
    expect((await asked("?by=currency")).items).toHaveLength(2);
    // The house keeps its revenue besides its initial funds.
    for (const currency of ["RBX", "TIX"] as const)
      expect(signed(whole.bank[currency])).toBe(minor("10000000.00") + total(whole.items, currency));
  });

  it("lists every game with type, amount, currency and player, in pages and whole", async () => {
    const path = `${REVENUE}/games`;
    const whole = (await admin.get(`${path}?limit=200`, NEWEST)).as(endpoints.revenueGames);
    expect(whole.next).toBeNull();
    expect(whole.items).toHaveLength(games.length);
    const { id } = await alice.user();
    for (const [index, game] of games.toReversed().entries()) {
      const { stake, paid, side } = game;
      expect(whole.items[index]).toMatchObject({
        revenueType: paid === 0n ? "stake" : "payout",
        currency: side.toUpperCase(),
        userId: id,
      });
      expect(signed(whole.items[index]?.amount ?? "")).toBe(stake - paid);
      expect(whole.items[index]?.at.slice(0, 10)).toBe(game.day);
    }
    for (const limit of [1, 5]) {
      const paged: unknown[] = [];
      for (let next: string | null = ""; next !== null; ) {
        const query: string = `limit=${limit}${next && `&next=${next}`}`;
        const page = (await admin.get(`${path}?${query}`)).as(endpoints.revenueGames);
        paged.push(...page.items);
        next = page.next;
      }
      expect(paged).toEqual(whole.items);
    }
    expect((await admin.get(`${path}?export=1`)).as(endpoints.revenueGames)).toEqual(whole);
    const [head, ...lines] = (await admin.get(`${path}?export=csv`)).text.trimEnd().split("\r\n");
    expect([head, lines.length]).toEqual([
      "gameId,revenueType,amount,currency,userId,at,position",
      games.length,
    ]);
    const [first = ""] = games.map(({ day }) => day);
    const one = (await admin.get(`${path}?from=${first}T23:00:00Z&to=${first}T23:00:00Z`)).as(
      endpoints.revenueGames,
    );
    expect(one.items).toEqual(whole.items.filter(({ at }) => at.startsWith(first)));
    expect(one.items).toHaveLength(6);
    for (const query of ["next=none", "limit=0", "from=2027-01-01T00:00:00Z", "by=day"])
      expect((await admin.get(`${path}?${query}`)).status).toBe(400);
    expect((await alice.get(path)).status).toBe(403);
    // Access to the games' player is logged.
    const accesses = (await admin.get(`/api/admin/reads?player=${id}&limit=1`)).as(endpoints.adminReads);
    expect(accesses.items[0]?.what).toBe("/admin/revenue/games");
  });

  it("covers whole days, both ends included", async () => {
    const [first = ""] = games.map(({ day }) => day);
    const one = await asked(`?from=${first}T12:00:00Z&to=${first}T23:59:59Z`);
    expect([one.from, one.to, new Set(one.items.map(({ day }) => day))]).toEqual([
      first,
      first,
      new Set([first]),
    ]);
    expect(await asked(`?from=${first}&to=${first}`)).toEqual(one);
  });

  it("shows open stakes, the circulation, and its sources", async () => {
    const { exposure, issued, sources, position } = await asked();
    expect(exposure).toEqual({ RBX: "0.00", TIX: "7.00", items: { copies: 0, value: "0.00" } });
    expect(position).toBe(Number((await site.books()).head.position));
    for (const currency of ["RBX", "TIX"] as const) {
      const all = sources.filter(({ asset }) => asset === currency);
      expect(all.map(({ type }) => type)).toEqual(["BankFunded", "PlayerRegistered"]);
      const sum = all.reduce(
        (total, { issued, returned }) => total + signed(`${issued}`) - signed(`${returned}`),
        0n,
      );
      expect(sum).toBe(signed(issued[currency]));
    }
    const { id } = (await alice.post("/api/deposits", { type: "rbx", amount: 12 })).as(
      endpoints.requestDeposit,
    );
    await admin.signIn("admin");
    await admin.post(`/api/admin/deposits/${id}/approve`, {});
    expect((await asked()).sources).toContainEqual({
      type: "DepositCompleted",
      asset: "RBX",
      issued: "12.00",
      returned: "0.00",
    });
  });

  it("counts items that the house won, and those at stake, at the catalogue's values", async () => {
    await admin.signIn("admin");
    await admin.post("/api/admin/seed-limiteds", {});
    await alice.post("/api/sync-inventory", {});
    const copies = (await alice.get("/api/user/limiteds", NEWEST)).as(endpoints.userLimiteds);
    const copy = copies.find(({ inPlay, itemValue }) => !inPlay && signed(itemValue ?? "0.00") >= 100n);
    if (copy === undefined) throw new Error("Alice has items");
    const betItems = [{ limitedId: copy.limitedId, quantity: 1 }];
    expect((await alice.post("/api/live-coinflips", { betItems, betSide: "rbx" })).status).toBe(200);
    const { exposure, sources } = await asked();
    expect(exposure.items.copies).toBe(1);
    expect(signed(exposure.items.value)).toBeGreaterThan(0n);
    const items = sources.find(({ asset }) => asset === "items");
    expect(items).toMatchObject({ type: "InventorySynced", returned: 0 });
  });

  it("is exported as CSV, and as one JSON document", async () => {
    const csv = await admin.get(`${REVENUE}?export=csv&by=game`);
    const [head, ...lines] = csv.text.trimEnd().split("\r\n");
    expect(head).toBe("day,game,currency,games,wagered,paidOut,edge,revenue");
    expect(lines).toHaveLength((await asked("?by=game")).items.length);
    expect(await asked("?export=1")).toEqual(await asked());
  });

  it("refuses other groupings, the future, and invalid or long periods", async () => {
    const wrong = {
      "?by=player": "invalid_request",
      "?by=": "invalid_request",
      "?by=day,day,day,day": "invalid_request",
      "?by=day'--": "invalid_request",
      "?from=yesterday": "invalid_request",
      "?from=2026-02-30": "invalid_request",
      "?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z": "invalid_request",
      "?to=2027-01-01T00:00:00Z": "instant_in_future",
      "?from=2000-01-01T00:00:00Z": "period_too_long",
      "?group=day": "invalid_request",
    };
    for (const [query, code] of Object.entries(wrong)) {
      const answer = await admin.get(`${REVENUE}${query}`);
      expect([query, answer.status, answer.code]).toEqual([query, 400, code]);
    }
    expect((await alice.get(REVENUE)).status).toBe(403);
  });
});
