import { describe, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { Notification } from "#domain/features/notifications/contract.ts";
import { DAY_MS, HOUR_MS } from "#domain/kernel/time.ts";
import { put } from "#service/lab/testing/chatters.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { RunningClock } from "#service/lab/testing/running-clock.ts";
import { createSite, NEWEST, SITE_BEGINS_AT } from "#service/lab/testing/site.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

describeEachEngine("notifications", (engine) => {
  const site = siteOf(engine);

  const told = async (player: Visitor, query = ""): Promise<Notification[]> =>
    (await player.get(`/api/social/notifications${query}`, NEWEST)).as(endpoints.notifications);
  const unread = async (player: Visitor): Promise<number> =>
    (await player.get("/api/social/notifications/unread")).as(endpoints.unreadNotifications).count;
  const readAll = async (player: Visitor, upTo: number): Promise<number> =>
    (await player.post("/api/social/notifications/read-all", { upTo })).as(endpoints.readAllNotifications)
      .read;
  const flip = (player: Visitor) => player.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" });
  const recount = async (player: Visitor): Promise<number> =>
    (await told(player)).filter(({ isRead }) => !isRead).length;

  it("announce levels, together within an hour, and separately in the next", async () => {
    const alice = await site.player("alice");
    expect([await told(alice), await unread(alice)]).toEqual([[], 0]);
    await flip(alice);
    const [first] = await told(alice);
    expect(first).toMatchObject({ type: "level", title: "Level up", message: "You reached level 2." });
    for (let n = 0; n < 3; n += 1) await flip(alice);
    const [later, ...others] = await told(alice);
    expect(others).toEqual([]);
    expect(later).toMatchObject({ id: first?.id, message: "You reached level 3.", isRead: false });
    expect(await unread(alice)).toBe(1);
    site.clock.now += HOUR_MS;
    for (let n = 0; n < 4; n += 1) await flip(alice);
    expect((await told(alice)).map(({ message }) => message)).toEqual([
      "You reached level 4.",
      "You reached level 3.",
    ]);
    expect(await unread(alice)).toBe(2);
  });

  it("say what a level opens, by the present settings", async () => {
    const [admin, ann] = [await site.player("admin"), await site.player("ann")];
    await flip(ann);
    const newest = async () => (await told(ann)).map(({ message, actionUrl }) => [message, actionUrl])[0];
    expect(await newest()).toEqual(["You reached level 2.", null]);
    const from = async (chatLevelMin: number) => {
      const { version } = (await admin.get("/api/admin/settings")).as(endpoints.settings);
      const change = { version, values: { chatLevelMin }, reason: "For the test" };
      expect((await put(admin, "/api/admin/settings", change)).status).toBe(200);
    };
    await from(2);
    expect(await newest()).toEqual(["You reached level 2. The chat is open to you now.", "/chat"]);
    await from(3);
    expect(await newest()).toEqual(["You reached level 2.", null]);
  });

  it("become unread again when more is added to one", async () => {
    const bob = await site.player("bob");
    await flip(bob);
    const [one] = await told(bob);
    await bob.post(`/api/social/notifications/${one?.id}/read`, {});
    expect([await unread(bob), await recount(bob)]).toEqual([0, 0]);
    for (let n = 0; n < 3; n += 1) await flip(bob);
    expect([await unread(bob), await recount(bob)]).toEqual([1, 1]);
  });

  it("are marked read up to the newest one shown, and no further", async () => {
    const carol = await site.player("carol");
    await flip(carol);
    const [seen] = await told(carol);
    site.clock.now += HOUR_MS;
    for (let n = 0; n < 8; n += 1) await flip(carol);
    expect(await unread(carol)).toBe(2);
    expect(await readAll(carol, seen?.position ?? 0)).toBe(1);
    expect((await told(carol)).map(({ isRead }) => isRead)).toEqual([false, true]);
    expect(await readAll(carol, Number.MAX_SAFE_INTEGER)).toBe(1);
    expect(await readAll(carol, Number.MAX_SAFE_INTEGER)).toBe(0);
    // A position beyond the log marks nothing in advance.
    site.clock.now += HOUR_MS;
    for (let n = 0; n < 12; n += 1) await flip(carol);
    expect(await unread(carol)).toBe(1);
  });

  it("are readable only by their player", async () => {
    const [dave, erin] = [await site.player("dave"), await site.player("erin")];
    await flip(dave);
    await flip(erin);
    const [one] = await told(dave);
    expect((await erin.post(`/api/social/notifications/${one?.id}/read`, {})).status).toBe(404);
    for (const id of ["nothing", "n_", "n_0", "n_1x", String(one?.id).replace("n_", "m_")])
      expect((await dave.post(`/api/social/notifications/${id}/read`, {})).status).toBe(404);
    expect((await site.visitor().get("/api/social/notifications/unread")).status).toBe(401);
    expect(await unread(dave)).toBe(1);
    expect((await dave.post("/api/social/notifications/n_1_x%27/read", {})).status).toBe(400);
    expect((await dave.post("/api/social/notifications/read-all", { upTo: -1 })).status).toBe(400);
  });

  it("are kept for ninety days", async () => {
    const frank = await site.player("frank");
    await flip(frank);
    expect(await told(frank)).toHaveLength(1);
    const at = site.clock.now;
    site.clock.now = at + 90 * DAY_MS - 1;
    const again = await site.player("frank");
    expect([(await told(again)).length, await unread(again)]).toEqual([1, 1]);
    site.clock.now = at + 90 * DAY_MS;
    expect([(await told(again)).length, await unread(again)]).toEqual([0, 0]);
  });

  describe("of games", () => {
    it("announce large losses, to players who had left, too, and no small ones", async () => {
      const running = await createSite(engine, { clock: new RunningClock(SITE_BEGINS_AT) });
      const ended = async (player: Visitor) =>
        (await told(player)).filter(({ title }) => title === "Your game ended");
      /** Two new players play for this amount. @returns the loser's and the winner's notifications */
      const playFor = async (betAmount: number) => {
        const opener = await running.player(`opener_${betAmount}`);
        const joiner = await running.player(`joiner_${betAmount}`);
        const opened = await opener.post("/api/live-coinflips", { betAmount, betSide: "rbx" });
        const { id } = opened.as(endpoints.openCoinflip);
        const joined = (await joiner.post(`/api/live-coinflips/${id}/join`, {})).as(endpoints.joinCoinflip);
        const [winner, loser] = joined.creatorWon ? [opener, joiner] : [joiner, opener];
        return { loser: await ended(loser), winner: await ended(winner) };
      };
      expect(await playFor(999)).toEqual({ loser: [], winner: [] });
      const message = "You staked 1000.00 and lost it.";
      const said = { type: "game", message, actionUrl: "/history", isRead: false };
      expect(await playFor(1_000)).toMatchObject({ loser: [said], winner: [] });
      await running.close();
    });

    it("tell a creator once that their game was played for the first time", async () => {
      const [maker, guest] = [await site.player("maker"), await site.player("guest")];
      const made = await maker.post("/api/user-games", { title: "Mine", gameType: "coinflip" });
      const { id } = made.as(endpoints.createUserGame);
      const play = () => guest.post(`/api/user-games/${id}/play`, { betAmount: 1, betSide: "rbx" });
      expect((await play()).status).toBe(200);
      expect((await play()).status).toBe(200);
      await expect
        .poll(() => told(maker))
        .toMatchObject([{ type: "game", title: "Your game was played", actionUrl: `/user-games/${id}` }]);
    });

    it("announce joins of a player's coinflips, together", async () => {
      const running = await createSite(engine, { clock: new RunningClock(SITE_BEGINS_AT) });
      const [host, rival] = [await running.player("host"), await running.player("rival")];
      const open = async () =>
        (await host.post("/api/live-coinflips", { betAmount: 1, betSide: "rbx" })).as(endpoints.openCoinflip)
          .id;
      const ids = [await open(), await open()];
      await Promise.all(ids.map((id) => rival.post(`/api/live-coinflips/${id}/join`, {})));
      expect((await told(host)).filter(({ type }) => type === "game")).toMatchObject([
        { title: "Coinflips joined", message: "2 of your coinflips were joined." },
      ]);
      expect((await told(rival)).filter(({ type }) => type === "game")).toEqual([]);
      await running.close();
    });
  });
});
