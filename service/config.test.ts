import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { DEMO_KEYS } from "./demo-keys.ts";

const key = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString("base64")}`;

const safe = {
  PUBLIC_URL: "https://florin.example",
  MASTER_KEYS: key("m1", 1),
  TOKEN_KEYS: key("t1", 2),
  HEAD_KEYS: key("h1", 3),
  ROBLOX_CLIENT_ID: "id",
  ROBLOX_CLIENT_SECRET: "secret",
  ROBLOX_REDIRECT_URI: "https://florin.example/api/callback",
};

const refusal = (env: Record<string, string | undefined>): string => {
  try {
    readConfig({ ...safe, ...env }, "production");
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error("the environment was accepted");
};

describe("the settings", () => {
  it("are read from a safe environment, with defaults for the rest", () => {
    const config = readConfig(safe, "production");
    expect(config.port).toBe(3000);
    expect(config.host).toBe("127.0.0.1");
    expect(config.databaseUrl).toBeNull();
    expect(config.bankFunds).toBe(1_000_000_000n);
    expect(config.signIn?.issuer).toBe("https://apis.roblox.com/oauth/");
    expect(config.headsFile).toMatch(/\.data-heads\.jsonl$/);
  });

  it("leave sign-in out when one of its three keys is missing", () => {
    expect(readConfig({ ...safe, ROBLOX_CLIENT_SECRET: "" }, "production").signIn).toBeNull();
  });

  it("name every key that is missing or malformed at once", () => {
    const message = refusal({
      MASTER_KEYS: undefined,
      HEAD_KEYS: "h1:short",
      PORT: "70000",
      BANK_FUNDS: "1.234",
    });
    for (const name of ["MASTER_KEYS", "HEAD_KEYS", "PORT", "BANK_FUNDS"]) expect(message).toContain(name);
  });

  it.each(["MASTER_KEYS", "TOKEN_KEYS", "HEAD_KEYS"] as const)(
    "refuse the published demo key as %s in production",
    (name) => {
      expect(refusal({ [name]: DEMO_KEYS[name] })).toContain(`${name}: holds a published demo key`);
      expect(readConfig({ ...safe, [name]: DEMO_KEYS[name] }, "demo").mode).toBe("demo");
    },
  );

  it("refuse a public address without encryption, except on this machine", () => {
    expect(refusal({ PUBLIC_URL: "http://florin.example" })).toContain("PUBLIC_URL: must be https");
    expect(readConfig({ ...safe, PUBLIC_URL: "http://localhost:3000" }, "production").publicUrl.port).toBe(
      "3000",
    );
  });

  it("refuse a provider without encryption", () => {
    expect(refusal({ ROBLOX_ISSUER: "http://127.0.0.1:3001/oauth/" })).toContain(
      "ROBLOX_ISSUER: must be https",
    );
  });

  it("refuse one key for two purposes", () => {
    expect(refusal({ TOKEN_KEYS: key("t9", 1) })).toContain("must all be different keys");
  });
});
