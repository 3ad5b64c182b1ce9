import { z } from "zod";
import { jsonOf } from "#domain/kernel/json.ts";
import type { LedgerKeys } from "#domain/ledger/proof.ts";
import { ED25519_KEY_BYTES, ed25519PrivateKey, rawPublicKey } from "#service/ledger/ed25519.ts";

/** The highest number of a log: ids of transits have room for nine digits. */
export const LOG_ID_MAX = 999_999_999;
/** Most logs of one site. */
export const LOGS_MAX = 1_000;
/** Most keys of one log that count at a time. */
const KEYS_MAX = 32;
/** Fewest characters of the secret that logs share. */
const SECRET_LENGTH_MIN = 24;

/** A log as the settings of every log of the site name it. */
export interface LogSettings {
  readonly id: number;
  /** Where its processes answer other logs and the front. */
  readonly origin: string;
  /** The keys that verify its heads, and no other log's. */
  readonly keys: LedgerKeys["keys"];
}

/** The logs of a site that has several. */
export interface LogsSettings {
  /** All of them, this one included, in the order of the settings. */
  readonly all: readonly LogSettings[];
  /** The shared secret: decides the home log of a new account holder, and authenticates logs to each other. */
  readonly secret: string;
}

const publicKey = z
  .base64()
  .refine(
    (text) => Buffer.from(text, "base64").length === ED25519_KEY_BYTES,
    `must be the base64 of ${ED25519_KEY_BYTES} bytes`,
  );

/** Whether a text is an origin. Refinements also run on malformed addresses. */
export const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

const logSchema = z.strictObject({
  id: z.number().int().min(1).max(LOG_ID_MAX),
  origin: z.url({ protocol: /^https?$/ }).refine(isOrigin, "must be an origin such as http://10.0.0.2:3000"),
  keys: z
    .record(z.string().regex(/^[A-Za-z0-9_-]{1,32}$/), publicKey)
    .refine((keys) => Object.keys(keys).length > 0, "must have a key")
    .refine((keys) => Object.keys(keys).length <= KEYS_MAX, `must have at most ${KEYS_MAX} keys`),
});

const FORM = `must be JSON such as [{"id":1,"origin":"http://10.0.0.1:3000","keys":{"h1":"<public key>"}},...]`;

const logs = z.string().transform((text, context): LogSettings[] => {
  const read = z.array(logSchema).min(2).max(LOGS_MAX).safeParse(jsonOf(text));
  if (!read.success) {
    const [issue] = read.error.issues;
    context.addIssue(`${FORM}: ${issue?.path.join(".")} ${issue?.message}`);
    return [];
  }
  return read.data.map(({ id, origin, keys }) => ({
    id,
    origin,
    keys: Object.entries(keys).map(([keyId, publicKey]) => ({ keyId, algorithm: "Ed25519", publicKey })),
  }));
});

/** The environment keys that name this log and the others. */
export const logsEnvironment = {
  LOG_ID: z.coerce.number().int().min(1).max(LOG_ID_MAX).default(1),
  LOGS: logs.optional(),
  LOGS_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "must be printable characters without spaces")
    .min(SECRET_LENGTH_MIN, `must have at least ${SECRET_LENGTH_MIN} characters`)
    .optional(),
};

interface LogsEnvironment {
  readonly LOG_ID?: number | undefined;
  readonly LOGS?: readonly LogSettings[] | undefined;
  readonly LOGS_SECRET?: string | undefined;
  readonly HEAD_KEYS?: readonly { readonly id: string; readonly bytes: Buffer }[] | undefined;
}

/** Problems of the LOGS setting as a whole. */
export function wrongLogs({ LOG_ID, LOGS, LOGS_SECRET, HEAD_KEYS }: LogsEnvironment): string[] {
  if (LOGS === undefined)
    return LOGS_SECRET === undefined ? [] : ["LOGS: is needed where LOGS_SECRET is set"];
  const wrong: string[] = [];
  if (LOGS_SECRET === undefined) wrong.push("LOGS_SECRET: is needed where LOGS is set");
  if (new Set(LOGS.map(({ id }) => id)).size < LOGS.length) wrong.push("LOGS: must name each log once");
  const keys = LOGS.flatMap((log) => log.keys.map((key) => key.publicKey));
  // The holder of a key that counts for two logs could sign for both.
  if (new Set(keys).size < keys.length) wrong.push("LOGS: a key must count for one log only, and once");
  const own = LOGS.find(({ id }) => id === LOG_ID);
  if (own === undefined) return [...wrong, `LOGS: must name this log too, which LOG_ID says is ${LOG_ID}`];
  const [newest] = HEAD_KEYS ?? [];
  if (newest !== undefined && !signsFor(own, newest))
    wrong.push(`LOGS: must name the public half of ${newest.id} of HEAD_KEYS under ${own.id}`);
  return wrong;
}

/** The public half of a key that signs heads, as `LOGS` names it. */
export const publicHalfOf = (privateKey: Buffer): string =>
  Buffer.from(rawPublicKey(ed25519PrivateKey(privateKey.toString("base64")))).toString("base64");

const signsFor = ({ keys }: LogSettings, { id, bytes }: { readonly id: string; readonly bytes: Buffer }) =>
  keys.some(({ keyId, publicKey }) => keyId === id && publicKey === publicHalfOf(bytes));

/** The logs of the settings; null for a single one. */
export function logsOf({ LOGS, LOGS_SECRET }: LogsEnvironment): LogsSettings | null {
  if (LOGS === undefined || LOGS_SECRET === undefined) return null;
  return { all: LOGS, secret: LOGS_SECRET };
}
