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

  it("name the account that receives trades, and whom players write to", () => {
    const read = (env: Record<string, string>, mode: "production" | "demo" = "production") => {
      const { depositAccount, supportContact } = readConfig({ ...safe, ...env }, mode);
      return { depositAccount, supportContact };
    };
    expect(read({})).toEqual({ depositAccount: null, supportContact: null });
    const url = "https://www.roblox.com/users/1/profile";
    const set = {
      DEPOSIT_ACCOUNT: "FlorinVault",
      DEPOSIT_ACCOUNT_URL: url,
      SUPPORT_CONTACT: "help@a.example",
    };
    expect(read(set)).toEqual({
      depositAccount: { name: "FlorinVault", url },
      supportContact: "help@a.example",
    });
    expect(read({ SUPPORT_CONTACT: "https://a.example/help" }).supportContact).toBe("https://a.example/help");
    const sandbox = { ROBLOX_API_ORIGIN: "http://localhost:3001", BEACON: "drand" };
    const standIn = { DEPOSIT_ACCOUNT: "FlorinVault", DEPOSIT_ACCOUNT_URL: "http://localhost:3001/users/1" };
    expect(read({ ...sandbox, ...standIn }, "demo").depositAccount?.url).toBe(standIn.DEPOSIT_ACCOUNT_URL);
  });

  it.each([
    ["DEPOSIT_ACCOUNT", { DEPOSIT_ACCOUNT: "two words" }],
    ["DEPOSIT_ACCOUNT", { DEPOSIT_ACCOUNT_URL: "https://www.roblox.com/users/1/profile" }],
    [
      "DEPOSIT_ACCOUNT_URL",
      { DEPOSIT_ACCOUNT: "Vault", DEPOSIT_ACCOUNT_URL: "https://roblox.com.evil.example/" },
    ],
    [
      "DEPOSIT_ACCOUNT_URL",
      { DEPOSIT_ACCOUNT: "Vault", DEPOSIT_ACCOUNT_URL: "http://www.roblox.com/users/1" },
    ],
    ["SUPPORT_CONTACT", { SUPPORT_CONTACT: "javascript:alert(1)" }],
    ["SUPPORT_CONTACT", { SUPPORT_CONTACT: "http://a.example" }],
  ])("refuse a wrong %s", (name, env) => {
    expect(refusal(env)).toContain(`${name}:`);
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

  it.each(["MASTER_KEYS", "TOKEN_KEYS", "HEAD_KEYS", "BEACON_KEYS"] as const)(
    "refuse the published demo key as %s in production",
    (name) => {
      expect(refusal({ [name]: DEMO_KEYS[name] })).toContain(`${name}: holds a published demo key`);
      expect(readConfig({ ...safe, BEACON: "drand", [name]: DEMO_KEYS[name] }, "demo").mode).toBe("demo");
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

  it("take drand for the beacon in production, and one of their own in the demo and in tests", () => {
    expect(readConfig(safe, "production").beacon).toMatchObject({ kind: "drand" });
    expect(readConfig({ ...safe, BEACON_KEYS: DEMO_KEYS.BEACON_KEYS }, "demo").beacon.kind).toBe("local");
    const relays = "https://one.example/, https://two.example";
    expect(readConfig({ ...safe, BEACON_RELAYS: relays }, "production").beacon).toEqual({
      kind: "drand",
      relays: ["https://one.example", "https://two.example"],
    });
  });

  it("refuse a local beacon without a key, and relays that are no addresses", () => {
    expect(refusal({ BEACON: "local" })).toContain("BEACON_KEYS: is needed");
    expect(
      readConfig({ ...safe, BEACON: "local", BEACON_KEYS: key("b1", 9) }, "production").beacon.kind,
    ).toBe("local");
    expect(refusal({ BEACON_RELAYS: "nowhere" })).toContain("BEACON_RELAYS: must be web addresses");
    expect(refusal({ BEACON_RELAYS: " , " })).toContain("BEACON_RELAYS: must be web addresses");
  });

  it("bound how long a coinflip may wait", () => {
    expect(readConfig(safe, "production").coinflipOpenMs).toBe(86_400_000);
    for (const hours of ["0", "721", "1.5"])
      expect(refusal({ COINFLIP_OPEN_HOURS: hours })).toContain("COINFLIP_OPEN_HOURS");
  });
});
