import { resolve } from "node:path";
import { z } from "zod";
import { type Minor, parseMinor } from "#domain/kernel/money.ts";
import { HOUR_MS } from "#domain/kernel/time.ts";
import { isTradeUrl } from "#domain/platform/trade-url.ts";
import { asError } from "#service/db/errors.ts";
import { hostUrls } from "#service/db/primary/primary.ts";
import { isAddressOrRange, type Proxies, proxiesOf } from "#service/http/limits/proxies.ts";
import {
  type AgeProviderSettings,
  ageEnvironment,
  ageProviderOf,
  wrongAgeProvider,
} from "#service/integrations/age-checks/settings.ts";
import {
  type PaymentSettings,
  paymentEnvironment,
  paymentsOf,
  wrongPayments,
} from "#service/integrations/payments/settings.ts";
import { namedKeys } from "#service/keys/named-keys.ts";
import type { SealKey } from "#service/keys/seal.ts";
import type { HeadKey, RetiredHeadKey } from "#service/ledger/heads/head-signer.ts";
import {
  isOrigin,
  type LogsSettings,
  logsEnvironment,
  logsOf,
  wrongLogs,
} from "#service/ledger/peers/settings.ts";
import { unsafeSettings } from "#service/unsafe-settings.ts";

const list = z.string().transform((text) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean),
);
const webAddress = z.url({ protocol: /^https?$/ });
// Refinements also run on malformed addresses.
const hasNoPath = (text: string): boolean =>
  !URL.canParse(text) || new URL(text).href === new URL("/", text).href;
/** An address without a path, as in the Origin header of browsers. */
const webOrigin = webAddress.refine(isOrigin, "must be an origin such as https://a.example");
/** Most items that the settings may name. */
const LIMITED_ASSETS_MAX = 200;
const assetIds = list
  .pipe(
    z
      .array(z.string().regex(/^[1-9]\d{0,14}$/, "must be whole numbers, separated by commas"))
      .max(LIMITED_ASSETS_MAX),
  )
  .transform((ids) => ids.map(Number));
const platformIds = list.pipe(
  z.array(z.string().regex(/^\d{1,20}$/, "must be numbers of accounts, not names, separated by commas")),
);
/** Hosts of item pictures at the platform. */
const PICTURE_ORIGINS = ["tr", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7"].map(
  (host) => `https://${host}.rbxcdn.com`,
);

const amountText = (unset: string) =>
  z
    .string()
    .default(unset)
    .transform((text, context): Minor => {
      const amount = parseMinor(text);
      if (amount === null) context.addIssue(`must be an amount such as ${unset}`);
      return amount ?? 0n;
    });

const database = z
  .string()
  .regex(/^postgres(ql)?:\/\//, "must begin with postgres://")
  .superRefine((url, context) => {
    try {
      hostUrls(url);
    } catch (error) {
      context.addIssue(asError(error).message);
    }
  });

const oneDatabase = database.refine((url) => hostUrls(url).length === 1, "must name one server");

/** Most replicas that may answer queries. */
const REPLICAS_MAX = 8;
/** URLs may contain commas: the next URL begins at a scheme. */
const replicas = z
  .string()
  .transform((text) => text.split(/,(?=\s*postgres(?:ql)?:\/\/)/).map((url) => url.trim()))
  .pipe(
    z
      .array(database.refine((url) => hostUrls(url).length === 1, "must name one server in each URL"))
      .max(REPLICAS_MAX),
  );

/** Most proxies, or ranges of them, that the settings may name. */
const PROXIES_MAX = 100;
const proxyList = list.pipe(
  z
    .array(z.string().refine(isAddressOrRange, "must be addresses or CIDR ranges, separated by commas"))
    .max(PROXIES_MAX),
);

/** More than there are countries. */
const REGIONS_MAX = 300;
const regionList = list.pipe(
  z
    .array(z.string().regex(/^[A-Z]{2}$/, "must be countries by ISO 3166 such as US, separated by commas"))
    .max(REGIONS_MAX),
);

/** The environment, key by key. Unset keys take the defaults shown in `.env.example`. */
export const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3_000),
  HOST: z.string().default("127.0.0.1"),
  PUBLIC_URL: webAddress.refine((text) => hasNoPath(text), "must be an address without a path").optional(),
  DATABASE_URL: database.optional(),
  READ_DATABASE_URLS: replicas.optional(),
  READ_MODELS_URL: oneDatabase.optional(),
  DATA_DIR: z.string().default(".data"),
  ALLOW_PGLITE: z.enum(["yes", "no"]).default("no"),
  ...logsEnvironment,
  HEADS_FILE: z.string().optional(),
  HEADS_DIR: z.string().optional(),
  ROBLOX_CLIENT_ID: z.string().min(1).optional(),
  ROBLOX_CLIENT_SECRET: z.string().min(1).optional(),
  ROBLOX_REDIRECT_URI: webAddress.optional(),
  ROBLOX_ISSUER: webAddress.default("https://apis.roblox.com/oauth/"),
  ROBLOX_API_ORIGIN: webOrigin.optional(),
  PICTURE_ORIGINS: list.pipe(z.array(webOrigin)).default(PICTURE_ORIGINS),
  LIMITED_ASSET_IDS: assetIds.default([]),
  ITEMS_STAKED: z.enum(["custody", "sight"]).optional(),
  MASTER_KEYS: namedKeys,
  TOKEN_KEYS: namedKeys,
  HEAD_KEYS: namedKeys,
  RETIRED_HEAD_KEYS: namedKeys.optional(),
  BEACON: z.enum(["drand", "local"]).optional(),
  BEACON_RELAYS: list.default([
    "https://api.drand.sh",
    "https://api2.drand.sh",
    "https://api3.drand.sh",
    "https://drand.cloudflare.com",
  ]),
  BEACON_KEYS: namedKeys.optional(),
  COINFLIP_OPEN_HOURS: z.coerce.number().int().min(1).max(720).default(24),
  ADMIN_PLATFORM_IDS: platformIds.default([]),
  ADMIN_SECOND_FACTOR: z.enum(["required", "optional"]).optional(),
  TRUSTED_PROXIES: proxyList.default([]),
  BANK_FUNDS: amountText("10000000.00"),
  SECOND_APPROVAL_ABOVE: amountText("10000.00"),
  SUPPORT_CONTACT: z
    .union([z.email(), z.url({ protocol: /^https$/ })], "must be an email address or an https address")
    .optional(),
  DEPOSIT_ACCOUNT: z
    .string()
    .regex(/^[A-Za-z0-9_]{3,20}$/, "must be a user name of the platform")
    .optional(),
  DEPOSIT_ACCOUNT_URL: webAddress.optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/]+\/?$/, "must be a server such as smtp://user:password@mail.example:587")
    .refine(URL.canParse, "must be an address")
    .optional(),
  MAIL_FROM: z.email("must be an email address").optional(),
  MAIL_RETURN_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, "must be a domain in lower case")
    .max(190, "must have at most 190 characters")
    .optional(),
  MAIL_RETURN_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{24,}$/, "must have at least 24 characters")
    .optional(),
  ...paymentEnvironment,
  AGE_GATE: z.enum(["consent", "birthdate", "provider"]).default("consent"),
  ...ageEnvironment,
  REGION_HEADER: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{1,63}$/, "must be the name of a header such as CF-IPCountry")
    .optional(),
  REGIONS_BLOCKED: regionList.default([]),
  METRICS: z.enum(["on", "off"]).optional(),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  NIGHTLY_HOUR: z.coerce.number().int().min(0).max(23).default(3),
  CROWD: z.enum(["0", "1"]).default("1"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
});

/** The parsed environment. */
export type Settings = z.infer<typeof environmentSchema>;

/** The settings of sign-in; absent when it is not configured. */
export interface SignInSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

/** A key of the local beacon, 32 random bytes. */
export interface BeaconKey {
  readonly keyId: string;
  readonly bytes: Uint8Array;
}

/** The public randomness of games between players: drand through relays, or a local beacon. */
export type BeaconSettings =
  | { readonly kind: "drand"; readonly relays: readonly string[] }
  | { readonly kind: "local"; readonly keys: readonly BeaconKey[] };

/** The mail server, and the sender's address. */
export interface MailSettings {
  readonly url: string;
  readonly from: string;
  readonly returns?: MailReturns;
}

/** The domain that mails bounce to, and the secret that its server sends. */
export interface MailReturns {
  readonly domain: string;
  readonly secret: string;
}

/** Requirements for every player: how they prove their age, and the regions they must not play from. */
export interface HouseTerms {
  readonly ageGate: Settings["AGE_GATE"];
  /** Countries by ISO 3166. */
  readonly blockedRegions: ReadonlySet<string>;
}

/** The service's settings, checked. */
export interface Config {
  readonly mode: "production" | "demo" | "test";
  readonly port: number;
  readonly host: string;
  readonly publicUrl: URL;
  /** The number of the log that this database holds. */
  readonly logId: number;
  /** The logs of a site that has several; null where this is the only one. */
  readonly logs: LogsSettings | null;
  readonly databaseUrl: string | null;
  /** Replicas that answer queries. */
  readonly readDatabaseUrls: readonly string[];
  /** The database that subscribes to the log and has the read models; null if the log's own has them. */
  readonly readModelsUrl: string | null;
  readonly dataFolder: string;
  readonly headsFile: string;
  /** A folder that also keeps signed heads, one file each; null for none. */
  readonly headsFolder: string | null;
  readonly signIn: SignInSettings | null;
  /** One origin that serves all of the platform's APIs; null for the platform's own. */
  readonly platformOrigin: string | null;
  /** Origins that pictures of items are fetched from. */
  readonly pictureOrigins: ReadonlySet<string>;
  /** Items to ask the platform for when the catalogue is seeded. */
  readonly limitedAssetIds: readonly number[];
  /** Which copies of items can be staked. */
  readonly itemsStaked: "custody" | "sight";
  readonly masterKeys: readonly SealKey[];
  readonly tokenKeys: readonly SealKey[];
  readonly headKeys: readonly HeadKey[];
  readonly retiredHeadKeys: readonly RetiredHeadKey[];
  readonly beacon: BeaconSettings;
  /** How long a coinflip waits for an opponent, in milliseconds. */
  readonly coinflipOpenMs: number;
  readonly adminPlatformIds: ReadonlySet<string>;
  /** Whether admins may open the console without a second factor. */
  readonly adminSecondFactor: "required" | "optional";
  readonly trustedProxies: Proxies;
  readonly bankFunds: Minor;
  /** A deposit worth more than this needs a second admin. */
  readonly secondApprovalAbove: Minor;
  /** An email or web address for people who need help; null for the support page alone. */
  readonly supportContact: string | null;
  /** The platform's account that receives trades; null closes deposits of items. */
  readonly depositAccount: { readonly name: string; readonly url: string | null } | null;
  /** Null without mail: addresses cannot be confirmed. */
  readonly mail: MailSettings | null;
  readonly payments: PaymentSettings;
  /** Email addresses that count as confirmed, by platform account: those of the demo's personas. */
  readonly knownAddresses: ReadonlyMap<string, string>;
  readonly houseTerms: HouseTerms;
  /** The service that verifies ages; null for none. */
  readonly ageProvider: AgeProviderSettings | null;
  /** The header in which a trusted proxy names the country of a request; null for none. */
  readonly regionHeader: string | null;
  /** The token that allows reading metrics; null for nobody. */
  readonly metricsToken: string | null;
  /** The UTC hour of the nightly check of the books. */
  readonly nightlyHour: number;
  /** False for a simulated month, which passes thirty nights in minutes. */
  readonly checksNightly: boolean;
  /** Whether demo players play by themselves; only in the demo. */
  readonly hasCrowd: boolean;
  readonly logLevel: string;
}

/** Invalid settings: the message names each wrong key and what it needs. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Reads the settings from an environment.
 * @throws ConfigError naming every missing or wrong key; in production also every unsafe one
 */
export function readConfig(
  env: { readonly [key: string]: string | undefined },
  mode: Config["mode"],
): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const { settings: e, wrong } = settingsOf(given, mode);
  if (e === null || wrong.length > 0) throw new ConfigError(wrong.join("\n"));
  const dataFolder = resolve(e.DATA_DIR);
  return {
    mode,
    port: e.PORT,
    host: e.HOST,
    publicUrl: new URL(e.PUBLIC_URL ?? `http://localhost:${e.PORT}`),
    logId: e.LOG_ID,
    logs: logsOf(e),
    databaseUrl: e.DATABASE_URL ?? null,
    readDatabaseUrls: e.READ_DATABASE_URLS ?? [],
    readModelsUrl: e.READ_MODELS_URL ?? null,
    dataFolder,
    headsFile: resolve(e.HEADS_FILE ?? `${dataFolder}-heads.jsonl`),
    headsFolder: e.HEADS_DIR === undefined ? null : resolve(e.HEADS_DIR),
    signIn: signInOf(e),
    platformOrigin: e.ROBLOX_API_ORIGIN ?? null,
    pictureOrigins: new Set([
      ...e.PICTURE_ORIGINS,
      ...(e.ROBLOX_API_ORIGIN === undefined ? [] : [e.ROBLOX_API_ORIGIN]),
    ]),
    limitedAssetIds: e.LIMITED_ASSET_IDS,
    itemsStaked: e.ITEMS_STAKED ?? (mode === "production" ? "custody" : "sight"),
    masterKeys: e.MASTER_KEYS,
    tokenKeys: e.TOKEN_KEYS,
    headKeys: e.HEAD_KEYS.map(({ id, bytes }) => ({ keyId: id, privateKey: bytes.toString("base64") })),
    retiredHeadKeys: (e.RETIRED_HEAD_KEYS ?? []).map(({ id, bytes }) => ({
      keyId: id,
      publicKey: bytes.toString("base64"),
    })),
    beacon: beaconOf(e, mode),
    coinflipOpenMs: e.COINFLIP_OPEN_HOURS * HOUR_MS,
    adminPlatformIds: new Set(e.ADMIN_PLATFORM_IDS),
    adminSecondFactor: e.ADMIN_SECOND_FACTOR ?? (mode === "production" ? "required" : "optional"),
    trustedProxies: proxiesOf(e.TRUSTED_PROXIES),
    bankFunds: e.BANK_FUNDS,
    secondApprovalAbove: e.SECOND_APPROVAL_ABOVE,
    supportContact: e.SUPPORT_CONTACT ?? null,
    depositAccount: depositAccountOf(e),
    mail: mailOf(e),
    payments: paymentsOf(e, mode),
    knownAddresses: new Map(),
    houseTerms: { ageGate: e.AGE_GATE, blockedRegions: new Set(e.REGIONS_BLOCKED) },
    ageProvider: ageProviderOf(e),
    regionHeader: e.REGION_HEADER ?? null,
    metricsToken: e.METRICS === "off" ? null : (e.METRICS_TOKEN ?? null),
    nightlyHour: e.NIGHTLY_HOUR,
    checksNightly: true,
    hasCrowd: mode === "demo" && e.CROWD === "1",
    logLevel: e.LOG_LEVEL,
  };
}

/** What is wrong with one setting. A missing one has no type to complain of. */
export function problemOf(
  { path, message }: z.core.$ZodIssue,
  given: { readonly [key: string]: string | undefined },
) {
  const name = String(path[0]);
  return `${name}: ${given[name] === undefined ? "is needed" : message}`;
}

/** The parsed settings and all problems: of single settings first, then of settings that contradict each other. */
function settingsOf(
  given: { readonly [key: string]: string | undefined },
  mode: Config["mode"],
): { readonly settings: Settings | null; readonly wrong: readonly string[] } {
  const parsed = environmentSchema.safeParse(given);
  const wrong = parsed.success
    ? []
    : [...new Set(parsed.error.issues.map((issue) => problemOf(issue, given)))];
  // One malformed setting must not hide that another one is unsafe.
  const settings = parsed.success ? parsed.data : wellFormed(given);
  wrong.push(
    ...wrongReplicas(settings),
    ...wrongLogs(settings),
    ...wrongBeacon(settings, mode),
    ...wrongDepositAccount(settings, mode),
    ...wrongMail(settings),
    ...wrongPayments(settings),
    ...wrongAgeProvider(settings),
  );
  if (mode === "production") wrong.push(...unsafeSettings(settings));
  return { settings: parsed.success ? parsed.data : null, wrong };
}

/** The well-formed settings, with their defaults. */
function wellFormed(given: { readonly [key: string]: string | undefined }): Partial<Settings> {
  const parsed = Object.entries(environmentSchema.shape).map(
    ([key, schema]) => [key, schema.safeParse(given[key])] as const,
  );
  return Object.fromEntries(parsed.flatMap(([key, { success, data }]) => (success ? [[key, data]] : [])));
}

function signInOf(e: Settings): SignInSettings | null {
  const {
    ROBLOX_CLIENT_ID: clientId,
    ROBLOX_CLIENT_SECRET: clientSecret,
    ROBLOX_REDIRECT_URI: redirectUri,
  } = e;
  if (clientId === undefined || clientSecret === undefined || redirectUri === undefined) return null;
  return { issuer: e.ROBLOX_ISSUER, clientId, clientSecret, redirectUri };
}

function wrongDepositAccount(
  { DEPOSIT_ACCOUNT: name, DEPOSIT_ACCOUNT_URL: url, ROBLOX_API_ORIGIN }: Partial<Settings>,
  mode: Config["mode"],
): string[] {
  if (url === undefined) return [];
  if (name === undefined) return ["DEPOSIT_ACCOUNT: is needed where DEPOSIT_ACCOUNT_URL is set"];
  return isTradeUrl(url, mode === "production" ? null : (ROBLOX_API_ORIGIN ?? null))
    ? []
    : ["DEPOSIT_ACCOUNT_URL: must be https at roblox.com"];
}

const depositAccountOf = ({
  DEPOSIT_ACCOUNT: name,
  DEPOSIT_ACCOUNT_URL: url,
}: Settings): Config["depositAccount"] => (name === undefined ? null : { name, url: url ?? null });

function wrongReplicas({ DATABASE_URL, READ_DATABASE_URLS, READ_MODELS_URL }: Partial<Settings>): string[] {
  const wrong: string[] = [];
  if (DATABASE_URL === undefined && READ_DATABASE_URLS !== undefined)
    wrong.push("READ_DATABASE_URLS: needs the primary's DATABASE_URL");
  if (DATABASE_URL === undefined && READ_MODELS_URL !== undefined)
    wrong.push("READ_MODELS_URL: needs the primary's DATABASE_URL");
  if (READ_DATABASE_URLS !== undefined && READ_MODELS_URL !== undefined)
    wrong.push(
      "READ_DATABASE_URLS: replicas of the primary have no read models where READ_MODELS_URL is set",
    );
  return wrong;
}

function wrongMail({
  SMTP_URL,
  MAIL_FROM,
  MAIL_RETURN_DOMAIN,
  MAIL_RETURN_SECRET,
}: Partial<Settings>): string[] {
  const needed = { SMTP_URL, MAIL_FROM, MAIL_RETURN_DOMAIN, MAIL_RETURN_SECRET };
  const pairs = [
    ["SMTP_URL", "MAIL_FROM"],
    ["MAIL_FROM", "SMTP_URL"],
    ["MAIL_RETURN_DOMAIN", "MAIL_RETURN_SECRET"],
    ["MAIL_RETURN_SECRET", "MAIL_RETURN_DOMAIN"],
    ["SMTP_URL", "MAIL_RETURN_DOMAIN"],
  ] as const;
  return pairs
    .filter(([name, other]) => needed[name] === undefined && needed[other] !== undefined)
    .map(([name, other]) => `${name}: is needed where ${other} is set`);
}

function mailOf(e: Settings): MailSettings | null {
  const { SMTP_URL: url, MAIL_FROM: from, MAIL_RETURN_DOMAIN: domain, MAIL_RETURN_SECRET: secret } = e;
  if (url === undefined || from === undefined) return null;
  return {
    url,
    from,
    ...(domain === undefined || secret === undefined ? {} : { returns: { domain, secret } }),
  };
}

const beaconKind = (e: Partial<Settings>, mode: Config["mode"]): "drand" | "local" =>
  e.BEACON ?? (mode === "production" ? "drand" : "local");

function wrongBeacon(e: Partial<Settings>, mode: Config["mode"]): string[] {
  if (beaconKind(e, mode) === "local")
    return e.BEACON_KEYS === undefined ? ["BEACON_KEYS: is needed for a local beacon"] : [];
  const relays = e.BEACON_RELAYS ?? [];
  return relays.length > 0 && relays.every(isWebAddress)
    ? []
    : ["BEACON_RELAYS: must be web addresses, separated by commas"];
}

function beaconOf(e: Settings, mode: Config["mode"]): BeaconSettings {
  const kind = beaconKind(e, mode);
  if (kind === "drand") return { kind, relays: e.BEACON_RELAYS.map((relay) => relay.replace(/\/+$/, "")) };
  return { kind, keys: (e.BEACON_KEYS ?? []).map(({ id, bytes }) => ({ keyId: id, bytes })) };
}

const isWebAddress = (text: string): boolean => webAddress.safeParse(text).success;
