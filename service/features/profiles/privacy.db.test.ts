import { expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import type { Privacy } from "#domain/player/privacy.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const OPEN: Privacy = { profile: "public", activity: "public", presence: true, requests: true };
const CLOSED: Privacy = { profile: "hidden", activity: "friends", presence: false, requests: false };

describeEachEngine("privacy settings", (engine) => {
  const site = siteOf(engine);

  const set = (player: Visitor, body: unknown) => player.ask("PUT /api/me/privacy", body);
  const privacyOf = async (player: Visitor) => (await player.get("/api/me/privacy")).as(endpoints.privacy);

  it("are open by default, and stored per player", async () => {
    const [alice, bob] = [await site.player("alice"), await site.player("bob")];
    expect(await privacyOf(alice)).toEqual(OPEN);
    const answer = await set(alice, CLOSED);
    expect(answer.as(endpoints.setPrivacy)).toEqual(CLOSED);
    expect([await privacyOf(alice), await privacyOf(bob)]).toEqual([CLOSED, OPEN]);
  });

  it("survive another sign-in, which updates name and picture", async () => {
    const again = await site.player("alice");
    expect(await privacyOf(again)).toEqual(CLOSED);
  });

  it("are accepted only complete and valid", async () => {
    const alice = await site.player("alice");
    for (const bad of [{}, { profile: "hidden" }, { ...OPEN, profile: "secret" }, { ...OPEN, more: 1 }])
      expect((await set(alice, bad)).status).toBe(400);
    expect(await privacyOf(alice)).toEqual(CLOSED);
  });

  it("are readable and writable only by their player", async () => {
    expect((await site.visitor().get("/api/me/privacy")).status).toBe(401);
    expect((await set(site.visitor(), OPEN)).status).toBe(401);
  });
});
