import { expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { proxiesOf } from "#service/http/limits/proxies.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createSite, NEWEST, type SiteOptions } from "#service/lab/testing/site.ts";
import { createTwoSites } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const BET = { betAmount: 1, betSide: "rbx" };
const PROXY = "10.0.0.2";
const strict: SiteOptions["config"] = {
  houseTerms: { ageGate: "birthdate", blockedRegions: new Set(["FR"]) },
  regionHeader: "CF-IPCountry",
  trustedProxies: proxiesOf([PROXY]),
};
const from = (region: string) => ({ "CF-IPCountry": region });

/** The outcome of a bet from a country. */
const bet = async (player: Visitor, region: string) => {
  const { status, code } = await player.post("/api/games/coinflip", BET, from(region));
  return [status, code];
};
const confirm = (player: Visitor, birthDate?: string) =>
  player.post("/api/responsible-play/age", { confirm: true, birthDate }, from("AT"));

describeEachEngine("a player under the operator's terms", (engine) => {
  it("must confirm their age before the first bet, and is refused if underage", async () => {
    const site = await createSite(engine, { config: strict, remoteAddress: PROXY });
    const [alice, kid] = [await site.player("alice"), await site.player("kid")];
    expect(await bet(alice, "AT")).toEqual([403, "age_unconfirmed"]);
    expect((await confirm(alice)).code).toBe("birth_date_needed");
    expect((await confirm(alice, "1990-02-30")).status).toBe(400);
    expect((await confirm(alice, "1990-12-31")).as(endpoints.confirmAge).isConfirmed).toBe(true);
    expect((await bet(alice, "AT"))[0]).toBe(200);

    expect((await confirm(kid, "2015-12-31")).as(endpoints.confirmAge).isConfirmed).toBe(false);
    expect((await confirm(kid, "1990-12-31")).code).toBe("age_unconfirmed");
    expect(await bet(kid, "AT")).toEqual([403, "age_unconfirmed"]);
    expect((await kid.post("/api/deposits", { type: "rbx", amount: 10 }, from("AT"))).code).toBe(
      "age_unconfirmed",
    );
    const written = await site.db.query<{ text: string }>(
      "select string_agg(payload::text, ' ') as text from events",
    );
    // These digits may occur within a hash, but not as a separate number.
    expect(written[0]?.text).not.toMatch(/\b(?:1990|2015)\b/);
    await site.close();
  });

  it("is barred in blocked regions, by a trusted proxy's header on each call", async () => {
    const site = await createSite(engine, { config: strict, remoteAddress: PROXY });
    const alice = await site.player("alice");
    await confirm(alice, "1990-12-31");
    expect((await bet(alice, "AT"))[0]).toBe(200);
    const offer = { betAmount: 500, betSide: "rbx" };
    expect((await alice.post("/api/live-coinflips", offer, from("AT"))).status).toBe(200);
    const seen = (await alice.get("/api/auth/user", NEWEST)).as(endpoints.currentUser);
    const before = Number(seen.rbxBalance);
    expect(await bet(alice, "FR")).toEqual([403, "region_blocked"]);
    // A barred player's offers are cancelled.
    const balance = async () => Number((await alice.user()).rbxBalance);
    await expect.poll(balance, { timeout: 10_000 }).toBe(before + 500);
    expect(await bet(alice, "nowhere")).toEqual([403, "region_blocked"]);
    const declared = { region: "AT" };
    expect((await alice.post("/api/responsible-play/region", declared, from("FR"))).code).toBe(
      "region_known",
    );
    expect((await bet(alice, "AT"))[0]).toBe(200);
    await site.close();
  });

  it("is barred at every process by their present region, whatever another recorded", async () => {
    const sites = await createTwoSites(engine, { config: strict, remoteAddress: PROXY });
    const alice = await sites.one.player("alice");
    await confirm(alice, "1990-12-31");
    const there = sites.carriedOver(alice);
    const seen = [];
    for (const [at, region] of [
      [alice, "AT"],
      [there, "FR"],
      [alice, "AT"],
      [there, "FR"],
    ] as const)
      seen.push((await bet(at, region))[0]);
    expect(seen).toEqual([200, 403, 200, 403]);
    await sites.close();
  });

  it("meets the strictest terms of all running processes, and weaker ones only once the others stop", async () => {
    const before = await createSite(engine);
    const houseTerms = { ageGate: "birthdate", blockedRegions: new Set(["FR"]) } as const;
    const after = await createSite(engine, { db: before.db, config: { houseTerms } });
    const alice = await before.player("alice");
    expect(await bet(alice, "AT")).toEqual([403, "region_blocked"]);
    const declare = (region: string) => alice.post("/api/responsible-play/region", { region });
    expect((await declare("FR")).as(endpoints.declareRegion).isBlocked).toBe(true);
    expect((await declare("AT")).as(endpoints.declareRegion).isBlocked).toBe(false);
    expect(await bet(alice, "AT")).toEqual([403, "age_unconfirmed"]);
    expect((await confirm(alice)).code).toBe("birth_date_needed");
    expect((await confirm(alice, "1990-12-31")).as(endpoints.confirmAge).isConfirmed).toBe(true);
    expect((await bet(alice, "AT"))[0]).toBe(200);
    await after.service.stop();
    expect((await bet(await before.player("bob"), "AT"))[0]).toBe(200);
    await before.close();
  });

  it("is not believed as a proxy from another address", async () => {
    const site = await createSite(engine, { config: strict, remoteAddress: "203.0.113.9" });
    const alice = await site.player("alice");
    await confirm(alice, "1990-12-31");
    expect(await bet(alice, "AT")).toEqual([403, "region_blocked"]);
    await site.close();
  });

  it("meets changed terms at the next sign-in: their sessions end with the old ones", async () => {
    const before = await createSite(engine);
    const alice = await before.player("alice");
    expect((await bet(alice, "AT"))[0]).toBe(200);
    const { age } = (await alice.get("/api/responsible-play")).as(endpoints.responsiblePlay);
    expect(age).toMatchObject({ isConfirmed: true, textVersion: 1 });
    await before.service.stop();
    const after = await createSite(engine, { db: before.db, config: strict, remoteAddress: PROXY });
    const known = after.visitor();
    for (const [name, value] of alice.cookies) known.cookies.set(name, value);
    expect((await known.get("/api/responsible-play")).status).toBe(401);
    expect(await bet(await after.player("alice"), "AT")).toEqual([403, "age_unconfirmed"]);
    await after.close();
    await before.db.close();
  });
});
