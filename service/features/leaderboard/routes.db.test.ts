import { beforeAll, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { FlipAnswer } from "#domain/features/house-flips/contract.ts";
import { formatMinor, minor } from "#domain/kernel/money.ts";
import { DAY_MS } from "#domain/kernel/time.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

/** A Wednesday, in a week that ends in the next year. */
const WEDNESDAY = Date.parse("2026-12-30T10:00:00.000Z");

describeEachEngine("the leaderboard", (engine) => {
  const site = siteOf(engine);
  const names = new Map<Visitor, string>();
  const profits = new Map<string, bigint>();

  beforeAll(async () => {
    site.clock.now = WEDNESDAY;
  });

  async function join(name: string): Promise<Visitor> {
    const player = await site.player(name);
    names.set(player, name);
    return player;
  }

  async function bet(player: Visitor, stake: number, betSide: "rbx" | "tix" = "rbx"): Promise<void> {
    const answer = await player.post("/api/games/coinflip", { betAmount: stake, betSide });
    const { winAmount }: FlipAnswer = answer.as(endpoints.flip);
    const name = names.get(player) ?? "";
    profits.set(name, (profits.get(name) ?? 0n) + minor(winAmount) - minor(String(stake)));
  }

  async function board(player: Visitor, query = ""): Promise<string[]> {
    const rows = (await player.get(`/api/leaderboard${query}`)).as(endpoints.leaderboard);
    return rows.map(({ rank, player: { username }, wagered }) => `${rank} ${username} ${wagered}`);
  }

  it("is empty before anybody has played", async () => {
    expect(await board(site.visitor())).toEqual([]);
  });

  it("adds up stakes in both currencies, by day, week and all time", async () => {
    const [alice, bob, carol] = [await join("alice"), await join("bob"), await join("carol")];
    await bet(alice, 30);
    await bet(alice, 12.5, "tix");
    await bet(bob, 40);
    await bet(carol, 100);
    expect(await board(carol, "?period=day")).toEqual(["1 carol 100.00", "2 alice 42.50", "3 bob 40.00"]);
    site.clock.now += DAY_MS;
    await bet(bob, 5);
    expect(await board(bob, "?period=day")).toEqual(["1 bob 5.00"]);
    expect(await board(bob, "?period=week")).toEqual(["1 carol 100.00", "2 bob 45.00", "3 alice 42.50"]);
    site.clock.now = Date.parse("2027-01-03T23:59:59.999Z");
    await bet(alice, 3);
    expect(await board(alice, "?period=week")).toEqual(["1 carol 100.00", "2 alice 45.50", "3 bob 45.00"]);
    site.clock.now += 1;
    await bet(bob, 1);
    expect(await board(bob, "?period=week")).toEqual(["1 bob 1.00"]);
    expect(await board(bob)).toEqual(["1 carol 100.00", "2 bob 46.00", "3 alice 45.50"]);
    expect(await board(bob, "?period=all&by=wagered")).toEqual(await board(bob));
  });

  it("orders by profit, which equals the sum of all games' answers", async () => {
    const bob = [...names].find(([, name]) => name === "bob")?.[0];
    const rows = (await bob?.get("/api/leaderboard?by=profit"))?.as(endpoints.leaderboard) ?? [];
    const due = [...profits].sort(([, a], [, b]) => Number(b - a)).map(([, profit]) => formatMinor(profit));
    expect(rows.map(({ profit }) => profit)).toEqual(due);
    expect(rows.map(({ player, profit }) => `${player.username} ${profit}`).sort()).toEqual(
      [...profits].map(([name, profit]) => `${name} ${formatMinor(profit)}`).sort(),
    );
    expect(rows.map(({ rank }) => rank)).toEqual([1, 2, 3]);
  });
});
