import { beforeAll, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { type Chatters, chattersOn, put } from "#service/lab/testing/chatters.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { chat } from "./feature.ts";

describeEachEngine("big wins in the chat", (engine) => {
  const site = siteOf(engine);
  let chatters: Chatters;
  const winners: Visitor[] = [];
  let players = 0;
  beforeAll(async () => {
    chatters = await chattersOn(site);
    await chatters.levelMin(1);
  });

  /** Players bet everything until one of them wins. @returns the winner's id */
  async function somebodyWins(): Promise<string> {
    for (let n = 0; ; n += 1) {
      players += 1;
      const player = await site.player(`lucky_${players}`);
      const flipped = await player.post("/api/games/coinflip", { betAmount: 1_000, betSide: "rbx" });
      if (flipped.as(endpoints.flip).won) {
        winners.push(player);
        return (await player.user()).id;
      }
      if (n > 60) throw new Error("Nobody wins");
    }
  }
  const look = async () => {
    const { reads, writer } = site.service.deps;
    await reads.whenReached(["game-history"], writer.head.position, 5_000);
    await chat.of(site.service.deps).wins.look();
    return (await chatters.newest()).filter(({ type }) => type === "bet");
  };

  it("are announced once, the largest of half a minute, in the winner's name", async () => {
    const winner = await somebodyWins();
    const told = await look();
    expect(told).toMatchObject([
      { userId: winner, message: "won 1975.00 RBX.", type: "bet", isDeleted: false },
    ]);
    expect(await look()).toEqual(told);
    await somebodyWins();
    expect(await look()).toEqual(told);
    site.clock.now += 30_000;
    await somebodyWins();
    expect(await look()).toHaveLength(2);
  });

  it("stop naming a winner who hides later, and contain no text of theirs", async () => {
    const names = async () => (await look()).map(({ user }) => [user.id, user.username, user.displayName]);
    const privacy = async (profile: "public" | "friends" | "hidden") => {
      const open = { activity: "public", presence: true, requests: true };
      for (const winner of winners) await put(winner, "/api/me/privacy", { profile, ...open });
      // The newest page shows old names for up to five seconds.
      site.clock.now += 6_000;
    };
    for (const [id, username, displayName] of await names()) {
      expect(id).toMatch(/^p_/);
      expect(displayName).toBe(username);
    }
    const [told] = await look();
    const { bob } = chatters;
    await bob.post("/api/chat/messages", { message: "Well played", replyToId: told?.id });
    expect((await chatters.newest())[0]?.replyTo?.username).toBe(told?.user.username);
    for (const profile of ["friends", "hidden"] as const) {
      await privacy(profile);
      for (const line of await names()) expect(line).toEqual(["hidden", "Hidden player", "Hidden player"]);
      expect((await chatters.newest())[0]?.replyTo?.username).toBe("Hidden player");
    }
    await privacy("public");
  });

  it("cannot be reported, and keep nobody from writing", async () => {
    const [told] = await look();
    const { bob } = chatters;
    expect((await bob.post(`/api/chat/messages/${told?.id}/report`, { reason: "Envy" })).status).toBe(404);
    site.clock.now += 6_000;
    expect((await bob.post("/api/chat/messages", { message: "Well done" })).status).toBe(200);
  });
});
