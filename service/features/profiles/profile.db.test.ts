import { expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { formatMinor, minor } from "#domain/kernel/money.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { siteOf } from "#service/lab/testing/sites.ts";

const FLIPS = [5, 12.5, 3, 40, 1, 7, 2];

describeEachEngine("a profile", (engine) => {
  const site = siteOf(engine);

  it("shows everybody a player's results, which equal the player's own history", async () => {
    const alice = await site.player("alice");
    const { id } = await alice.user();
    for (const betAmount of FLIPS)
      await alice.post("/api/games/coinflip", { betAmount, betSide: betAmount > 4 ? "rbx" : "tix" });
    const history = (await alice.get("/api/games/history")).as(endpoints.history);
    const profile = (await alice.get(`/api/players/${id}`)).as(endpoints.profile);
    const sum = (amounts: readonly string[]) => amounts.reduce((all, one) => all + minor(one), 0n);
    const wagered = sum(history.map(({ betAmount }) => betAmount));
    const paid = sum(history.map(({ winAmount }) => winAmount));
    const wins = history.filter(({ won }) => won);
    const best = wins.map(({ winAmount, betAmount }) => minor(winAmount) - minor(betAmount));
    const figures = { gamesPlayed: FLIPS.length, wins: wins.length };
    expect(profile.stats).toMatchObject(figures);
    expect(profile.stats?.games).toMatchObject([{ gameType: "coinflip", ...figures }]);
    const { stats } = profile;
    expect([stats?.wagered, stats?.profit]).toEqual([formatMinor(wagered), formatMinor(paid - wagered)]);
    expect(minor(stats?.games[0]?.biggestWin ?? "")).toBe(best.toSorted((a, b) => Number(b - a))[0] ?? 0n);
    expect((await site.visitor().get(`/api/players/${id}`)).body).toEqual(profile);
  });

  it("begins with zeros, and shows when the player joined", async () => {
    const bob = await site.player("bob");
    const { id, username } = await bob.user();
    const profile = (await site.visitor().get(`/api/players/${id}`)).as(endpoints.profile);
    expect(profile).toMatchObject({
      username,
      level: 1,
      joinedAt: new Date(site.clock.now).toISOString(),
      stats: { gamesPlayed: 0, winRate: 0, wagered: "0.00", profit: "0.00", games: [] },
    });
  });

  it("never contains an address or a platform id", async () => {
    const carol = await site.player("carol");
    const { id, email } = await carol.user();
    const { text } = await site.visitor().get(`/api/players/${id}`);
    const [row] = await site.db.query<{ platform_id: string }>(
      "select platform_id from identities where player_id = $1",
      [id],
    );
    expect(text).not.toContain(email ?? "@");
    expect(text).not.toContain(`"${row?.platform_id}"`);
  });

  it("does not exist without a player", async () => {
    expect((await site.visitor().get("/api/players/p_nobody")).status).toBe(404);
    expect((await site.visitor().get("/api/players/%00")).status).toBe(400);
  });
});
