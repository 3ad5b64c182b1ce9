import { expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { MINUTE_MS } from "#domain/kernel/time.ts";
import { totpAt } from "#service/features/second-factors/totp.ts";
import { Authenticator, fromBase32 } from "#service/lab/testing/authenticator.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { NEWEST, SITE_BEGINS_AT, SITE_ORIGIN } from "#service/lab/testing/site.ts";
import { twoSitesOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const STEP_UP = "/api/me/step-up";
const STEP_MS = 30_000;

describeEachEngine("at two processes at once", (engine) => {
  let names = 0;
  const clock = { now: SITE_BEGINS_AT };
  const sites = twoSitesOf(engine, { clock });

  /** A player with a passkey, signed in at both. */
  async function guarded() {
    names += 1;
    const player = await sites.one.player(`guarded${names}`);
    const key = new Authenticator(SITE_ORIGIN);
    const options = (await player.post("/api/me/passkeys/options", {})).as(endpoints.passkeyOptions);
    const response = key.make(options);
    const { recoveryCodes } = (await player.post("/api/me/passkeys", { response, name: "Key" })).as(
      endpoints.addPasskey,
    );
    return { player, there: sites.carriedOver(player), key, codes: recoveryCodes ?? [] };
  }
  /** How many of four submissions of one proof are accepted, two at each process. */
  async function taken([one, two]: readonly [Visitor, Visitor], proof: object): Promise<number> {
    const answers = await Promise.all([one, two, one, two].map((visitor) => visitor.post(STEP_UP, proof)));
    const refused = answers.filter(({ code }) => code === "factor_refused");
    expect(answers.length - refused.length).toBe(answers.filter(({ status }) => status === 200).length);
    return answers.length - refused.length;
  }

  it("a recovery code counts once", async () => {
    const { player, there, codes } = await guarded();
    expect(await taken([player, there], { recoveryCode: codes[0] })).toBe(1);
    const { recoveryCodesLeft } = (await there.get("/api/me/security")).as(endpoints.security);
    expect(recoveryCodesLeft).toBe(9);
  });

  it("an answer of a passkey counts once", async () => {
    const { player, there, key } = await guarded();
    const options = (await there.post(`${STEP_UP}/options`, {})).as(endpoints.stepUpOptions);
    expect(await taken([player, there], { response: key.sign(options) })).toBe(1);
  });

  it("a code of an app counts once", async () => {
    const player = await sites.one.player("with_app");
    const begun = (await player.post("/api/me/totp", {})).as(endpoints.setTotp);
    const secret = fromBase32(new URL("uri" in begun ? begun.uri : "").searchParams.get("secret") ?? "");
    const code = () => totpAt(secret, Math.floor(clock.now / STEP_MS));
    expect((await player.post("/api/me/totp", { code: code() })).status).toBe(200);
    clock.now += 2 * STEP_MS;
    expect(await taken([player, sites.carriedOver(player)], { code: code() })).toBe(1);
  });

  it("a set-up that comes to both shows one set of recovery codes, which work, and is told once", async () => {
    const player = await sites.one.player("set_up_twice");
    const there = sites.carriedOver(player);
    const begun = (await player.post("/api/me/totp", {})).as(endpoints.setTotp);
    const secret = fromBase32(new URL("uri" in begun ? begun.uri : "").searchParams.get("secret") ?? "");
    const code = totpAt(secret, Math.floor(clock.now / STEP_MS));
    const twice = async (path: string, body: object) => {
      const key = { "Idempotency-Key": path };
      const answers = await Promise.all([player.post(path, body, key), there.post(path, body, key)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const [here, other] = answers.map(
        ({ body }) => (body as { readonly recoveryCodes: string[] }).recoveryCodes,
      );
      expect(other).toEqual(here);
      return here ?? [];
    };
    const first = await twice("/api/me/totp", { code });
    expect((await player.post(STEP_UP, { recoveryCode: first[0] })).status).toBe(200);
    const later = await twice("/api/me/recovery-codes", {});
    expect((await there.post(STEP_UP, { recoveryCode: later[9] })).status).toBe(200);
    const made = await sites.db.query(
      "select from events where type = 'RecoveryCodesMade' and payload::jsonb->>'playerId' = $1",
      [(await player.user()).id],
    );
    expect(made).toHaveLength(2);
  });

  it("a confirmation that comes to both is answered alike", async () => {
    const { player, there, codes, key } = await guarded();
    const options = (await there.post(`${STEP_UP}/options`, {})).as(endpoints.stepUpOptions);
    for (const proof of [{ recoveryCode: codes[0] }, { response: key.sign(options) }]) {
      const headers = { "Idempotency-Key": JSON.stringify(Object.keys(proof)) };
      const answers = await Promise.all(
        [player, there, player, there].map((visitor) => visitor.post(STEP_UP, proof, headers)),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    }
    const { recoveryCodesLeft } = (await there.get("/api/me/security")).as(endpoints.security);
    expect(recoveryCodesLeft).toBe(9);
  });

  it("codes can be guessed five times in all, at either process", async () => {
    const { player, there, codes } = await guarded();
    const wrong = { recoveryCode: "AAAA-BBBB-CCCC-DDDD" };
    const guesses = [player, there, player, there, player, there, player, there];
    const answers = await Promise.all(guesses.map((visitor) => visitor.post(STEP_UP, wrong)));
    expect(answers.filter(({ code }) => code === "factor_refused")).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
    expect((await there.post(STEP_UP, { recoveryCode: codes[0] })).status).toBe(429);
    clock.now += 15 * MINUTE_MS;
    expect((await there.post(STEP_UP, { recoveryCode: codes[0] })).status).toBe(200);
  });

  it("a sign-in by a new browser is reported at a process that has not heard of its player", async () => {
    const own = await sites.one.player("watchful");
    const thief = sites.two.visitor();
    await thief.get(await thief.visitPlatform("watchful"), { "User-Agent": "Mozilla/5.0 Safari/605.1.15" });
    const told = await thief.get("/api/social/notifications", NEWEST);
    expect(told.as(endpoints.notifications)[0]?.title).toBe("New sign-in");
    expect((await own.user()).username).toBe("watchful");
  });

  it("a planted session is not the one that its victim signs in with", async () => {
    const thief = await sites.one.player("mallory");
    const planted = new Map(thief.cookies);
    for (const token of [planted.get("florin_session") ?? "", "A".repeat(43)]) {
      const victim = sites.two.visitor();
      victim.cookies.set("florin_session", token);
      await victim.signIn("victim");
      expect(victim.cookies.get("florin_session")).not.toBe(token);
      expect((await victim.user()).username).toBe("victim");
      const watching = sites.one.visitor();
      watching.cookies.set("florin_session", token);
      expect((await watching.get("/api/auth/user")).text).not.toContain("victim");
    }
  });
});
