import { beforeEach, expect, it, vi } from "vitest";
import { endpoints } from "#domain/features/contract.ts";
import { MINUTE_MS } from "#domain/kernel/time.ts";
import type { Row, SqlValue } from "#projections/kernel/sql.ts";
import type { Answer } from "#service/lab/testing/answer.ts";
import { Authenticator, type Forgery, fromBase32 } from "#service/lab/testing/authenticator.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { NEWEST, SITE_ORIGIN } from "#service/lab/testing/site.ts";
import { siteOf } from "#service/lab/testing/sites.ts";
import type { Visitor } from "#service/lab/testing/visitor.ts";
import { totpAt } from "./totp.ts";

const LATER = 6 * MINUTE_MS;
const OVER = 16 * MINUTE_MS;
const STEP_MS = 30_000;
const JSON_BODY = { "Content-Type": "application/json", Origin: SITE_ORIGIN };

const challenge = async (player: Visitor, path = "/api/me/step-up/options"): Promise<{ challenge: string }> =>
  (await player.post(path, {})).as(endpoints.stepUpOptions);
const codeOf = ({ status, code }: Answer): string => (status === 200 ? "200" : `${status} ${code}`);
const del = (player: Visitor, path: string, body?: object) =>
  player.send(
    body === undefined
      ? { method: "DELETE", path, headers: { Origin: SITE_ORIGIN } }
      : { method: "DELETE", path, body: JSON.stringify(body), headers: JSON_BODY },
  );

describeEachEngine("second factors", (engine) => {
  // As after a start: only what a command reads is in memory.
  const site = siteOf(engine, { streamsMax: 1 });
  let names = 0;
  // Lets challenges and locks of the previous test expire.
  beforeEach(() => {
    site.clock.now += 60 * MINUTE_MS;
  });
  const nobody = () => {
    names += 1;
    return site.player(`person${names}`);
  };

  async function addKey(player: Visitor, forgery: Forgery = {}) {
    const key = new Authenticator(SITE_ORIGIN);
    const options = await challenge(player, "/api/me/passkeys/options");
    const answer = await player.post("/api/me/passkeys", {
      response: key.make(options, forgery),
      name: "Key",
    });
    return { key, answer };
  }
  /** A player with a passkey whose step-up has expired, and a copy of their cookie. */
  async function guarded() {
    const player = await nobody();
    const { key, answer } = await addKey(player);
    const { id, recoveryCodes } = answer.as(endpoints.addPasskey);
    site.clock.now += OVER;
    const thief = site.visitor();
    for (const [name, value] of player.cookies) thief.cookies.set(name, value);
    return { player, key, id, codes: recoveryCodes ?? [], thief };
  }
  const stepUp = async (player: Visitor, key: Authenticator, forgery: Forgery = {}) =>
    codeOf(await player.post("/api/me/step-up", { response: key.sign(await challenge(player), forgery) }));
  const sensitive = async (player: Visitor) => codeOf(await player.post("/api/me/recovery-codes", {}));
  const typesOf = async (playerId: string) =>
    (
      await site.db.query<Row & { type: string }>(
        "select type from events where stream = $1 order by position",
        [`player:${playerId}`],
      )
    ).map(({ type }) => type);

  it("confirm a session for 15 minutes, and leave every step in the log", async () => {
    const { player, key, id } = await guarded();
    expect(await sensitive(player)).toBe("403 step_up_required");
    expect(await stepUp(player, key)).toBe("200");
    expect(await sensitive(player)).toBe("200");
    site.clock.now += 15 * MINUTE_MS;
    expect(await sensitive(player)).toBe("403 step_up_required");
    expect(await stepUp(player, key)).toBe("200");
    expect(codeOf(await del(player, `/api/me/passkeys/${id}`))).toBe("200");
    expect((await player.get("/api/me/security")).as(endpoints.security)).toMatchObject({
      passkeys: 0,
      recoveryCodesLeft: 0,
    });
    const types = await typesOf((await player.user()).id);
    expect(types.filter((type) => /Factor|Recovery/.test(type))).toEqual([
      "SecondFactorAdded",
      "RecoveryCodesMade",
      "RecoveryCodesMade",
      "SecondFactorRemoved",
    ]);
  });

  it("refuse a thief with a stolen cookie to enrol, remove, make codes or change the address", async () => {
    const { thief, id, player } = await guarded();
    const tried = [
      await thief.post("/api/me/passkeys/options", {}),
      await thief.post("/api/me/totp", {}),
      await thief.post("/api/me/recovery-codes", {}),
      await del(thief, `/api/me/passkeys/${id}`),
      await thief.ask("PUT /api/me/email", { email: "thief@example.com" }),
    ];
    expect(new Set(tried.map(codeOf))).toEqual(new Set(["403 step_up_required"]));
    expect((await player.get("/api/me/passkeys")).as(endpoints.passkeys)).toHaveLength(1);
  });

  it("require a sign-in within the last 5 minutes for the first one", async () => {
    const player = await nobody();
    site.clock.now += LATER;
    expect(codeOf(await player.post("/api/me/passkeys/options", {}))).toBe("403 fresh_sign_in_required");
    expect(codeOf(await player.post("/api/me/totp", {}))).toBe("403 fresh_sign_in_required");
    const quiet = site.visitor();
    await quiet.signIn("quiet", { isFresh: false });
    expect(codeOf(await quiet.post("/api/me/passkeys/options", {}))).toBe("403 fresh_sign_in_required");
  });

  it("are not added by a challenge begun in time and answered too late", async () => {
    const player = await nobody();
    const key = new Authenticator(SITE_ORIGIN);
    const options = await challenge(player, "/api/me/passkeys/options");
    site.clock.now += LATER;
    const answer = await player.post("/api/me/passkeys", { response: key.make(options), name: "Late" });
    expect(answer.status).toBe(403);
  });

  it.each<[string, Forgery]>([
    ["of another site", { origin: "https://evil.example" }],
    ["of another port", { origin: "http://localhost:4000" }],
    ["for another site's passkeys", { rpId: "evil.example" }],
    ["of an embedded page", { crossOrigin: true }],
    ["without a check of the person", { isVerified: false }],
  ])("accept no answer %s", async (_, forgery) => {
    const { player, key } = await guarded();
    expect(await stepUp(player, key, forgery)).toBe("403 factor_refused");
    expect(await stepUp(player, key)).toBe("200");
    const fresh = await nobody();
    expect(codeOf((await addKey(fresh, forgery)).answer)).toBe("403 factor_refused");
  });

  it("accept no answer twice, nor one to an older, foreign or other challenge", async () => {
    const { player, key, thief } = await guarded();
    const first = await challenge(player);
    const second = await challenge(player);
    const send = async (who: Visitor, response: object) =>
      codeOf(await who.post("/api/me/step-up", { response }));
    expect(await send(player, key.sign(first))).toBe("403 factor_refused");
    // A wrong answer uses up the challenge.
    expect(await send(player, key.sign(second))).toBe("403 factor_refused");
    const good = key.sign(await challenge(player));
    expect(await send(player, good)).toBe("200");
    expect(await send(player, good)).toBe("403 factor_refused");
    expect(await send(thief, good)).toBe("403 factor_refused");
    const other = site.visitor();
    await other.signIn((await player.user()).username);
    const theirs = await challenge(other);
    expect(await send(player, key.sign(theirs))).toBe("403 factor_refused");
    const old = key.sign(await challenge(player));
    site.clock.now += 5 * MINUTE_MS;
    expect(await send(player, old)).toBe("403 factor_refused");
    const forEnrolment = await challenge(player, "/api/me/passkeys/options");
    expect(await send(player, key.sign(forEnrolment))).toBe("403 factor_refused");
  });

  it("confirm only their own player, whatever user handle an answer has", async () => {
    const [one, two] = [await guarded(), await guarded()];
    expect(await stepUp(one.player, two.key)).toBe("403 factor_refused");
    expect(await stepUp(one.player, one.key, { userHandle: "c29tZWJvZHk" })).toBe("403 factor_refused");
    expect(codeOf(await del(two.player, `/api/me/passkeys/${one.id}`))).toBe("403 step_up_required");
    expect(await stepUp(two.player, two.key)).toBe("200");
    expect(codeOf(await del(two.player, `/api/me/passkeys/${one.id}`))).toBe("404 unknown_factor");
    expect((await one.player.get("/api/me/passkeys")).as(endpoints.passkeys)).toHaveLength(1);
  });

  it("refuse a copy whose count went back, and notify the player", async () => {
    const { player, key, id } = await guarded();
    expect(await stepUp(player, key, { counter: 9 })).toBe("200");
    expect(await stepUp(player, key, { counter: 9 })).toBe("403 factor_refused");
    // A key reused from another request must not suppress the notice.
    const response = key.sign(await challenge(player), { counter: 0 });
    const used = { "Idempotency-Key": "used" };
    await player.post("/api/me/recovery-codes", {}, used);
    await player.post("/api/games/coinflip", { betAmount: 1, betSide: "rbx" }, used);
    expect(codeOf(await player.post("/api/me/step-up", { response }, used))).toBe(
      "422 idempotency_key_reused",
    );
    expect(codeOf(await player.post("/api/me/step-up", { response }))).toBe("403 factor_refused");
    const told = await player.get("/api/social/notifications", NEWEST);
    expect(told.as(endpoints.notifications)[0]).toMatchObject({ type: "safety", title: "Passkey refused" });
    expect(await typesOf((await player.user()).id)).toContain("PasskeyCloneRefused");
    expect(id).toMatch(/^key_/);
  });

  it("accept passkeys whose count is always 0, as synced ones have", async () => {
    const player = await nobody();
    const { key } = await addKey(player, { counter: 0 });
    expect(await stepUp(player, key, { counter: 0 })).toBe("200");
    expect(await stepUp(player, key, { counter: 0 })).toBe("200");
  });

  it("accept a recovery code once, and only of the newest ten", async () => {
    const { player, codes, key } = await guarded();
    expect(new Set(codes).size).toBe(10);
    const use = async (recoveryCode = "") => codeOf(await player.post("/api/me/step-up", { recoveryCode }));
    expect(await use(codes[0])).toBe("200");
    expect(await use(codes[0])).toBe("403 factor_refused");
    // As people may type it.
    expect(await use(codes[1]?.toLowerCase().replaceAll("-", " "))).toBe("200");
    expect(await stepUp(player, key)).toBe("200");
    expect(await sensitive(player)).toBe("200");
    expect(await use(codes[2])).toBe("403 factor_refused");
    expect(await typesOf((await player.user()).id)).toContain("RecoveryCodeUsed");
    const answers = JSON.stringify(await site.db.query("select answer from commands"));
    expect(codes.filter((code) => answers.includes(code))).toEqual([]);
  });

  it("cannot be guessed: after 5 wrong codes none is accepted for 15 minutes, from any session", async () => {
    const { player, codes, key } = await guarded();
    const other = site.visitor();
    await other.signIn((await player.user()).username);
    const wrong = (who: Visitor) => who.post("/api/me/step-up", { recoveryCode: "AAAA-BBBB" });
    const answers = await Promise.all([player, other, player, other, player, other, player].map(wrong));
    expect(answers.map(codeOf).sort()).toEqual([
      ...Array.from({ length: 5 }, () => "403 factor_refused"),
      ...Array.from({ length: 2 }, () => "429 too_many_requests"),
    ]);
    const right = () => player.post("/api/me/step-up", { recoveryCode: codes[0] ?? "" });
    expect(codeOf(await right())).toBe("429 too_many_requests");
    // A passkey still confirms, so a thief's guesses lock nobody out.
    expect(await stepUp(player, key)).toBe("200");
    site.clock.now += 15 * MINUTE_MS;
    expect(codeOf(await right())).toBe("200");
  });

  /** Begins the set-up of an authenticator app. @returns its address */
  const beginApp = async (player: Visitor): Promise<URL> => {
    const begun = (await player.post("/api/me/totp", {})).as(endpoints.setTotp);
    return new URL("uri" in begun ? begun.uri : "");
  };
  const secretOf = (uri: URL) => fromBase32(uri.searchParams.get("secret") ?? "");
  const stepNow = () => Math.floor(site.clock.now / STEP_MS);

  it("of an app cannot be guessed either, and right codes begin the count anew", async () => {
    const player = await nobody();
    const secret = secretOf(await beginApp(player));
    const send = async (path: string, at = stepNow()) =>
      codeOf(await player.post(path, { code: totpAt(secret, at) }));
    const wrong = (path: string) => send(path, stepNow() + 9);
    for (let n = 0; n < 4; n += 1) expect(await wrong("/api/me/totp")).toBe("403 factor_refused");
    expect(await send("/api/me/totp")).toBe("200");
    site.clock.now += 2 * STEP_MS;
    for (let n = 0; n < 4; n += 1) expect(await wrong("/api/me/step-up")).toBe("403 factor_refused");
    expect(await send("/api/me/step-up")).toBe("200");
    site.clock.now += 2 * STEP_MS;
    for (let n = 0; n < 5; n += 1) expect(await wrong("/api/me/step-up")).toBe("403 factor_refused");
    expect(await send("/api/me/step-up")).toBe("429 too_many_requests");
    site.clock.now += 15 * MINUTE_MS;
    expect(await send("/api/me/step-up")).toBe("200");
  });

  it("are one app, set up from its beginning, and no passkey of somebody else", async () => {
    const player = await nobody();
    const confirm = (code: string) => player.post("/api/me/totp", { code });
    expect(codeOf(await confirm("123456"))).toBe("409 set_up_ended");
    const secret = secretOf(await beginApp(player));
    site.clock.now += 5 * MINUTE_MS;
    expect(codeOf(await confirm(totpAt(secret, stepNow())))).toBe("409 set_up_ended");
    await player.signIn((await player.user()).username);
    const again = secretOf(await beginApp(player));
    expect(codeOf(await confirm(totpAt(again, stepNow())))).toBe("200");
    expect(codeOf(await player.post("/api/me/totp", {}))).toBe("409 factor_held");
    const { key } = await addKey(await nobody());
    const options = await challenge(player, "/api/me/passkeys/options");
    const theirs = { response: key.make(options), name: "Key" };
    expect(codeOf(await player.post("/api/me/passkeys", theirs))).toBe("403 factor_refused");
  });

  it("accept a code of an authenticator app once, and then no earlier one", async () => {
    const player = await nobody();
    const uri = await beginApp(player);
    const [row] = await site.db.query<Row & { challenge: string }>(
      "select challenge from factor_challenges where purpose = 'totp' order by created_at desc",
    );
    // The stored secret is sealed.
    expect(row?.challenge).not.toContain(uri.searchParams.get("secret") ?? "missing");
    const code = (at = stepNow()) => totpAt(secretOf(uri), at);
    expect(codeOf(await player.post("/api/me/totp", { code: code(stepNow() + 9) }))).toBe(
      "403 factor_refused",
    );
    const done = (await player.post("/api/me/totp", { code: code() })).as(endpoints.setTotp);
    expect("recoveryCodes" in done && done.recoveryCodes).toHaveLength(10);
    const use = async (at?: number) => codeOf(await player.post("/api/me/step-up", { code: code(at) }));
    expect(await use()).toBe("403 factor_refused");
    site.clock.now += 2 * STEP_MS;
    expect(await use()).toBe("200");
    expect([await use(), await use(stepNow() - 1)]).toEqual(["403 factor_refused", "403 factor_refused"]);
    site.clock.now += OVER;
    expect(codeOf(await del(player, "/api/me/totp"))).toBe("403 step_up_required");
    expect(await use()).toBe("200");
    expect(codeOf(await del(player, "/api/me/totp"))).toBe("200");
  });

  it("are set up once an idempotency key, and a repetition gets recovery codes that work", async () => {
    const [player, other] = [await nobody(), await nobody()];
    const options = await challenge(player, "/api/me/passkeys/options");
    const key = new Authenticator(SITE_ORIGIN);
    const body = { response: key.make(options), name: "Key" };
    const add = () => player.post("/api/me/passkeys", body, { "Idempotency-Key": "add" });
    const [lost, again] = [(await add()).as(endpoints.addPasskey), (await add()).as(endpoints.addPasskey)];
    expect([again.id, again.name]).toEqual([lost.id, "Key"]);
    const recover = async (codes: readonly string[] | null) =>
      codeOf(await player.post("/api/me/step-up", { recoveryCode: codes?.[0] }));
    expect(again.recoveryCodes).toEqual(lost.recoveryCodes);
    expect(await recover(again.recoveryCodes)).toBe("200");
    expect((await add()).as(endpoints.addPasskey).recoveryCodes).toEqual(lost.recoveryCodes);
    expect(await recover(again.recoveryCodes)).toBe("403 factor_refused");
    const differs = await player.post(
      "/api/me/passkeys",
      { ...body, name: "Other" },
      { "Idempotency-Key": "add" },
    );
    expect(codeOf(differs)).toBe("422 idempotency_key_reused");
    const code = totpAt(secretOf(await beginApp(other)), stepNow());
    const confirm = async () => {
      const answer = await other.post("/api/me/totp", { code }, { "Idempotency-Key": "confirm" });
      const done = answer.as(endpoints.setTotp);
      return "recoveryCodes" in done ? done.recoveryCodes : null;
    };
    await confirm();
    expect(await confirm()).toHaveLength(10);
    const added = (await typesOf((await other.user()).id)).filter((type) => type === "SecondFactorAdded");
    expect(added).toHaveLength(1);
  });

  it("show recovery codes that work in every answer to one request, although it came twice at once", async () => {
    const player = await nobody();
    const code = totpAt(secretOf(await beginApp(player)), stepNow());
    const twice = async (path: string, body: object) => {
      const send = () => player.post(path, body, { "Idempotency-Key": path });
      const answers = await Promise.all([send(), send()]);
      return answers.map(({ body }) => (body as { readonly recoveryCodes?: string[] }).recoveryCodes);
    };
    const [first, second] = await twice("/api/me/totp", { code });
    expect(second).toEqual(first);
    expect(codeOf(await player.post("/api/me/step-up", { recoveryCode: second?.[0] }))).toBe("200");
    const [made, again] = await twice("/api/me/recovery-codes", {});
    expect(again).toEqual(made);
    expect(codeOf(await player.post("/api/me/step-up", { recoveryCode: again?.[9] }))).toBe("200");
  });

  it("shows codes again to a repetition and spares newer ones, which another request has made", async () => {
    const { player, key } = await guarded();
    expect(await stepUp(player, key)).toBe("200");
    const make = async (key: string) =>
      (await player.post("/api/me/recovery-codes", {}, { "Idempotency-Key": key })).as(
        endpoints.makeRecoveryCodes,
      ).recoveryCodes;
    const [first, newer] = [await make("first"), await make("newer")];
    expect(newer).not.toEqual(first);
    expect(await make("first")).toEqual(first);
    const confirm = async (recoveryCode?: string) =>
      codeOf(await player.post("/api/me/step-up", { recoveryCode }));
    expect([await confirm(newer[3]), await confirm(first[3])]).toEqual(["200", "403 factor_refused"]);
    const made = (await typesOf((await player.user()).id)).filter((type) => type === "RecoveryCodesMade");
    expect(made).toHaveLength(3);
    const reused = await player.post(
      "/api/me/step-up",
      { recoveryCode: newer[4] },
      { "Idempotency-Key": "newer" },
    );
    expect(codeOf(reused)).toBe("422 idempotency_key_reused");
  });

  it("answer a confirmation that comes again alike, and count its code once", async () => {
    const { player, key, codes } = await guarded();
    const options = await challenge(player, "/api/me/step-up/options");
    const proofs = { code: { recoveryCode: codes[0] }, passkey: { response: key.sign(options) } };
    for (const [name, proof] of Object.entries(proofs)) {
      const send = (body: object) => player.post("/api/me/step-up", body, { "Idempotency-Key": name });
      const first = await send(proof);
      expect(codeOf(first)).toBe("200");
      site.clock.now += 60_000;
      for (let times = 0; times < 6; times += 1) expect((await send(proof)).body).toEqual(first.body);
      expect(codeOf(await send({ recoveryCode: codes[1] }))).toBe("422 idempotency_key_reused");
    }
    const wrong = { recoveryCode: "AAAA-BBBB-CCCC-DDDD" };
    const guess = async () =>
      codeOf(await player.post("/api/me/step-up", wrong, { "Idempotency-Key": "wrong" }));
    const guesses = [];
    for (let times = 0; times < 6; times += 1) guesses.push(await guess());
    expect(guesses.filter((code) => code === "403 factor_refused")).toHaveLength(5);
    expect(guesses.at(-1)).toBe("429 too_many_requests");
    const told = (await typesOf((await player.user()).id)).filter((type) => type === "RecoveryCodeUsed");
    expect(told).toHaveLength(1);
  });

  it("confirm one session: a new sign-in begins unconfirmed", async () => {
    const { player, key } = await guarded();
    const { username } = await player.user();
    expect(await stepUp(player, key)).toBe("200");
    const before = new Map(player.cookies);
    await player.signIn(username);
    expect(await sensitive(player)).toBe("403 step_up_required");
    for (const [name, value] of before) player.cookies.set(name, value);
    expect(codeOf(await player.get("/api/auth/user"))).toBe("401 unauthorized");
  });

  it("are gone once their removal is repeated after a crash before the key's deletion", async () => {
    const { player, key, id } = await guarded();
    const { id: playerId } = await player.user();
    const kept = await site.db.query<Record<string, SqlValue>>(
      "select * from second_factors where player_id = $1",
      [playerId],
    );
    const asBefore = async () => {
      for (const row of kept)
        await site.db.query(
          `insert into second_factors (${Object.keys(row).join(", ")})
            values (${Object.keys(row).map((_, n) => `$${n + 1}`)}) on conflict do nothing`,
          Object.values(row),
        );
    };
    expect(await stepUp(player, key)).toBe("200");
    expect(codeOf(await del(player, `/api/me/passkeys/${id}`))).toBe("200");
    await asBefore();
    expect(codeOf(await del(player, `/api/me/passkeys/${id}`))).toBe("404 unknown_factor");
    expect((await player.get("/api/me/passkeys")).as(endpoints.passkeys)).toEqual([]);
    await asBefore();
    const reset = await del(await site.anew("admin2"), `/api/admin/players/${playerId}/factors`, {
      reason: "Lost.",
    });
    expect(codeOf(reset)).toBe("409 no_factor");
    expect((await player.get("/api/me/passkeys")).as(endpoints.passkeys)).toEqual([]);
  });

  it("spare an app that was added since, if a removal or reset is sent again under its key", async () => {
    const player = await nobody();
    const { id, username } = await player.user();
    const addApp = async () => {
      await player.signIn(username);
      const secret = secretOf(await beginApp(player));
      expect(codeOf(await player.post("/api/me/totp", { code: totpAt(secret, stepNow()) }))).toBe("200");
    };
    const standing = async () => (await player.get("/api/me/security")).as(endpoints.security);
    const again = async (send: () => ReturnType<Visitor["ask"]>) => {
      await addApp();
      expect(codeOf(await send())).toBe("200");
      await addApp();
      expect(codeOf(await send())).toBe("200");
      await player.signIn(username);
      expect(await standing()).toMatchObject({ hasTotp: true, recoveryCodesLeft: 10 });
    };
    const key = { "Idempotency-Key": "gone" };
    await again(() => player.ask("DELETE /api/me/totp", undefined, key));
    const admin = await site.anew("admin2");
    const reset = (headers: Record<string, string>) =>
      admin.ask(`DELETE /api/admin/players/${id}/factors`, { reason: "Lost." }, headers);
    expect(codeOf(await reset({}))).toBe("200");
    await again(() => reset(key));
  });

  it("spare one that is added while another is removed", async () => {
    const { player, key, id } = await guarded();
    expect(await stepUp(player, key)).toBe("200");
    const other = (await addKey(player)).answer.as(endpoints.addPasskey);
    const { writer } = site.service.deps;
    const submit = writer.submit.bind(writer);
    let added: string | null = null;
    const between = vi.spyOn(writer, "submit").mockImplementation(async (submission) => {
      const outcome = await submit(submission);
      if (added === null && outcome.kind === "refused") {
        added = "";
        added = (await addKey(player)).answer.as(endpoints.addPasskey).id;
      }
      return outcome;
    });
    expect(codeOf(await del(player, `/api/me/passkeys/${id}`))).toBe("200");
    between.mockRestore();
    const left = (await player.get("/api/me/passkeys")).as(endpoints.passkeys);
    expect(left.map((one) => one.id).sort()).toEqual([other.id, added].sort());
  });

  it("of an admin are reset only by another admin, which ends all their sessions", async () => {
    const [admin, second] = [await site.player("admin"), await site.player("admin2")];
    const { answer, key } = await addKey(admin);
    const { id } = answer.as(endpoints.addPasskey);
    const { id: playerId } = await admin.user();
    expect(codeOf(await del(admin, `/api/me/passkeys/${id}`))).toBe("409 last_factor");
    const reset = (who: Visitor) => del(who, `/api/admin/players/${playerId}/factors`, { reason: "Lost." });
    expect(codeOf(await reset(admin))).toBe("403 own_factors");
    expect(codeOf(await reset(await nobody()))).toBe("403 forbidden");
    site.clock.now += OVER;
    expect(codeOf(await reset(admin))).toBe("403 step_up_required");
    expect(await stepUp(admin, key)).toBe("200");
    expect(codeOf(await reset(second))).toBe("403 fresh_sign_in_required");
    await second.signIn("admin2");
    expect(codeOf(await reset(second))).toBe("200");
    expect(codeOf(await admin.get("/api/auth/user"))).toBe("401 unauthorized");
    expect(codeOf(await reset(second))).toBe("409 no_factor");
  });
});
