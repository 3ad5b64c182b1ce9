import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import {
  type Body,
  bodyOf,
  driveSandbox,
  ISSUER,
  ORIGIN,
  type Params,
  type SandboxDriver,
  SECRET,
  START,
  VERIFIER,
} from "#service/lab/testing/stand-ins/sandbox-driver.ts";

let driver: SandboxDriver;
beforeEach(() => {
  driver = driveSandbox();
});

describe("the token endpoint", () => {
  it("gives tokens of the platform's form for a code", async () => {
    const response = await driver.redeemCode(await driver.codeFor("alice"));
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const tokens = (await bodyOf(response)) as Params;
    expect(tokens).toMatchObject({ token_type: "Bearer", expires_in: 899, scope: "openid profile" });
    const seconds = START / 1_000;
    expect(decodeProtectedHeader(tokens.id_token ?? "")).toMatchObject({ alg: "ES256" });
    expect(decodeJwt(tokens.id_token ?? "")).toMatchObject({
      iss: ISSUER,
      aud: "florin",
      sub: "1001",
      name: "Alice",
      nickname: "Alice",
      preferred_username: "alice",
      created_at: 1_584_682_495,
      profile: "https://www.roblox.com/users/1001/profile",
      nonce: "the-nonce",
      jti: expect.stringMatching(/^ID\./),
      iat: seconds,
      nbf: seconds,
      exp: seconds + 36_000,
    });
    expect(decodeJwt(tokens.access_token ?? "")).toMatchObject({
      sub: "1001",
      scope: "openid:read profile:read",
      jti: expect.stringMatching(/^AT\./),
      exp: seconds + 899,
    });
    expect(decodeProtectedHeader(tokens.refresh_token ?? "")).toEqual({
      alg: "dir",
      enc: "A256CBC-HS512",
    });
  });

  it("signs with its published key", async () => {
    const { id_token: idToken = "" } = await driver.tokensFor("alice");
    const keys = createLocalJWKSet((await bodyOf(await driver.get("v1/certs"))) as unknown as JSONWebKeySet);
    const options = { issuer: ISSUER, audience: "florin", currentDate: new Date(driver.clock.now) };
    await expect(jwtVerify(idToken, keys, options)).resolves.toBeDefined();
  });

  it("also accepts Basic authentication, form-encoded", async () => {
    const basic = Buffer.from(`florin:${encodeURIComponent(SECRET)}`).toString("base64");
    const form = {
      grant_type: "authorization_code",
      code: await driver.codeFor("alice"),
      code_verifier: VERIFIER,
    };
    expect((await driver.post("v1/token", form, { Authorization: `Basic ${basic}` })).status).toBe(200);
  });

  it("refuses other clients, with a challenge if they used Basic", async () => {
    const form = { grant_type: "refresh_token", refresh_token: "x" };
    for (const bad of [
      {},
      { client_id: "florin", client_secret: "no" },
      { client_id: "x", client_secret: SECRET },
    ]) {
      const response = await driver.post("v1/token", { ...form, ...bad });
      expect([response.status, response.headers.has("WWW-Authenticate")]).toEqual([401, false]);
    }
    for (const header of ["Basic !", `Basic ${Buffer.from("florin:no").toString("base64")}`, "Bearer x"]) {
      const response = await driver.post("v1/token", form, { Authorization: header });
      expect([response.status, response.headers.has("WWW-Authenticate")]).toEqual([401, true]);
    }
  });

  it.each([
    ["invalid_request", {}],
    ["unsupported_grant_type", { grant_type: "password" }],
    ["invalid_request", { grant_type: "authorization_code" }],
    ["invalid_request", { grant_type: "authorization_code", code: "x", code_verifier: "short" }],
    ["invalid_grant", { grant_type: "authorization_code", code: "x", code_verifier: VERIFIER }],
    ["invalid_grant", { grant_type: "refresh_token", refresh_token: "x" }],
    ["invalid_grant", { grant_type: "refresh_token" }],
  ] as const)("answers %s to %j", async (error, form) => {
    const response = await driver.clientPost("v1/token", form);
    expect(response.status).toBe(400);
    expect(await bodyOf(response)).toMatchObject({ error });
  });

  it("accepts forms only, each field once, of a limited size", async () => {
    const url = new URL("v1/token", ISSUER);
    const body = `client_id=florin&client_id=florin`;
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const send = (init: RequestInit): Promise<Response> =>
      driver.sandbox.fetch(new Request(url, { method: "POST", ...init }));
    expect((await send({ body: "{}", headers: { "Content-Type": "application/json" } })).status).toBe(400);
    expect(await bodyOf(await send({ body, headers }))).toMatchObject({ error: "invalid_request" });
    expect((await send({ body: `a=${"x".repeat(20_000)}`, headers })).status).toBe(413);
  });

  it("refuses a code with another verifier or redirect address, and uses it up", async () => {
    for (const wrong of [{ code_verifier: "w".repeat(43) }, { redirect_uri: "http://localhost:3000/" }]) {
      const code = await driver.codeFor("alice");
      expect(await bodyOf(await driver.redeemCode(code, wrong))).toMatchObject({ error: "invalid_grant" });
      expect(await bodyOf(await driver.redeemCode(code))).toMatchObject({ error: "invalid_grant" });
    }
  });

  it("refuses a code after a minute", async () => {
    const early = await driver.codeFor("alice");
    const late = await driver.codeFor("alice");
    driver.clock.now = START + 59_999;
    expect((await driver.redeemCode(early)).status).toBe(200);
    driver.clock.now = START + 60_000;
    expect(await bodyOf(await driver.redeemCode(late))).toMatchObject({ error: "invalid_grant" });
  });

  it("refuses a code after ten minutes under the longer profile", async () => {
    driver.sandbox.setFaults({ codeLifetimeMs: 600_000 });
    const early = await driver.codeFor("alice");
    const late = await driver.codeFor("alice");
    driver.clock.now = START + 599_999;
    expect((await driver.redeemCode(early)).status).toBe(200);
    driver.clock.now = START + 600_000;
    expect(await bodyOf(await driver.redeemCode(late))).toMatchObject({ error: "invalid_grant" });
  });

  it("refuses a code's second use and revokes the tokens of the first", async () => {
    const code = await driver.codeFor("alice");
    const tokens = (await bodyOf(await driver.redeemCode(code))) as Params;
    expect((await driver.userInfo(tokens.access_token ?? "")).status).toBe(200);
    expect(await bodyOf(await driver.redeemCode(code))).toMatchObject({ error: "invalid_grant" });
    expect((await driver.userInfo(tokens.access_token ?? "")).status).toBe(401);
    expect((await driver.refresh(tokens.refresh_token ?? "")).status).toBe(400);
  });
});

describe("refresh tokens", () => {
  it("give new tokens once and are replaced by the next", async () => {
    const first = await driver.tokensFor("bob");
    const second = (await bodyOf(await driver.refresh(first.refresh_token ?? ""))) as Params;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(decodeJwt(second.id_token ?? "")).toMatchObject({ sub: "1002" });
    expect(decodeJwt(second.id_token ?? "")).not.toHaveProperty("nonce");
    expect((await driver.refresh(second.refresh_token ?? "")).status).toBe(200);
  });

  it("revoke everything when one is used twice", async () => {
    const first = await driver.tokensFor("bob");
    const second = (await bodyOf(await driver.refresh(first.refresh_token ?? ""))) as Params;
    expect(await bodyOf(await driver.refresh(first.refresh_token ?? ""))).toMatchObject({
      error: "invalid_grant",
    });
    expect((await driver.refresh(second.refresh_token ?? "")).status).toBe(400);
    expect((await driver.userInfo(second.access_token ?? "")).status).toBe(401);
  });

  it("live 90 days", async () => {
    const { refresh_token: early = "" } = await driver.tokensFor("bob");
    const { refresh_token: late = "" } = await driver.tokensFor("bob");
    driver.clock.now = START + 90 * 86_400_000 - 1;
    expect((await driver.refresh(early)).status).toBe(200);
    driver.clock.now += 1;
    expect((await driver.refresh(late)).status).toBe(400);
  });
});

describe("user info", () => {
  it("returns the profile, with a picture of the sandbox's own", async () => {
    const { access_token: token = "" } = await driver.tokensFor("alice");
    expect(await bodyOf(await driver.userInfo(token))).toEqual({
      sub: "1001",
      name: "Alice",
      nickname: "Alice",
      preferred_username: "alice",
      created_at: 1_584_682_495,
      profile: "https://www.roblox.com/users/1001/profile",
      picture: `${ORIGIN}/avatars/alice.svg`,
    });
  });

  it("has null for a picture that is not there yet", async () => {
    const { access_token: token = "" } = await driver.tokensFor("newbie");
    expect(await bodyOf(await driver.userInfo(token))).toMatchObject({ picture: null });
  });

  it("returns only the id without the profile scope", async () => {
    const { access_token: token = "" } = await driver.tokensFor("alice", { scope: "openid" });
    expect(await bodyOf(await driver.userInfo(token))).toEqual({ sub: "1001" });
  });

  it("refuses a token after 15 minutes, an ID token and anything else", async () => {
    const { access_token: token = "", id_token: idToken = "" } = await driver.tokensFor("alice");
    for (const bad of [idToken, "x", "", `${token}x`]) {
      const response = await driver.userInfo(bad);
      expect(response.status).toBe(401);
      expect(response.headers.get("WWW-Authenticate")).toContain("invalid_token");
    }
    driver.clock.now += 899_000;
    expect((await driver.userInfo(token)).status).toBe(401);
  });
});

describe("introspection, resources and revocation", () => {
  const introspect = async (token: string): Promise<Body> =>
    bodyOf(await driver.clientPost("v1/token/introspect", { token }));

  it("introspection knows access, ID and refresh tokens", async () => {
    const tokens = await driver.tokensFor("alice");
    for (const kind of ["access_token", "id_token", "refresh_token"]) {
      expect(await introspect(tokens[kind] ?? "")).toMatchObject({
        active: true,
        iss: ISSUER,
        token_type: "Bearer",
        client_id: "florin",
        aud: "florin",
        sub: "1001",
        iat: START / 1_000,
      });
    }
    expect(await introspect("x")).toEqual({ active: false });
  });

  it("revocation answers an empty 200 and ends everything; introspection still reports tokens active", async () => {
    const tokens = await driver.tokensFor("alice");
    const { access_token: access = "", refresh_token: token = "" } = tokens;
    const response = await driver.clientPost("v1/token/revoke", { token });
    expect([response.status, await response.text()]).toEqual([200, ""]);
    expect((await driver.userInfo(access)).status).toBe(401);
    expect((await driver.refresh(token)).status).toBe(400);
    expect((await driver.clientPost("v1/token/resources", { token: access })).status).toBe(401);
    expect(await introspect(access)).toMatchObject({ active: true });
    expect(await introspect(token)).toEqual({ active: false });
    expect((await driver.clientPost("v1/token/revoke", { token: "unknown" })).status).toBe(200);
  });

  it("resources name the owner and what they granted", async () => {
    const scope = "openid profile user.inventory-item:read";
    const { access_token: token = "" } = await driver.tokensFor("alice", { scope });
    expect(await bodyOf(await driver.clientPost("v1/token/resources", { token }))).toEqual({
      resource_infos: [{ owner: { id: "1001", type: "User" }, resources: { user: { ids: ["U"] } } }],
    });
  });

  it("they all require client authentication", async () => {
    for (const path of ["v1/token/introspect", "v1/token/resources", "v1/token/revoke"])
      expect((await driver.post(path, { token: "x" })).status).toBe(401);
  });
});
