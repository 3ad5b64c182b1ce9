import { type Config, readConfig } from "#service/config.ts";
import { sampleItems } from "#service/integrations/platform/sample/items.ts";
import { personas, subOf } from "#service/integrations/platform/sandbox/personas.ts";
import type { SandboxClient } from "#service/integrations/platform/sandbox/provider/provider.ts";
import { DEMO_KEYS } from "#service/keys/demo-keys.ts";

const CLIENT = { id: "florin-demo", secret: "florin-demo-secret" };

type Environment = Readonly<Record<string, string | undefined>>;

/** Addresses and ports of the demo and its sandbox. */
export interface DemoPlaces {
  readonly port: number;
  readonly host: string;
  readonly sandboxPort: number;
  readonly sandboxOrigin: string;
  /** The address of the payment sandbox. */
  readonly paymentsPort: number;
  readonly paymentsOrigin: string;
  /** The address for reading mails. */
  readonly mailPort: number;
  /** The address of age verification, if the gate asks for it. */
  readonly agePort: number;
  readonly ageOrigin: string;
  /** The demo, as registered at the sandbox. */
  readonly client: SandboxClient;
}

/** Reads the addresses and ports from an environment. */
export function demoPlaces(env: Environment): DemoPlaces {
  const port = Number(env.PORT || 3_000);
  const sandboxPort = Number(env.SANDBOX_PORT || port + 1);
  const paymentsPort = Number(env.PAYMENTS_PORT || port + 2);
  const agePort = Number(env.AGE_PORT || port + 4);
  return {
    port,
    host: env.HOST || "127.0.0.1",
    sandboxPort,
    sandboxOrigin: `http://localhost:${sandboxPort}`,
    paymentsPort,
    paymentsOrigin: `http://localhost:${paymentsPort}`,
    mailPort: Number(env.MAIL_PORT || port + 3),
    agePort,
    ageOrigin: `http://localhost:${agePort}`,
    client: { ...CLIENT, redirectUris: [redirectUriOf(port)] },
  };
}

/** The demo's accounts at the payment sandbox; not secret. */
export const DEMO_STRIPE = { secretKey: "sk_test_florindemo", webhookSecret: "whsec_florindemo" };
export const DEMO_PAYPAL = {
  clientId: "florin-demo-paypal",
  clientSecret: "florin-demo-paypal-secret",
  webhookId: "florin-demo-webhook",
};
export const DEMO_BTCPAY = {
  apiKey: "florin-demo-btcpay",
  storeId: "FlorinDemo",
  webhookSecret: "florin-demo-btcpay-secret",
};

export const DEMO_MAIL_RETURNS = {
  domain: "returns.florin.example",
  secret: "florin-demo-mail-return-secret",
};

export const DEMO_AGE = { key: "florin-demo-age-key", secret: "florin-demo-age-secret" };

const redirectUriOf = (port: number): string => `http://localhost:${port}/api/callback`;

/** Mail addresses of the sandbox's personas, by platform account. Accounts made up at sign-in have none. */
export const personaAddresses: ReadonlyMap<string, string> = new Map(
  personas.map(({ sub, username }) => [sub, `${username}@florin.example`]),
);

/** The settings of the demo: published keys and the sandbox, unless the environment overrides. @throws ConfigError */
export function demoConfig(env: Environment, issuer: string): Config {
  const { port, host, paymentsOrigin, ageOrigin } = demoPlaces(env);
  const config = readConfig(
    {
      ADMIN_PLATFORM_IDS: [subOf("admin"), subOf("admin2")].join(","),
      ...DEMO_KEYS,
      DEPOSIT_ACCOUNT: "FlorinVault",
      STRIPE_ORIGIN: `${paymentsOrigin}/stripe`,
      STRIPE_SECRET_KEY: DEMO_STRIPE.secretKey,
      STRIPE_WEBHOOK_SECRET: DEMO_STRIPE.webhookSecret,
      PAYPAL_ORIGIN: `${paymentsOrigin}/paypal`,
      PAYPAL_CLIENT_ID: DEMO_PAYPAL.clientId,
      PAYPAL_CLIENT_SECRET: DEMO_PAYPAL.clientSecret,
      PAYPAL_WEBHOOK_ID: DEMO_PAYPAL.webhookId,
      BTCPAY_ORIGIN: `${paymentsOrigin}/btcpay`,
      BTCPAY_API_KEY: DEMO_BTCPAY.apiKey,
      BTCPAY_STORE_ID: DEMO_BTCPAY.storeId,
      BTCPAY_WEBHOOK_SECRET: DEMO_BTCPAY.webhookSecret,
      AGE_PROVIDER_ORIGIN: ageOrigin,
      AGE_PROVIDER_KEY: DEMO_AGE.key,
      AGE_PROVIDER_SECRET: DEMO_AGE.secret,
      MAIL_FROM: env.SMTP_URL === undefined ? undefined : "no-reply@florin.example",
      LOG_LEVEL: "warn",
      // Apart from those of the log in the data folder, which may be used again.
      HEADS_FILE: env.DATABASE_URL ? `${env.DATA_DIR || ".data"}-postgres-heads.jsonl` : undefined,
      ...env,
      PORT: String(port),
      HOST: host,
      ROBLOX_CLIENT_ID: CLIENT.id,
      ROBLOX_CLIENT_SECRET: CLIENT.secret,
      ROBLOX_REDIRECT_URI: redirectUriOf(port),
      ROBLOX_ISSUER: issuer,
      ROBLOX_API_ORIGIN: new URL(issuer).origin,
      LIMITED_ASSET_IDS: sampleItems.map(({ assetId }) => assetId).join(","),
    },
    "demo",
  );
  return { ...config, knownAddresses: personaAddresses };
}
