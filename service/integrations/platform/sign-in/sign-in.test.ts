import { beforeEach, describe, expect, it } from "vitest";
import { MINUTE_MS } from "#domain/kernel/time.ts";
import type { Fetch } from "#service/integrations/platform/bounded-fetch.ts";
import { createSandbox } from "#service/integrations/platform/sandbox/app.ts";
import { subOf } from "#service/integrations/platform/sandbox/personas.ts";
import {
  type BegunSignIn,
  createSignIn,
  type SignIn,
  type SignInConfig,
} from "#service/integrations/platform/sign-in/sign-in.ts";
import { signInCookie } from "#service/integrations/platform/sign-in/sign-in-state.ts";
import { createSealer, type SealKey } from "#service/keys/seal.ts";
import {
  driveSandbox,
  ISSUER,
  location,
  REDIRECT_URI,
  type SandboxDriver,
  SECRET,
  START,
} from "#service/lab/testing/stand-ins/sandbox-driver.ts";

const key: SealKey = { id: "k1", bytes: new Uint8Array(32).fill(1) };

let driver: SandboxDriver;
let asked: string[];
let signIn: SignIn;

/** The network between the relying party and the sandbox. */
let network: Fetch;

const signInWith = (changes: Partial<SignInConfig> = {}): SignIn =>
  createSignIn({
    issuer: ISSUER,
    clientId: "florin",
    clientSecret: SECRET,
    redirectUri: REDIRECT_URI,
    fetch: (url, init) => {
      asked.push(new URL(url).pathname);
      return network(url, init);
    },
    now: () => driver.clock.now,
    timeoutMs: 5_000,
    cookieKeys: [key],
    ...changes,
  });

beforeEach(() => {
  driver = driveSandbox();
  asked = [];
  network = driver.sandbox.clientFetch;
  signIn = signInWith();
});

type Begin = Parameters<SignIn["begin"]>[0];

async function begin(input: Partial<Begin> = {}): Promise<BegunSignIn> {
  const begun = await signIn.begin({ startedAt: "/", loginHint: "alice", ...input });
  if (!begun.ok) throw new Error(begun.message);
  return begun;
}

/** Does what the browser does: follows the redirect and comes back with the answer. */
async function visit(redirectTo: URL): Promise<URL> {
  return location(await driver.sandbox.fetch(new Request(redirectTo)));
}

async function signInAs(loginHint: string, input: Partial<Begin> = {}): ReturnType<SignIn["finish"]> {
  const { redirectTo, stateCookie } = await begin({ loginHint, ...input });
  return signIn.finish({ callbackUrl: await visit(redirectTo), stateCookie });
}

/** Changes the JSON of one endpoint's answers in transit. */
function tamper(path: string, change: (body: Record<string, unknown>) => Record<string, unknown>): void {
  network = async (url, init) => {
    const answer = await driver.sandbox.clientFetch(url, init);
    if (!url.endsWith(path)) return answer;
    return Response.json(change((await answer.json()) as Record<string, unknown>));
  };
}

describe("a sign-in", () => {
  it("ends with the profile, the tokens and the path to return to", async () => {
    const done = await signInAs("alice", { returnTo: "/shop?tab=mine" });
    expect(done).toEqual({
      ok: true,
      profile: {
        sub: "1001",
        username: "alice",
        displayName: "Alice",
        pictureUrl: "http://127.0.0.1:3001/avatars/alice.svg",
        email: null,
      },
      tokens: {
        accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        refreshToken: expect.stringMatching(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/),
        expiresAt: START + 899_000,
      },
      fresh: null,
      returnTo: "/shop?tab=mine",
      startedAt: "/",
    });
  });

  it("makes the provider ask for a login when it has to be fresh, and only then", async () => {
    expect((await begin({ isFresh: true })).redirectTo.searchParams.get("prompt")).toBe("login");
    expect((await begin()).redirectTo.searchParams.has("prompt")).toBe(false);
  });

  it("uses PKCE, state and nonce, new ones each time", async () => {
    const [first, second] = [(await begin()).redirectTo, (await begin()).redirectTo];
    expect(first.origin + first.pathname).toBe(`${ISSUER}v1/authorize`);
    expect(Object.fromEntries(first.searchParams)).toEqual({
      client_id: "florin",
      redirect_uri: REDIRECT_URI,
      response_type: "code",
      scope: "openid profile",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
      login_hint: "alice",
    });
    for (const name of ["state", "nonce", "code_challenge"])
      expect(first.searchParams.get(name)).not.toBe(second.searchParams.get(name));
  });

  it("contacts the provider at the first sign-in, and reads its metadata once", async () => {
    expect(asked).toEqual([]);
    await signInAs("alice");
    await signInAs("bob");
    expect(asked).toEqual([
      "/oauth/.well-known/openid-configuration",
      "/oauth/v1/token",
      "/oauth/v1/certs",
      "/oauth/v1/userinfo",
      "/oauth/v1/token",
      "/oauth/v1/userinfo",
    ]);
  });

  it("reads the provider's metadata once for any number of simultaneous starts, and again after an hour", async () => {
    await Promise.all([begin(), begin(), begin()]);
    expect(asked).toHaveLength(1);
    driver.clock.now += 60 * MINUTE_MS;
    await begin();
    expect(asked).toHaveLength(2);
  });

  it.each(["alice", "bob", "whale", "private", "moderator", "admin", "admin2"])(
    "signs the persona %s in by the hint alone",
    async (name) => {
      expect(await signInAs(name)).toMatchObject({ ok: true, profile: { sub: subOf(name), username: name } });
    },
  );

  it("gives an unknown name the same account every time", async () => {
    const first = await signInAs("Zed_99");
    const again = await signInAs("zed_99");
    expect(first).toMatchObject({ profile: { sub: subOf("zed_99"), username: "Zed_99" } });
    expect(again).toMatchObject({ profile: { sub: subOf("zed_99"), username: "zed_99" } });
  });

  it("takes a missing picture and a missing email address as null", async () => {
    expect(await signInAs("newbie")).toMatchObject({ profile: { pictureUrl: null, email: null } });
  });

  it("returns an email address when the platform gives one", async () => {
    tamper("/userinfo", (body) => ({ ...body, email: "alice@example.com" }));
    expect(await signInAs("alice")).toMatchObject({ profile: { email: "alice@example.com" } });
  });

  it("passes on only hints that can be user names", async () => {
    for (const loginHint of [
      "a",
      "two words",
      "x&scope=all",
      "é".repeat(5),
      "a".repeat(21),
      null,
      undefined,
    ]) {
      expect((await begin({ loginHint })).redirectTo.searchParams.has("login_hint")).toBe(false);
    }
  });

  it("can be finished by another process, under a newer sealing key", async () => {
    const { redirectTo, stateCookie } = await begin();
    const newer = { id: "k2", bytes: new Uint8Array(32).fill(2) };
    const other = signInWith({ cookieKeys: [newer, key] });
    expect(await other.finish({ callbackUrl: await visit(redirectTo), stateCookie })).toMatchObject({
      ok: true,
    });
  });

  it("ignores the callback's host, which a proxy may have changed", async () => {
    const { redirectTo, stateCookie } = await begin();
    const callbackUrl = new URL(`http://10.0.0.7:8080/elsewhere${(await visit(redirectTo)).search}`);
    expect(await signIn.finish({ callbackUrl, stateCookie })).toMatchObject({ ok: true });
  });
});

describe("the path to return to", () => {
  it("is where the sign-in began if none is given", async () => {
    expect(await signInAs("alice")).toMatchObject({ returnTo: "/" });
    expect(await signInAs("alice", { startedAt: "/oauth-test" })).toMatchObject({ returnTo: "/oauth-test" });
  });

  it.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "/..//evil.example",
    "/\t/evil",
    "x",
  ])("is not %j", async (returnTo) => {
    expect(await signInAs("alice", { returnTo })).toMatchObject({ ok: true, returnTo: "/" });
  });
});

describe("the state cookie", () => {
  const expired = { ok: false, error: "session_expired" };

  it("is sealed: it reveals nothing of its contents", async () => {
    const { redirectTo, stateCookie } = await begin({ returnTo: "/a/secret/place" });
    const text = stateCookie + Buffer.from(stateCookie.split(".")[2] ?? "", "base64url").toString("latin1");
    expect(text).not.toContain("secret");
    expect(text).not.toContain(redirectTo.searchParams.get("state"));
    expect(stateCookie).toMatch(/^k1\.[\w.-]+$/);
  });

  it("is required", async () => {
    const callbackUrl = await visit((await begin()).redirectTo);
    for (const stateCookie of [null, undefined, ""]) {
      expect(await signIn.finish({ callbackUrl, stateCookie })).toMatchObject({
        ...expired,
        trouble: "state_missing",
        startedAt: "/",
      });
    }
  });

  it("cannot be forged", async () => {
    const { redirectTo, stateCookie } = await begin({ startedAt: "/oauth-test" });
    const callbackUrl = await visit(redirectTo);
    const state = { state: callbackUrl.searchParams.get("state"), nonce: "n", verifier: "v".repeat(43) };
    const plain = Buffer.from(JSON.stringify({ ...state, returnTo: "/", startedAt: "/", issuedAt: START }));
    const otherKey = createSealer({ keys: [{ id: "k1", bytes: new Uint8Array(32).fill(9) }] });
    const otherPlace = createSealer({ keys: [key] });
    const forged = [
      `${stateCookie.slice(0, -1)}${stateCookie.endsWith("A") ? "B" : "A"}`,
      plain.toString("base64url"),
      otherKey.seal(plain, "florin/sign-in-state/1"),
      otherPlace.seal(plain, "florin/token"),
      otherPlace.seal(Buffer.from(`{"state":"x"}`), "florin/sign-in-state/1"),
      otherPlace.seal(Buffer.from("not json"), "florin/sign-in-state/1"),
    ];
    for (const text of forged)
      expect(await signIn.finish({ callbackUrl, stateCookie: text })).toMatchObject(expired);
    expect(await signIn.finish({ callbackUrl, stateCookie })).toMatchObject({ ok: true });
  });

  it("is valid for ten minutes", async () => {
    driver.sandbox.setFaults({ codeLifetimeMs: 600_000 });
    const begun = await begin({ startedAt: "/oauth-test" });
    driver.clock.now += 10 * MINUTE_MS;
    const callbackUrl = await visit(begun.redirectTo);
    const inTime = { callbackUrl, stateCookie: begun.stateCookie };
    expect(await signIn.finish(inTime)).toMatchObject({ ok: true });
    driver.clock.now += 1;
    expect(await signIn.finish(inTime)).toMatchObject({
      ...expired,
      trouble: "state_old",
      startedAt: "/oauth-test",
    });
  });

  it("is refused with a time in the future", async () => {
    const { redirectTo, stateCookie } = await begin();
    const callbackUrl = await visit(redirectTo);
    driver.clock.now -= 2 * MINUTE_MS;
    expect(await signIn.finish({ callbackUrl, stateCookie })).toMatchObject(expired);
  });

  it("belongs to one callback: another's state, none and two are refused", async () => {
    const { redirectTo, stateCookie } = await begin();
    const mine = await visit(redirectTo);
    const others = await visit((await begin()).redirectTo);
    const without = new URL(mine);
    without.searchParams.delete("state");
    const twice = new URL(mine);
    twice.searchParams.append("state", "x");
    for (const callbackUrl of [others, without, twice]) {
      const done = await signIn.finish({ callbackUrl, stateCookie });
      expect(done).toMatchObject({ ...expired, trouble: "state_mismatch" });
    }
    expect(asked.filter((path) => path.endsWith("/token"))).toEqual([]);
  });

  it("has a name and attributes that fit the address of the site", () => {
    expect(signInCookie(new URL("https://florin.example")).set("x")).toBe(
      "__Host-florin_sign_in=x; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax",
    );
  });
});

describe("failures at the platform", () => {
  it("a person who declines has failed to sign in", async () => {
    driver.sandbox.setFaults({ fault: "denied" });
    expect(await signInAs("alice")).toMatchObject({ ok: false, error: "auth_failed", trouble: "denied" });
  });

  it.each(["expired", "reused", "wrong_verifier"] as const)("%s is an expired code", async (fault) => {
    driver.sandbox.setFaults({ fault });
    expect(await signInAs("alice", { startedAt: "/oauth-test" })).toEqual({
      ok: false,
      error: "code_expired",
      trouble: "code_refused",
      message: "Authorization code expired. Please try signing in again.",
      startedAt: "/oauth-test",
    });
  });

  it("a callback that comes after the code's minute is an expired code", async () => {
    const { redirectTo, stateCookie } = await begin();
    const callbackUrl = await visit(redirectTo);
    driver.clock.now += MINUTE_MS;
    expect(await signIn.finish({ callbackUrl, stateCookie })).toMatchObject({ error: "code_expired" });
  });

  it("a callback nine minutes late is valid if codes live ten", async () => {
    driver.sandbox.setFaults({ codeLifetimeMs: 600_000 });
    const { redirectTo, stateCookie } = await begin();
    const callbackUrl = await visit(redirectTo);
    driver.clock.now += 9 * MINUTE_MS;
    expect(await signIn.finish({ callbackUrl, stateCookie })).toMatchObject({ ok: true });
  });

  it("a replayed callback is an expired code, and revokes the tokens of the first", async () => {
    const { redirectTo, stateCookie } = await begin();
    const callback = { callbackUrl: await visit(redirectTo), stateCookie };
    const first = await signIn.finish(callback);
    if (!first.ok) throw new Error("the first callback is good");
    expect(await signIn.finish(callback)).toMatchObject({ ok: false, error: "code_expired" });
    expect((await driver.userInfo(first.tokens.accessToken)).status).toBe(401);
  });

  it("a token for another nonce is refused", async () => {
    const { redirectTo, stateCookie } = await begin();
    redirectTo.searchParams.set("nonce", "someone-elses");
    const done = await signIn.finish({ callbackUrl: await visit(redirectTo), stateCookie });
    expect(done).toMatchObject({ ok: false, error: "auth_failed", trouble: "bad_answer" });
  });

  it("a platform that is too slow has failed", async () => {
    network = (url, init) =>
      url.endsWith("/token") ? new Promise(() => undefined) : driver.sandbox.clientFetch(url, init);
    // Long enough for all earlier requests, on a busy machine.
    signIn = signInWith({ timeoutMs: 1_000 });
    expect(await signInAs("alice")).toMatchObject({ ok: false, error: "auth_failed", trouble: "too_slow" });
  });

  it("requests to the platform are aborted once it was too slow", async () => {
    const abandoned: unknown[] = [];
    const client = { id: "florin", secret: SECRET, redirectUris: [REDIRECT_URI] };
    const slow = createSandbox({ issuer: ISSUER, client, onError: (error) => abandoned.push(error) });
    slow.setFaults({ fault: "slow", delayMs: 30_000, at: "discovery" });
    signIn = signInWith({ timeoutMs: 20, fetch: slow.clientFetch });
    expect(await signIn.begin({ startedAt: "/" })).toMatchObject({ ok: false, trouble: "too_slow" });
    await expect.poll(() => abandoned).toHaveLength(1);
  });

  it("a platform whose answers come late but in time has not failed", async () => {
    driver.sandbox.setFaults({ fault: "slow", delayMs: 4_000 });
    expect(await signInAs("alice")).toMatchObject({ ok: true });
    expect(driver.slept).toEqual([4_000]);
  });

  it.each(["token", "userinfo", "certs"] as const)("a 500 of %s has failed", async (at) => {
    driver.sandbox.setFaults({ fault: "error_500", at });
    expect(await signInAs("alice")).toMatchObject({ error: "auth_failed", trouble: "bad_answer" });
    driver.sandbox.setFaults({});
    expect(await signInAs("alice")).toMatchObject({ ok: true });
  });

  it("a platform that is down fails only the sign-ins of that time", async () => {
    driver.sandbox.setFaults({ fault: "error_500", at: "discovery" });
    const failed = await signIn.begin({ startedAt: "/oauth-test" });
    expect(failed).toMatchObject({ ok: false, error: "auth_failed", startedAt: "/oauth-test" });
    network = () => Promise.reject(new TypeError("fetch failed"));
    expect(await signIn.begin({ startedAt: "/" })).toMatchObject({ ok: false, trouble: "unreachable" });
    network = () => new Promise(() => undefined);
    signIn = signInWith({ timeoutMs: 1_000 });
    expect(await signIn.begin({ startedAt: "/" })).toMatchObject({ ok: false, trouble: "too_slow" });
    driver.sandbox.setFaults({});
    network = driver.sandbox.clientFetch;
    expect(await signInAs("alice")).toMatchObject({ ok: true });
  });

  it("a platform that changed its keys is looked up again", async () => {
    await signInAs("alice");
    driver = driveSandbox();
    network = driver.sandbox.clientFetch;
    expect(await signInAs("alice")).toMatchObject({ ok: false, error: "auth_failed" });
    expect(await signInAs("alice")).toMatchObject({ ok: true });
  });

  it("a platform with another issuer than configured is refused", async () => {
    tamper("/openid-configuration", (body) => ({ ...body, issuer: ISSUER.slice(0, -1) }));
    expect(await signIn.begin({ startedAt: "/" })).toMatchObject({ ok: false, error: "auth_failed" });
  });

  it("answers about another person, about nobody or without the platform's signature are refused", async () => {
    tamper("/userinfo", (body) => ({ ...body, sub: "1002" }));
    expect(await signInAs("alice")).toMatchObject({ ok: false, error: "auth_failed" });
    tamper("/userinfo", ({ sub }) => ({ sub }));
    expect(await signInAs("alice")).toMatchObject({ ok: false, error: "auth_failed" });
    const stranger = driveSandbox();
    const { id_token: forged } = await stranger.tokensFor("alice");
    tamper("/token", (body) => ({ ...body, id_token: forged }));
    expect(await signInAs("alice")).toMatchObject({ ok: false, error: "auth_failed" });
    tamper("/token", ({ id_token: _, ...body }) => body);
    expect(await signInAs("alice")).toMatchObject({ ok: false, error: "auth_failed" });
  });

  it("a wrong client secret is refused as well, and the log names the cause without the platform's text", async () => {
    const heard: string[][] = [];
    signIn = signInWith({ clientSecret: "another", onTrouble: (...report) => heard.push(report) });
    expect(await signInAs("alice")).toMatchObject({ ok: false, error: "auth_failed", trouble: "refused" });
    expect(heard).toEqual([["refused", "ResponseBodyError OAUTH_RESPONSE_BODY_ERROR"]]);
  });

  it("texts of a callback appear nowhere", async () => {
    const { redirectTo, stateCookie } = await begin();
    const state = redirectTo.searchParams.get("state") ?? "";
    for (const error of ["invalid_grant", "server_error", "<b>boo</b>"]) {
      const query = new URLSearchParams({ state, error, error_description: "call 555-SCAM now" });
      const done = await signIn.finish({ callbackUrl: new URL(`${REDIRECT_URI}?${query}`), stateCookie });
      expect(done).toMatchObject({ ok: false, error: "auth_failed", trouble: "refused" });
      expect(JSON.stringify(done)).not.toMatch(/SCAM|boo/);
    }
    const long = new URLSearchParams({ state, code: "x".repeat(5_000) });
    const done = await signIn.finish({ callbackUrl: new URL(`${REDIRECT_URI}?${long}`), stateCookie });
    expect(done).toMatchObject({ ok: false, error: "auth_failed" });
  });
});

describe("addresses", () => {
  it("are https, or http on this machine", () => {
    for (const issuer of [
      "http://localhost:3001/oauth/",
      "http://[::1]:3001/oauth/",
      "https://id.example/oauth/",
    ]) {
      expect(() => signInWith({ issuer })).not.toThrow();
    }
    for (const issuer of [
      "http://id.example/oauth/",
      "http://127.evil.example/",
      "ftp://localhost/",
      "nothing",
      "",
    ]) {
      expect(() => signInWith({ issuer })).toThrow("issuer of the sign-in");
    }
    expect(() => signInWith({ redirectUri: "http://florin.example/api/callback" })).toThrow("redirect URI");
    expect(() => signInWith({ redirectUri: `${REDIRECT_URI}?a=b` })).toThrow("query");
  });

  it("may be http elsewhere when explicitly allowed", () => {
    expect(() => signInWith({ issuer: "http://id.example/oauth/", allowInsecure: true })).not.toThrow();
  });

  it("come with a bounded timeout", () => {
    for (const timeoutMs of [0, -1, 30_001, Number.NaN])
      expect(() => signInWith({ timeoutMs })).toThrow("waits");
  });
});
