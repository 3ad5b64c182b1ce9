import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ConfigError, environmentSchema, readConfig } from "./config.ts";
import { DEMO_KEYS } from "./keys/demo-keys.ts";
import { isPublishedKey } from "./keys/published-keys.ts";
import { repositoryFiles } from "./lab/tidy/repository.ts";
import { createHeadSigner } from "./ledger/heads/head-signer.ts";

const key = (id: string, bytes = randomBytes(32)) => `${id}:${bytes.toString("base64")}`;
const shared = randomBytes(32);

const safe = {
  PUBLIC_URL: "https://florin.example",
  DATABASE_URL: "postgres://florin:secret@localhost:5432/florin",
  MASTER_KEYS: key("m1", shared),
  TOKEN_KEYS: key("t1"),
  HEAD_KEYS: key("h1"),
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
  it("name replicas by one URL each, beside a primary", () => {
    const [a, b] = ["postgres://u:a,b@r1:5432/florin", "postgresql://r2/florin?sslmode=require"];
    expect(readConfig(safe, "production").readDatabaseUrls).toEqual([]);
    expect(readConfig({ ...safe, READ_DATABASE_URLS: `${a}, ${b}` }, "production").readDatabaseUrls).toEqual([
      a,
      b,
    ]);
    for (const wrong of [
      "mysql://r1/florin",
      "postgres://r1,r2/florin",
      Array.from({ length: 9 }, () => b).join(),
    ])
      expect(refusal({ READ_DATABASE_URLS: wrong })).toContain("READ_DATABASE_URLS");
    expect(refusal({ DATABASE_URL: undefined, READ_DATABASE_URLS: a })).toContain("needs the primary's");
  });

  it("name one database for the read models, beside a primary that is not replicated for questions", () => {
    const url = "postgres://subscriber/florin";
    expect(readConfig(safe, "production").readModelsUrl).toBeNull();
    expect(readConfig({ ...safe, READ_MODELS_URL: url }, "production").readModelsUrl).toBe(url);
    expect(refusal({ READ_MODELS_URL: "postgres://a,b/florin" })).toContain("READ_MODELS_URL: must name one");
    expect(refusal({ DATABASE_URL: undefined, READ_MODELS_URL: url })).toContain("needs the primary's");
    expect(refusal({ READ_MODELS_URL: url, READ_DATABASE_URLS: url })).toContain("have no read models");
  });

  it("name each key differently, accounts by their numbers, and an address without a path", () => {
    for (const name of ["MASTER_KEYS", "TOKEN_KEYS", "HEAD_KEYS", "BEACON_KEYS", "RETIRED_HEAD_KEYS"])
      expect(refusal({ [name]: `${key("a")},${key("a")}` })).toContain(`${name}: must name each key`);
    expect(refusal({ RETIRED_HEAD_KEYS: key("h1") })).toContain("RETIRED_HEAD_KEYS: h1 is in HEAD_KEYS");
    expect(refusal({ ADMIN_PLATFORM_IDS: "1008,admin" })).toContain("ADMIN_PLATFORM_IDS: must be numbers");
    for (const path of ["/casino", "/?a=b", "/#a"])
      expect(refusal({ PUBLIC_URL: `https://florin.example${path}` })).toContain("PUBLIC_URL: must be");
    for (const PUBLIC_URL of ["https://florin.example/", "https://FLORIN.example:443"])
      expect(readConfig({ ...safe, PUBLIC_URL }, "production").publicUrl.href).toBe(
        "https://florin.example/",
      );
  });

  it.each(Object.keys(environmentSchema.shape))(
    "refuse nonsense in %s by its name, and nothing else",
    (name) => {
      for (const nonsense of [
        "hello",
        ",",
        "://",
        "https://",
        "postgres://",
        "{",
        "-1",
        "\u0000",
        "a,b",
        "1e9",
      ])
        for (const mode of ["production", "demo"] as const)
          try {
            readConfig({ ...safe, BEACON_KEYS: key("b1"), [name]: nonsense }, mode);
          } catch (error) {
            expect(error, nonsense).toBeInstanceOf(ConfigError);
            expect((error as Error).message).toContain(name);
          }
    },
  );

  it("are read from a safe environment, with defaults for the rest", () => {
    const config = readConfig(safe, "production");
    expect(config.port).toBe(3000);
    expect(config.host).toBe("127.0.0.1");
    expect(config.metricsToken).toBeNull();
    expect(config.bankFunds).toBe(1_000_000_000n);
    expect(config.signIn?.issuer).toBe("https://apis.roblox.com/oauth/");
    expect(config.headsFile).toMatch(/\.data-heads\.jsonl$/);
  });

  it("name the account that receives trades, and the support contact", () => {
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
    expect(message).toContain("MASTER_KEYS: is needed\n");
    expect(message).not.toContain("HEAD_KEYS: is needed");
  });

  it("name what is malformed and what is unsafe at once, a line for each", () => {
    const message = refusal({
      PORT: "70000",
      BEACON_RELAYS: "nowhere",
      ROBLOX_ISSUER: "http://a.example/",
      TOKEN_KEYS: DEMO_KEYS.TOKEN_KEYS,
      DATABASE_URL: undefined,
      METRICS: "on",
      TRUSTED_PROXIES: "proxy.example",
      HOST: "0.0.0.0",
      PUBLIC_URL: undefined,
    });
    expect(message.split("\n").map((line) => line.slice(0, line.indexOf(":")))).toEqual([
      "PORT",
      "TRUSTED_PROXIES",
      "BEACON_RELAYS",
      "PUBLIC_URL",
      "ROBLOX_ISSUER",
      "TOKEN_KEYS",
      "DATABASE_URL",
      "METRICS_TOKEN",
    ]);
  });

  it.each(["MASTER_KEYS", "TOKEN_KEYS", "HEAD_KEYS", "BEACON_KEYS"] as const)(
    "refuse the published demo key as %s in production",
    (name) => {
      expect(refusal({ [name]: DEMO_KEYS[name] })).toContain(`${name}: holds a published key`);
      expect(readConfig({ ...safe, BEACON: "drand", [name]: DEMO_KEYS[name] }, "demo").mode).toBe("demo");
    },
  );

  it("refuse a public address without encryption, except on this machine", () => {
    expect(refusal({ PUBLIC_URL: "http://florin.example" })).toContain("PUBLIC_URL: must be https");
    const here = {
      PUBLIC_URL: "http://localhost:3000",
      ROBLOX_REDIRECT_URI: "http://localhost:3000/callback",
    };
    expect(readConfig({ ...safe, ...here }, "production").publicUrl.port).toBe("3000");
  });

  it("refuse a provider without encryption", () => {
    expect(refusal({ ROBLOX_ISSUER: "http://127.0.0.1:3001/oauth/" })).toContain(
      "ROBLOX_ISSUER: must be https",
    );
  });

  describe("of real money", () => {
    const real = {
      REAL_MONEY: "on",
      STRIPE_SECRET_KEY: "sk_live_florin",
      STRIPE_WEBHOOK_SECRET: "whsec_florin",
      SMTP_URL: "smtps://mail.example",
      MAIL_FROM: "shop@florin.example",
      ADMIN_PLATFORM_IDS: "1,2",
      AGE_GATE: "birthdate",
      REGIONS_BLOCKED: "US,FR",
    };
    const paypal = {
      PAYPAL_CLIENT_ID: "florin-client",
      PAYPAL_CLIENT_SECRET: "florin-secret",
      PAYPAL_WEBHOOK_ID: "florin-webhook",
    };
    const none = { STRIPE_SECRET_KEY: undefined, STRIPE_WEBHOOK_SECRET: undefined };

    it("are accepted when complete", () => {
      expect(readConfig({ ...safe, ...real }, "production").payments).toMatchObject({
        stripe: { origin: "https://api.stripe.com", secretKey: "sk_live_florin" },
        paypal: null,
        btcpay: null,
      });
      expect(
        readConfig({ ...safe, ...real, ...none, ...paypal }, "production").payments.paypal,
      ).not.toBeNull();
    });

    it("reach no provider in production while it is off, even with keys", () => {
      const { payments } = readConfig({ ...safe, ...real, ...paypal, REAL_MONEY: "off" }, "production");
      expect(payments).toEqual({ stripe: null, paypal: null, btcpay: null });
    });

    it.each<[string, Record<string, string | undefined>]>([
      ["REAL_MONEY: needs the keys", none],
      ["STRIPE_SECRET_KEY: is a key for tests", { STRIPE_SECRET_KEY: "sk_test_florin" }],
      [
        "STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: are needed all, or none",
        { STRIPE_WEBHOOK_SECRET: undefined },
      ],
      ["PAYPAL_WEBHOOK_ID: are needed all, or none", { ...paypal, PAYPAL_WEBHOOK_ID: undefined }],
      ["STRIPE_ORIGIN: must be https", { STRIPE_ORIGIN: "http://stripe.example" }],
      ["STRIPE_ORIGIN: must be https", { STRIPE_ORIGIN: "https://127.0.0.1:3002/stripe" }],
      ["PAYPAL_ORIGIN: must be https", { PAYPAL_ORIGIN: "https://localhost/paypal" }],
      ["PAYPAL_ORIGIN: is PayPal's sandbox", { PAYPAL_ORIGIN: "https://api-m.sandbox.paypal.com" }],
      ["BTCPAY_ORIGIN: must be https", { BTCPAY_ORIGIN: "https://[::1]/" }],
      ["PUBLIC_URL: must be https", { PUBLIC_URL: undefined }],
      ["AGE_GATE: must be birthdate", { AGE_GATE: undefined }],
      ["REGIONS_BLOCKED: must name the countries", { REGIONS_BLOCKED: undefined }],
      ["SMTP_URL: is needed", { SMTP_URL: undefined, MAIL_FROM: undefined }],
      ["ADMIN_PLATFORM_IDS: must name two admins", { ADMIN_PLATFORM_IDS: "1" }],
      ["ADMIN_PLATFORM_IDS: must name two admins", { ADMIN_PLATFORM_IDS: "1,1" }],
    ])("are refused with %s", (words, change) => {
      expect(refusal({ ...real, ...change })).toContain(words);
    });
  });

  it("say who may play, and refuse a gate that keeps nobody out", () => {
    const { houseTerms, regionHeader } = readConfig({ ...safe, REGIONS_BLOCKED: "US, FR" }, "production");
    expect([houseTerms.ageGate, [...houseTerms.blockedRegions], regionHeader]).toEqual([
      "consent",
      ["US", "FR"],
      null,
    ]);
    expect(refusal({ AGE_GATE: "provider" })).toContain(
      "AGE_GATE: the verifier that is built in is a sandbox",
    );
    expect(refusal({ AGE_PROVIDER_ORIGIN: "https://ages.example" })).toContain(
      "AGE_PROVIDER_ORIGIN, AGE_PROVIDER_KEY, AGE_PROVIDER_SECRET: are needed all, or none",
    );
    expect(refusal({ REGION_HEADER: "CF-IPCountry" })).toContain("REGION_HEADER: is believed only from");
    expect(refusal({ REGIONS_BLOCKED: "USA" })).toContain("REGIONS_BLOCKED");
  });

  it("refuse one key for two purposes", () => {
    expect(refusal({ TOKEN_KEYS: key("t9", shared) })).toContain("must all be different keys");
  });

  it("take drand for the beacon in production, and a local one in the demo and in tests", () => {
    expect(readConfig(safe, "production").beacon).toMatchObject({ kind: "drand" });
    expect(readConfig({ ...safe, BEACON_KEYS: DEMO_KEYS.BEACON_KEYS }, "demo").beacon.kind).toBe("local");
    const relays = "https://one.example/, https://two.example";
    expect(readConfig({ ...safe, BEACON_RELAYS: relays }, "production").beacon).toEqual({
      kind: "drand",
      relays: ["https://one.example", "https://two.example"],
    });
  });

  it("by default accept stakes of items in custody, and on sight in the demo and in tests", () => {
    const staked = (mode: "production" | "demo" | "test", env: { readonly ITEMS_STAKED?: string } = {}) =>
      readConfig({ ...safe, BEACON_KEYS: key("b1"), ...env }, mode).itemsStaked;
    expect([staked("production"), staked("demo"), staked("test")]).toEqual(["custody", "sight", "sight"]);
    expect(staked("demo", { ITEMS_STAKED: "custody" })).toBe("custody");
    expect(staked("production", { ITEMS_STAKED: "sight" })).toBe("sight");
    expect(refusal({ ITEMS_STAKED: "any" })).toContain("ITEMS_STAKED");
  });

  it("let demo players play in the demo alone, unless they are turned off", () => {
    const hasCrowd = (mode: "production" | "demo" | "test", env: { readonly CROWD?: string } = {}) =>
      readConfig({ ...safe, BEACON_KEYS: key("b1"), ...env }, mode).hasCrowd;
    expect([hasCrowd("demo"), hasCrowd("demo", { CROWD: "1" })]).toEqual([true, true]);
    expect(hasCrowd("demo", { CROWD: "0" })).toBe(false);
    expect([hasCrowd("test", { CROWD: "1" }), hasCrowd("production", { CROWD: "1" })]).toEqual([
      false,
      false,
    ]);
  });

  it("refuse a local beacon without a key, and malformed relays", () => {
    expect(refusal({ BEACON: "local" })).toContain("BEACON_KEYS: is needed");
    expect(readConfig({ ...safe, BEACON: "local", BEACON_KEYS: key("b1") }, "production").beacon.kind).toBe(
      "local",
    );
    expect(refusal({ BEACON_RELAYS: "nowhere" })).toContain("BEACON_RELAYS: must be web addresses");
    expect(refusal({ BEACON_RELAYS: " , " })).toContain("BEACON_RELAYS: must be web addresses");
  });

  it("limit how long a coinflip may wait", () => {
    expect(readConfig(safe, "production").coinflipOpenMs).toBe(86_400_000);
    for (const hours of ["0", "721", "1.5"])
      expect(refusal({ COINFLIP_OPEN_HOURS: hours })).toContain("COINFLIP_OPEN_HOURS");
  });

  it.each(["MASTER_KEYS", "TOKEN_KEYS", "HEAD_KEYS", "BEACON_KEYS", "RETIRED_HEAD_KEYS"] as const)(
    "refuse a key that is not random as %s in production",
    (name) => {
      for (const bytes of [
        Buffer.alloc(32),
        Buffer.alloc(32, 9),
        Buffer.from("0123456789abcde".repeat(3)).subarray(0, 32),
      ])
        expect(refusal({ [name]: key("k1", bytes) })).toContain(`${name}: holds a key that is not random`);
      const sixteen = Buffer.from("0123456789abcdef".repeat(2));
      expect(readConfig({ ...safe, [name]: key("k1", sixteen) }, "production").mode).toBe("production");
    },
  );

  it("refuse the public half of a published head key among the retired ones", () => {
    const published = createHeadSigner({
      keys: [{ keyId: "demo", privateKey: DEMO_KEYS.HEAD_KEYS.slice("demo:".length) }],
    }).publicKeys().keys[0];
    expect(refusal({ RETIRED_HEAD_KEYS: `demo:${published?.publicKey}` })).toContain(
      "RETIRED_HEAD_KEYS: holds a published key",
    );
  });

  it("refuse non-canonical base64, which other programs decode to another key", () => {
    const good = randomBytes(32).toString("base64");
    const last = good.at(-2) ?? "";
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const otherLast = alphabet[alphabet.indexOf(last) + 1] ?? "";
    const bad = [
      good.slice(0, -1),
      `${good}=`,
      `${good.slice(0, -2)}${otherLast}=`,
      `${good.slice(0, 10)} ${good.slice(10)}`,
      `${good.slice(0, 10)}*${good.slice(10)}`,
      `_${good.slice(1)}`,
    ];
    for (const text of bad)
      expect(refusal({ MASTER_KEYS: `m1:${text}` })).toContain("MASTER_KEYS: must be id");
  });

  it.each([
    "proxy.example",
    "10.0.0.1/33",
    "10.0.0/8",
    "0.0.0.0/0",
    "::/0",
    "fd00::/129",
    "10.0.0.1/",
    "10.0.0.1/8/8",
  ])("refuse %s as a trusted proxy", (proxy) => {
    expect(refusal({ TRUSTED_PROXIES: `10.0.0.1, ${proxy}` })).toContain("TRUSTED_PROXIES: ");
  });

  it("trust IPv4 and IPv6 proxies by address and by range", () => {
    const ranges = "10.1.0.0/16, 192.0.2.7, fd00:1::/64, 2001:db8::7";
    const { trustedProxies } = readConfig({ ...safe, TRUSTED_PROXIES: ranges }, "production");
    for (const address of ["10.1.255.1", "192.0.2.7", "fd00:1::9", "2001:db8:0:0::7"])
      expect([address, trustedProxies.has(address)]).toEqual([address, true]);
    for (const address of [
      "10.2.0.1",
      "192.0.2.8",
      "fd00:1:0:1::9",
      "2001:db8::8",
      "unknown",
      "",
      "10.1.0.0/16",
    ])
      expect([address, trustedProxies.has(address)]).toEqual([address, false]);
  });

  it("refuse a sign-in redirect to another origin", () => {
    for (const uri of ["https://other.example/api/callback", "https://florin.example:444/api/callback"])
      expect(refusal({ ROBLOX_REDIRECT_URI: uri })).toContain("ROBLOX_REDIRECT_URI: must be on the origin");
  });

  it("ask for the public address when other machines can reach the service", () => {
    const nowhere = { PUBLIC_URL: undefined, ROBLOX_REDIRECT_URI: undefined };
    for (const HOST of ["0.0.0.0", "::", "10.0.0.5"])
      expect(refusal({ ...nowhere, HOST })).toContain("PUBLIC_URL: is needed");
    expect(readConfig({ ...safe, ...nowhere, HOST: "::1" }, "production").host).toBe("::1");
  });

  it("accept PGlite only with explicit permission", () => {
    const without = { DATABASE_URL: undefined };
    expect(refusal(without)).toContain("ALLOW_PGLITE=yes");
    expect(refusal({ ...without, ALLOW_PGLITE: "true" })).toContain("ALLOW_PGLITE");
    expect(readConfig({ ...safe, ...without, ALLOW_PGLITE: "yes" }, "production").databaseUrl).toBeNull();
    expect(readConfig({ ...safe, ...without, BEACON: "drand" }, "demo").databaseUrl).toBeNull();
  });

  it("serve metrics only with a token", () => {
    const token = "0123456789abcdef";
    const tokenOf = (env: Record<string, string>) =>
      readConfig({ ...safe, ...env }, "production").metricsToken;
    expect(refusal({ METRICS: "on" })).toContain("METRICS_TOKEN: is needed");
    expect(tokenOf({ METRICS: "on", METRICS_TOKEN: token })).toBe(token);
    expect(tokenOf({ METRICS_TOKEN: token })).toBe(token);
    expect(tokenOf({ METRICS: "off", METRICS_TOKEN: token })).toBeNull();
  });
});

describe("keys published in the repository", () => {
  /** 32 bytes as base64, anywhere in a text. */
  const KEY = /(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{43}=(?![A-Za-z0-9+/=])/g;
  const shown = new Map(
    repositoryFiles().flatMap(({ path, text }) =>
      [...text.matchAll(KEY)].map(([base64]) => [base64, path] as const),
    ),
  );

  it("are found in its settings and test vectors", () => {
    expect(new Set(shown.values())).toContain(".env.example");
    expect(new Set(shown.values())).toContain("docs/vectors/log.json");
  });

  it.each([...shown])("are refused in production: %s of %s", (base64) => {
    expect(isPublishedKey(Buffer.from(base64, "base64"))).toBe(true);
    for (const name of ["MASTER_KEYS", "TOKEN_KEYS", "HEAD_KEYS", "BEACON_KEYS", "RETIRED_HEAD_KEYS"])
      expect(refusal({ [name]: `mine:${base64}` })).toContain(`${name}: holds a published key`);
  });
});
