import { createHash } from "node:crypto";
import { decodeJwt } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import {
  bodyOf,
  driveSandbox,
  location,
  type Params,
  REDIRECT_URI,
  type SandboxDriver,
} from "#service/lab/testing/stand-ins/sandbox-driver.ts";

let driver: SandboxDriver;
beforeEach(() => {
  driver = driveSandbox();
});

describe("authorize", () => {
  it("signs in at once as the user in the hint", async () => {
    const response = await driver.authorize({ login_hint: "alice" });
    expect(response.status).toBe(302);
    const to = location(response);
    expect(to.href).toMatch(/^http:\/\/localhost:3000\/api\/callback\?code=[\w-]{43}&state=the-state$/);
  });

  it("shows the page without a hint, or with an impossible one", async () => {
    for (const hint of [undefined, "", "no such name!", "ab"]) {
      const response = await driver.authorize({ login_hint: hint });
      expect(response.status).toBe(200);
      expect(response.headers.get("Content-Type")).toContain("text/html");
    }
  });

  it("says on the page why a hint is no name", async () => {
    const rule = "A name is 3 to 20 letters, digits or underscores";
    const page = async (hint: string) => (await driver.authorize({ login_hint: hint })).text();
    expect(await page("a_name_of_twenty_seven_chars")).toContain(rule);
    expect(await page("")).not.toContain(rule);
  });

  it("shows the page, with the hint on it, when the application asks for it", async () => {
    for (const prompt of ["consent", "select_account", "login consent"]) {
      const response = await driver.authorize({ login_hint: "bob", prompt });
      expect(response.status).toBe(200);
      expect(await response.text()).toContain("Suggested");
    }
  });

  it("takes a hint for the answer under prompt=login, and shows the page without one", async () => {
    const hinted = location(await driver.authorize({ prompt: "login", login_hint: "bob" }));
    expect(hinted.searchParams.has("code")).toBe(true);
    expect((await driver.authorize({ prompt: "login" })).status).toBe(200);
  });

  it("never shows the page under prompt=none", async () => {
    expect(
      location(await driver.authorize({ prompt: "none", login_hint: "bob" })).searchParams.has("code"),
    ).toBe(true);
    expect(location(await driver.authorize({ prompt: "none" })).searchParams.get("error")).toBe(
      "login_required",
    );
  });

  it("answers response_type=none without a code", async () => {
    const to = location(await driver.authorize({ response_type: "none", login_hint: "bob" }));
    expect(to.search).toBe("?state=the-state");
  });

  it.each([
    ["unsupported_response_type", { response_type: "token" }],
    ["unsupported_response_type", { response_type: undefined }],
    ["invalid_scope", { scope: "openid everything" }],
    ["invalid_scope", { scope: "profile" }],
    ["invalid_scope", { scope: undefined }],
    ["invalid_request", { code_challenge: undefined }],
    ["invalid_request", { code_challenge: "short" }],
    ["invalid_request", { code_challenge_method: "plain" }],
    ["invalid_request", { code_challenge_method: undefined }],
    ["invalid_request", { prompt: "none login" }],
    ["invalid_request", { prompt: "dance" }],
  ])("reports %s to the application for %j", async (error, changes) => {
    const to = location(await driver.authorize({ login_hint: "alice", ...changes }));
    expect(to.searchParams.get("error")).toBe(error);
    expect(to.searchParams.get("error_description")).not.toBeNull();
    expect(to.searchParams.get("state")).toBe("the-state");
    expect(to.searchParams.has("code")).toBe(false);
  });

  it.each([
    { client_id: "another" },
    { client_id: undefined },
    { redirect_uri: "https://evil.example/" },
    { redirect_uri: `${REDIRECT_URI}/` },
    { redirect_uri: undefined },
    { state: "x".repeat(9_000) },
  ])("does not redirect for %j", async (changes) => {
    const response = await driver.authorize({ login_hint: "alice", ...changes });
    expect(response.status).toBe(400);
    expect(response.headers.has("Location")).toBe(false);
    expect(response.headers.get("Content-Security-Policy")).toContain("form-action 'none'");
  });

  it("refuses a repeated parameter", async () => {
    const twice = "v1/authorize?client_id=florin&client_id=florin";
    expect((await driver.get(twice)).status).toBe(400);
  });
});

describe("the sign-in page", () => {
  it("lists the personas, another name, a refusal and the faults", async () => {
    const page = await (await driver.authorize()).text();
    for (const name of ["alice", "bob", "whale", "private", "admin2", "newbie", "deny", "other"])
      expect(page).toContain(`name="choice" value="${name}"`);
    expect(page).toContain('name="fault" value="wrong_verifier"');
  });

  it("runs no script, loads nothing from elsewhere and posts only to itself and the application", async () => {
    const response = await driver.authorize();
    const policy = response.headers.get("Content-Security-Policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self' http://localhost:3000;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    const page = await response.text();
    expect(page).not.toMatch(/<script|https?:\/\/(?!localhost)[^"]*\.(css|js|svg|png)/);
    const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? "";
    expect(policy).toContain(`'sha256-${createHash("sha256").update(style).digest("base64")}'`);
  });

  it("escapes values of the request", async () => {
    const page = await (await driver.authorize({ state: `"><script>alert(1)</script>` })).text();
    expect(page).not.toContain("<script>");
    const again = await (await driver.choose({ choice: "other", other: `"><script>` })).text();
    expect(again).not.toContain("<script>");
  });

  it("goes back with a code for the chosen persona", async () => {
    const response = await driver.choose({ choice: "carol" });
    expect(response.status).toBe(303);
    const code = location(response).searchParams.get("code") ?? "";
    const { id_token: idToken = "" } = (await bodyOf(await driver.redeemCode(code))) as Params;
    expect(decodeJwt(idToken)).toMatchObject({ sub: "1003", name: "Carol ✦", nonce: "the-nonce" });
  });

  it("accepts any other valid name, and reports an invalid one", async () => {
    expect(
      location(await driver.choose({ choice: "other", other: " zed_99 " })).searchParams.has("code"),
    ).toBe(true);
    // Demo players sign in by a hint, as programs do: a person on this page is never one.
    for (const other of ["demo_iris", "demo_somebody"])
      expect((await driver.choose({ choice: "other", other })).status).toBe(400);
    expect((await driver.choose({ choice: "demo_iris" })).status).toBe(400);
    const refused = await driver.choose({ choice: "other", other: "no!" });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('role="alert"');
  });

  it("goes back without a code when it is denied", async () => {
    const to = location(await driver.choose({ choice: "deny" }));
    expect(to.searchParams.get("error")).toBe("access_denied");
    expect(to.searchParams.get("state")).toBe("the-state");
  });

  it("gives this one sign-in the chosen fault", async () => {
    const code =
      location(await driver.choose({ choice: "alice", fault: "reused" })).searchParams.get("code") ?? "";
    expect(await bodyOf(await driver.redeemCode(code))).toMatchObject({ error: "invalid_grant" });
    expect((await driver.redeemCode(await driver.codeFor("alice"))).status).toBe(200);
  });

  it("refuses a delay beyond 30 seconds and unknown fields", async () => {
    expect((await driver.choose({ choice: "alice", delaySeconds: "31" })).status).toBe(400);
    expect((await driver.choose({ choice: "alice", delaySeconds: "soon" })).status).toBe(400);
    expect((await driver.choose({ choice: "alice", fault: "earthquake" })).status).toBe(400);
  });
});
