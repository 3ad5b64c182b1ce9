import { afterAll, beforeAll, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/kernel/time.ts";
import { ageSignature, SIGNATURE_HEADER } from "#service/integrations/age-checks/provider.ts";
import { type AgeSandbox, createAgeSandbox, SLOW_MS } from "#service/integrations/age-checks/sandbox.ts";
import type { Answer } from "#service/lab/testing/answer.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createSite, SITE_BEGINS_AT, type Site, type SiteOptions } from "#service/lab/testing/site.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { responsiblePlay } from "./feature.ts";

const AGE_ORIGIN = "http://localhost:3004";
const ACCOUNT = { origin: AGE_ORIGIN, key: "florin-age-key-of-tests", secret: "florin-age-secret-of-tests" };
const BET = { betAmount: 1, betSide: "rbx" };

describeEachEngine("an age check at the verification service", (engine) => {
  const clock = { now: SITE_BEGINS_AT };
  /** Replaces the sandbox's answers; null for its own. */
  let lies: ((answer: Response) => Promise<Response>) | null = null;
  let reads = 0;
  let sandbox: AgeSandbox;
  const sites: Site[] = [];
  const options = (): SiteOptions => ({
    clock,
    scheduler: { after: () => () => undefined },
    config: { houseTerms: { ageGate: "provider", blockedRegions: new Set() }, ageProvider: ACCOUNT },
    elsewhere: {
      [AGE_ORIGIN]: async (url, init) => {
        if (init.method !== "POST") reads += 1;
        const answer = await sandbox.fetch(new Request(url, init));
        return lies === null ? answer : lies(answer);
      },
    },
  });
  beforeAll(async () => {
    sandbox = createAgeSandbox({
      ...ACCOUNT,
      hints: "http://localhost:3000/api/webhooks/age",
      now: () => clock.now,
      post: async (url, init) => site().service.app.fetch(new Request(url, init)),
    });
    sites.push(await createSite(engine, options()));
  });
  afterAll(async () => {
    for (const one of sites) await one.close();
  });

  const site = (): Site => {
    const [first] = sites;
    if (first === undefined) throw new Error("there is a site");
    return first;
  };
  const begin = (player: Visitor) => player.post("/api/responsible-play/age/check", { confirm: true });
  const urlOf = (answer: Answer) => answer.as(endpoints.beginAgeCheck).url;
  const choose = (url: string, action: string) =>
    sandbox.fetch(new Request(url, { method: "POST", body: new URLSearchParams({ action }) }));
  const raw = async (path: string, init?: RequestInit) =>
    site().service.app.fetch(new Request(`http://localhost:3000${path}`, init));
  /** Clicks on the service's page, and returns as a browser does. */
  const show = async (url: string, action: string) => {
    const back = new URL((await choose(url, action)).headers.get("Location") ?? "missing:");
    clock.now += MINUTE_MS;
    const answer = await raw(back.pathname);
    // Tests do not wait, so the reading may still be running.
    await look();
    return answer;
  };
  const look = (at = site()) => responsiblePlay.of(at.service.deps).ageChecks.looking?.look();
  const standing = async (player: Visitor) =>
    (await player.get("/api/responsible-play")).as(endpoints.responsiblePlay).age;
  const bet = async (player: Visitor) => {
    const { status, code } = await player.post("/api/games/coinflip", BET);
    return status === 200 ? 200 : code;
  };

  it("lets a player bet once the service confirms their age, and not merely on their return", async () => {
    const alice = await site().player("alice");
    expect(await bet(alice)).toBe("age_unconfirmed");
    expect((await alice.post("/api/responsible-play/age", { confirm: true })).code).toBe("age_not_verified");
    const url = urlOf(await begin(alice));
    expect(urlOf(await begin(alice))).toBe(url);
    expect(await standing(alice)).toMatchObject({ asked: "provider", check: { isOpen: true, url } });
    const [row] = await site().db.query<{ reference: string }>("select reference from age_checks");
    clock.now += MINUTE_MS;
    await raw(`/api/age-checks/${row?.reference}/return?status=of_age&verdict=of_age`);
    expect(await bet(alice)).toBe("age_unconfirmed");

    sandbox.switches.set({ dropping: 1 });
    const back = await show(url, "pass");
    expect([back.status, back.headers.get("Location")]).toEqual([303, "/responsible-gaming"]);
    expect(await bet(alice)).toBe(200);
    expect(await standing(alice)).toMatchObject({ isConfirmed: true, asked: null, check: { isOpen: false } });
    expect((await begin(alice)).code).toBe("age_not_asked");
  });

  it("begins once an idempotency key, although the answer comes again when the check is over", async () => {
    const player = await site().player("repeating");
    const keyed = (key: string) =>
      player.post("/api/responsible-play/age/check", { confirm: true }, { "Idempotency-Key": key });
    const checks = async () => {
      const { id } = await player.user();
      return (await site().db.query("select 1 as one from age_checks where player_id = $1", [id])).length;
    };
    const [url, also] = (await Promise.all([keyed("a"), keyed("a")])).map(urlOf);
    expect(also).toBe(url);
    await show(url ?? "", "fail");
    expect([urlOf(await keyed("a")), await checks()]).toEqual([url, 1]);
    const next = urlOf(await keyed("b"));
    expect([next === url, await checks()]).toEqual([false, 2]);
    await show(next, "pass");
    expect([urlOf(await keyed("b")), urlOf(await keyed("a"))]).toEqual([next, url]);
    expect(await keyed("c")).toMatchObject({ status: 409, body: { detail: "Your age needs no check." } });
  });

  it("that ended before it had a page at the service gets none when its request comes again", async () => {
    const player = await site().player("pageless");
    const begun = (key: string) =>
      player.post("/api/responsible-play/age/check", { confirm: true }, { "Idempotency-Key": key });
    lies = async () => new Response(null, { status: 503 });
    expect((await begun("a")).status).toBe(503);
    clock.now += HOUR_MS + MINUTE_MS;
    await look();
    lies = null;
    expect(await begun("a")).toMatchObject({ status: 409, body: { detail: "This check is over." } });
    expect((await begun("b")).status).toBe(200);
  });

  it.each([
    ["fail", "unknown"],
    ["cancel", "cancelled"],
    ["error", "failed"],
  ])("that ends with %s changes nothing, and another can begin", async (action, outcome) => {
    const bob = await site().player(`bob_${action}`);
    const url = urlOf(await begin(bob));
    await show(url, action);
    expect(await standing(bob)).toMatchObject({ isUnderAge: false, check: { isOpen: false, url: null } });
    expect(await bet(bob)).toBe("age_unconfirmed");
    const mine = (await bob.post("/api/me/export", {})).text;
    expect(mine).toContain(outcome);
    expect(urlOf(await begin(bob))).not.toBe(url);
  });

  it("bars an underage player, even if a weaker gate applies meanwhile", async () => {
    const kid = await site().player("kid");
    await show(urlOf(await begin(kid)), "minor");
    expect(await standing(kid)).toMatchObject({ isUnderAge: true, check: { isOpen: false } });
    expect(await bet(kid)).toBe("age_unconfirmed");
    expect((await kid.post("/api/deposits", { type: "rbx", amount: 10 })).code).toBe("age_unconfirmed");
  });

  it("is read repeatedly until it ends", async () => {
    const carol = await site().player("carol");
    const url = urlOf(await begin(carol));
    await choose(url, "slow");
    clock.now += SLOW_MS - 1;
    await look();
    expect(await standing(carol)).toMatchObject({ isConfirmed: false, check: { isOpen: true } });
    clock.now += MINUTE_MS;
    await look();
    expect(await bet(carol)).toBe(200);
  });

  it("survives lost answers and outages on both ends as one check", async () => {
    const dave = await site().player("dave");
    sandbox.switches.set({ failing: 3 });
    expect((await begin(dave)).status).toBe(503);
    sandbox.switches.set({ losingAnswers: 2 });
    const url = urlOf(await begin(dave));
    sandbox.switches.set({ dropping: 1 });
    await choose(url, "pass");
    for (const fault of [{ failing: 100 }, { losingAnswers: 100 }]) {
      sandbox.switches.set(fault);
      clock.now += MINUTE_MS;
      await look();
      expect(await bet(dave)).toBe("age_unconfirmed");
    }
    sandbox.switches.set({});
    clock.now += MINUTE_MS;
    await look();
    expect(await bet(dave)).toBe(200);
    const rows = await site().db.query(
      "select 1 from age_checks c join identities i on i.player_id = c.player_id where i.username = 'dave'",
    );
    expect(rows).toHaveLength(1);
  });

  it("accepts only results signed by the service for this check", async () => {
    const eve = await site().player("eve");
    const own = urlOf(await begin(eve));
    const other = await site().player("other");
    const foreign = urlOf(await begin(other));
    await choose(foreign, "pass");
    const foreignId = foreign.split("/").at(-1);
    const body = async (answer: Response) => (await answer.text()).replace('"open"', '"of_age"');
    for (const lie of [
      async (answer: Response) => new Response(await body(answer), { headers: answer.headers }),
      async (answer: Response) => new Response(await body(answer)),
      async () =>
        sandbox.fetch(
          new Request(`${AGE_ORIGIN}/checks/${foreignId}`, {
            headers: { Authorization: `Bearer ${ACCOUNT.key}` },
          }),
        ),
    ]) {
      lies = lie;
      clock.now += MINUTE_MS;
      await look();
      lies = null;
      expect(await bet(eve)).toBe("age_unconfirmed");
    }
    expect(await standing(eve)).toMatchObject({ check: { isOpen: true, url: own } });
    await choose(own, "cancel");
  });

  it("accepts only hints signed by the service, and reads no more often for them than it polls", async () => {
    const fay = await site().player("fay");
    await choose(urlOf(await begin(fay)), "slow");
    const [row] = await site().db.query<{ reference: string }>(
      "select reference from age_checks order by begun_at desc, reference desc limit 1",
    );
    const text = JSON.stringify({ reference: row?.reference, status: "of_age" });
    const hint = (signature: string) =>
      raw("/api/webhooks/age", {
        method: "POST",
        body: text,
        headers: { "Content-Type": "application/json", [SIGNATURE_HEADER]: signature },
      });
    for (const forged of ["0".repeat(64), "nothing"]) expect((await hint(forged)).status).toBe(400);
    await site().db.query("update age_checks set due_at = null where reference <> $1", [
      row?.reference ?? "",
    ]);
    clock.now += 2_000;
    await look();
    reads = 0;
    for (let times = 0; times < 5; times += 1)
      expect((await hint(ageSignature(ACCOUNT.secret, Buffer.from(text)))).status).toBe(200);
    expect(reads).toBe(0);
    await look();
    await look();
    expect(reads).toBe(1);
    expect(await bet(fay)).toBe("age_unconfirmed");
  });

  it("ends after an hour without an answer, and begins at most five times a day", async () => {
    const gus = await site().player("gus");
    const pages = new Set<string>();
    for (let times = 0; times < 5; times += 1) {
      pages.add(urlOf(await begin(gus)));
      clock.now += HOUR_MS;
      sandbox.switches.set({ failing: times === 0 ? 1_000 : 0 });
      await look();
      sandbox.switches.set({});
      expect((await standing(gus)).check).toEqual({ isOpen: false, url: null });
    }
    expect(pages.size).toBe(5);
    expect((await begin(gus)).code).toBe("too_many_age_checks");
    clock.now += DAY_MS;
    expect((await begin(gus)).status).toBe(200);
  });

  it("is one check and one confirmation if two processes begin and read it at once", async () => {
    const two = await createSite(engine, { ...options(), db: site().db });
    sites.push(two);
    const hal = await site().player("hal");
    const there = two.visitor();
    for (const [name, value] of hal.cookies) there.cookies.set(name, value);
    const [here, beside] = await Promise.all([begin(hal), begin(there)]);
    expect(urlOf(here)).toBe(urlOf(beside));
    sandbox.switches.set({ dropping: 1 });
    await choose(urlOf(here), "pass");
    clock.now += MINUTE_MS;
    await Promise.all([look(), look(two)]);
    expect(await bet(there)).toBe(200);
    const { id } = await hal.user();
    const confirmed = await site().db.query(
      "select 1 from events where type = 'AgeConfirmed' and payload::text like $1",
      [`%${id}%`],
    );
    expect(confirmed).toHaveLength(1);
  });
});
