import { expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { NEWEST, SITE_BEGINS_AT } from "#service/lab/testing/site.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1";

describeEachEngine("a sign-in", (engine) => {
  const site = siteOf(engine);

  async function signIn(visitor: Visitor, name: string, program: string): Promise<void> {
    const callback = await visitor.visitPlatform(name);
    await visitor.get(callback, { "User-Agent": program });
  }
  const told = async (visitor: Visitor) =>
    (await visitor.get("/api/social/notifications", NEWEST))
      .as(endpoints.notifications)
      .filter(({ title }) => title === "New sign-in");

  it("notifies the player once of an unknown browser at an unknown place", async () => {
    const [own, thief] = [site.visitor(), site.visitor()];
    await signIn(own, "alice", FIREFOX);
    await signIn(own, "alice", FIREFOX);
    expect(await told(own)).toEqual([]);
    await signIn(thief, "alice", SAFARI);
    expect(await told(own)).toMatchObject([{ type: "safety", actionUrl: "/sessions" }]);
    await signIn(thief, "alice", SAFARI);
    expect(await told(own)).toHaveLength(1);
  });

  it("is not notified from a known browser, whatever its name by now", async () => {
    const own = site.visitor();
    await signIn(own, "bob", FIREFOX);
    await signIn(own, "bob", SAFARI);
    expect(await told(own)).toEqual([]);
  });

  it("notifies the player if only another player has used the browser", async () => {
    const [own, shared] = [site.visitor(), site.visitor()];
    await signIn(own, "carol", FIREFOX);
    await signIn(shared, "dave", SAFARI);
    await signIn(shared, "carol", SAFARI);
    expect(await told(own)).toHaveLength(1);
  });

  it("notifies the player if the browser's cookie was made up or planted", async () => {
    const [own, thief] = [site.visitor(), site.visitor()];
    await signIn(own, "erin", FIREFOX);
    thief.cookies.set("florin_client", "A".repeat(22));
    await signIn(thief, "erin", SAFARI);
    expect(await told(own)).toHaveLength(1);
  });

  it("shows the player's previous sign-in", async () => {
    const own = site.visitor();
    const before = async () => (await own.get("/api/me/last-sign-in")).as(endpoints.lastSignIn).at;
    await signIn(own, "frank", FIREFOX);
    expect(await before()).toBeNull();
    site.clock.now = SITE_BEGINS_AT + 60_000;
    await signIn(own, "frank", FIREFOX);
    expect(await before()).toBe(new Date(SITE_BEGINS_AT).toISOString());
  });
});
