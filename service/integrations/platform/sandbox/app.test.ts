import type { JSONWebKeySet } from "jose";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSandbox } from "#service/integrations/platform/sandbox/app.ts";
import {
  bodyOf,
  driveSandbox,
  ISSUER,
  type SandboxDriver,
} from "#service/lab/testing/stand-ins/sandbox-driver.ts";

let driver: SandboxDriver;
beforeEach(() => {
  driver = driveSandbox();
});

afterEach(() => vi.unstubAllEnvs());

describe("discovery", () => {
  it("lists every endpoint of the platform under the issuer with its slash", async () => {
    expect(await bodyOf(await driver.get(".well-known/openid-configuration"))).toMatchObject({
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}v1/authorize`,
      token_endpoint: `${ISSUER}v1/token`,
      introspection_endpoint: `${ISSUER}v1/token/introspect`,
      resources_endpoint: `${ISSUER}v1/token/resources`,
      revocation_endpoint: `${ISSUER}v1/token/revoke`,
      userinfo_endpoint: `${ISSUER}v1/userinfo`,
      jwks_uri: `${ISSUER}v1/certs`,
      id_token_signing_alg_values_supported: ["ES256"],
      token_endpoint_auth_methods_supported: ["client_secret_post", "client_secret_basic"],
    });
  });

  it("shows only the public half of a key made for this sandbox", async () => {
    const { keys } = (await bodyOf(await driver.get("v1/certs"))) as unknown as JSONWebKeySet;
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatchObject({ kty: "EC", crv: "P-256", alg: "ES256", use: "sig" });
    expect(keys[0]).not.toHaveProperty("d");
    const other = createSandbox({ issuer: ISSUER, client: { id: "a", secret: "b", redirectUris: [] } });
    const answer = await other.fetch(new Request(`${ISSUER}v1/certs`));
    expect(await answer.json()).not.toEqual({ keys });
  });
});

describe("pictures", () => {
  it("are drawn for every name, and contain no script", async () => {
    const response = await driver.get("/avatars/zed_99.svg");
    expect(response.headers.get("Content-Type")).toBe("image/svg+xml");
    expect(response.headers.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    const text = await response.text();
    expect(text).toMatch(/^<svg [\s\S]*<\/svg>$/);
    expect(text).not.toContain("undefined");
    expect(await (await driver.get("/avatars/zed_99.svg")).text()).toBe(text);
  });

  it("are not drawn for an invalid name", async () => {
    for (const path of ["/avatars/ab.svg", "/avatars/a.b.svg", "/avatars/alice.png"])
      expect((await driver.get(path)).status).toBe(404);
  });
});

describe("a sandbox", () => {
  it("refuses to be made in production", () => {
    vi.stubEnv("NODE_ENV", "production");
    expect(() =>
      createSandbox({ issuer: ISSUER, client: { id: "a", secret: "b", redirectUris: [] } }),
    ).toThrow("does not start with NODE_ENV=production");
  });

  it("requires the issuer's trailing slash", () => {
    const client = { id: "a", secret: "b", redirectUris: [] };
    expect(() => createSandbox({ issuer: "http://127.0.0.1:3001/oauth", client })).toThrow("slash");
  });

  it("answers an unknown path in the platform's form", async () => {
    const response = await driver.get("/nowhere");
    expect([response.status, await bodyOf(response)]).toEqual([
      404,
      { errors: [{ code: 0, message: "NotFound" }] },
    ]);
  });
});
