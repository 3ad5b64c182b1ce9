import { afterAll, beforeAll, expect, it } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { MINUTE_MS } from "#domain/kernel/time.ts";
import { totpAt } from "#service/features/second-factors/totp.ts";
import { forgetOlderKeys } from "#service/keys/known-keys.ts";
import { Authenticator, fromBase32 } from "#service/lab/testing/authenticator.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createSite, SITE_BEGINS_AT, SITE_ORIGIN, type Site } from "#service/lab/testing/site.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";

const STEP_MS = 30_000;

describeEachEngine("something begun at a process that has ended since", (engine) => {
  const clock = { now: SITE_BEGINS_AT };
  let gone: Site;
  let next: Site;
  /** The next process, without the keys of the one before. */
  let keyless: Site;
  const waiting = new Map<string, readonly [visitor: Visitor, callback: string]>();
  const begun = { enrol: "", stepUp: "", totp: "" };

  /** The same browser at another process. */
  const carried = ({ cookies }: Visitor, to: Site): Visitor => {
    const visitor = to.visitor();
    for (const [name, value] of cookies) visitor.cookies.set(name, value);
    return visitor;
  };
  let enrolling: Visitor;
  /** Another session of the enrolling player. */
  let beside: Visitor;
  let guarded: Visitor;
  const key = new Authenticator(SITE_ORIGIN);
  const newKey = new Authenticator(SITE_ORIGIN);

  beforeAll(async () => {
    gone = await createSite(engine, { clock });
    for (const name of ["alice", "bob"]) {
      const visitor = gone.visitor();
      waiting.set(name, [visitor, await visitor.visitPlatform(name)]);
    }
    enrolling = await gone.anew("carol");
    guarded = await gone.anew("dave");
    const options = (await guarded.post("/api/me/passkeys/options", {})).as(endpoints.passkeyOptions);
    await guarded.post("/api/me/passkeys", { response: key.make(options), name: "Key" });
    begun.stepUp = (await guarded.post("/api/me/step-up/options", {})).text;
    begun.enrol = (await enrolling.post("/api/me/passkeys/options", {})).text;
    beside = await gone.anew("carol");
    begun.totp = (await beside.post("/api/me/totp", {})).text;
    await gone.service.stop();
    const elsewhere = {
      "http://localhost:3001": (url: string, init: RequestInit) => gone.sandbox.clientFetch(url, init),
    };
    next = await createSite(engine, { db: gone.db, clock, elsewhere });
    const tokenKeys = [{ id: "other", bytes: Buffer.alloc(32, 7) }];
    // As an operator does whose key is lost.
    await forgetOlderKeys(gone.db, { ...next.service.deps.config, tokenKeys });
    keyless = await createSite(engine, { db: gone.db, clock, elsewhere, config: { tokenKeys } });
  });
  afterAll(async () => {
    await next.close();
    await keyless.close();
    await gone.db.close();
  });

  it("may be a sign-in: it continues at another process, once", async () => {
    const [visitor, callback] = waiting.get("alice") ?? [next.visitor(), ""];
    const copy = carried(visitor, next);
    const there = carried(visitor, next);
    expect((await there.get(callback)).headers.get("Location")).toBe("/");
    expect((await there.user()).username).toBe("alice");
    expect((await copy.get(callback)).headers.get("Location")).toMatch(/^\/\?error=\w+&message=/);
    expect((await copy.get("/api/auth/user")).status).toBe(401);
  });

  it("may be a sign-in: without its key it reports that it has to begin again, and then succeeds", async () => {
    const [visitor, callback] = waiting.get("bob") ?? [next.visitor(), ""];
    const there = carried(visitor, keyless);
    const failed = await there.get(callback);
    expect(failed.headers.get("Location")).toMatch(/^\/\?error=session_expired&message=/);
    expect((await there.get("/api/auth/user")).status).toBe(401);
    const again = carried(there, next);
    const away = new URL((await again.get("/api/login?login_hint=bob")).headers.get("Location") ?? "");
    const back = (await gone.sandbox.fetch(new Request(away))).headers.get("Location") ?? "";
    await again.get(new URL(back).pathname + new URL(back).search);
    expect((await again.user()).username).toBe("bob");
  });

  it("may be the use or addition of a passkey: it continues, and counts once", async () => {
    const there = carried(guarded, next);
    const response = key.sign(endpoints.stepUpOptions.answers[200].parse(JSON.parse(begun.stepUp)));
    const stepUp = () => there.post("/api/me/step-up", { response });
    expect([(await stepUp()).status, (await stepUp()).code]).toEqual([200, "factor_refused"]);
    const options = endpoints.passkeyOptions.answers[200].parse(JSON.parse(begun.enrol));
    const added = { response: newKey.make(options), name: "New" };
    const adding = carried(enrolling, next);
    expect((await adding.post("/api/me/passkeys", added)).status).toBe(200);
    expect((await adding.post("/api/me/passkeys", added)).status).not.toBe(200);
  });

  it("may be the set-up of an app: if a passkey was added meanwhile, it requires that", async () => {
    const { uri } = JSON.parse(begun.totp) as { readonly uri: string };
    const secret = fromBase32(new URL(uri).searchParams.get("secret") ?? "");
    const code = () => totpAt(secret, Math.floor(clock.now / STEP_MS));
    const there = carried(beside, next);
    expect((await there.post("/api/me/totp", { code: code() })).code).toBe("step_up_required");
  });

  it("is too old after five minutes: the next challenge is answered as if there had been none", async () => {
    const there = carried(guarded, next);
    const asked = async () =>
      key.sign((await there.post("/api/me/step-up/options", {})).as(endpoints.stepUpOptions));
    const late = await asked();
    clock.now += 5 * MINUTE_MS;
    expect((await there.post("/api/me/step-up", { response: late })).code).toBe("factor_refused");
    expect((await there.post("/api/me/step-up", { response: await asked() })).status).toBe(200);
  });
});
