import { createHmac } from "node:crypto";
import type { Database, Row } from "#projections/kernel/sql.ts";
import { type Config, ConfigError } from "#service/config.ts";
import { createHeadSigner } from "#service/ledger/heads/head-signer.ts";
import { DEMO_KEYS } from "./demo-keys.ts";
import { namedKeys } from "./named-keys.ts";
import type { SealKey } from "./seal.ts";

/** Keys of one setting, newest first, with marks that tell them from others of the same name. */
interface KeyRing {
  readonly kind: "master" | "token" | "head";
  readonly setting: string;
  readonly keys: readonly { readonly id: string; readonly mark: string }[];
  /** What to do without a key that is known. */
  readonly missing: (id: string, mark: string) => string;
}

interface KnownKey extends Row {
  readonly kind: string;
  readonly id: string;
  readonly mark: string;
}

const sealMark = ({ id, bytes }: SealKey): string =>
  createHmac("sha256", bytes).update(`florin-known-key/${id}`).digest("base64url");

const sealRing = (kind: "master" | "token", keys: readonly SealKey[]): KeyRing => ({
  kind,
  setting: kind === "master" ? "MASTER_KEYS" : "TOKEN_KEYS",
  keys: keys.map((key) => ({ id: key.id, mark: sealMark(key) })),
  missing: (id) =>
    `${id} is missing, under which this database holds seals: list it last until npm run rewrap has run`,
});

type Keys = Pick<Config, "masterKeys" | "tokenKeys" | "headKeys" | "retiredHeadKeys">;
type Use = Keys & Pick<Config, "mode" | "databaseUrl">;

function ringsOf({ masterKeys, tokenKeys, headKeys, retiredHeadKeys }: Keys): readonly KeyRing[] {
  const signer = createHeadSigner({ keys: headKeys, retired: retiredHeadKeys });
  const heads = signer.publicKeys().keys.map(({ keyId, publicKey }) => ({ id: keyId, mark: publicKey }));
  return [
    sealRing("master", masterKeys),
    sealRing("token", tokenKeys),
    {
      kind: "head",
      setting: "HEAD_KEYS",
      keys: heads,
      missing: (id, mark) => `${id} is missing, which signed heads: add ${id}:${mark} to RETIRED_HEAD_KEYS`,
    },
  ];
}

/**
 * Refuses keys that this database was not used with before, and remembers the newest of each kind. A wrong key would
 * otherwise be found out by the first draw, and everything sealed meanwhile would be lost with it.
 * @throws ConfigError naming each key that is missing, or another one under a known name
 */
export async function meetKeys(db: Database, config: Use): Promise<void> {
  const rings = ringsOf(config);
  await refuseUnknown(db, rings, config);
  for (const { kind, keys } of rings)
    await db.query("insert into known_keys (kind, id, mark) values ($1, $2, $3) on conflict do nothing", [
      kind,
      keys[0]?.id ?? null,
      keys[0]?.mark ?? null,
    ]);
  // Another process may have been first, with another key of that name.
  await refuseUnknown(db, rings, config);
}

async function refuseUnknown(db: Database, rings: readonly KeyRing[], use: Use): Promise<void> {
  const known = await db.query<KnownKey>("select kind, id, mark from known_keys order by kind, id");
  const wrong = rings.flatMap((ring) => wrongIn(ring, known));
  if (wrong.length > 0) throw new ConfigError(demoTrouble(known, use) ?? wrong.join("\n"));
}

/** The demo's keys cannot be given to a service, nor a service's to a demo: only another database helps. */
function demoTrouble(known: readonly KnownKey[], { mode, databaseUrl }: Use): string | null {
  const place = databaseUrl === null ? "DATA_DIR" : "DATABASE_URL";
  const marks = new Set(demoRings().flatMap(({ keys }) => keys.map(({ mark }) => mark)));
  const isDemos = known.some(({ mark }) => marks.has(mark));
  if (isDemos && mode !== "demo")
    return `${place}: the database there was used by the demo, whose keys everyone knows; choose an empty one`;
  if (!isDemos && mode === "demo")
    return `${place}: the database there is used with keys that the demo does not have; choose another`;
  return null;
}

const demoRings = (): readonly KeyRing[] =>
  ringsOf({
    masterKeys: namedKeys.parse(DEMO_KEYS.MASTER_KEYS),
    tokenKeys: namedKeys.parse(DEMO_KEYS.TOKEN_KEYS),
    headKeys: namedKeys
      .parse(DEMO_KEYS.HEAD_KEYS)
      .map(({ id, bytes }) => ({ keyId: id, privateKey: bytes.toString("base64") })),
    retiredHeadKeys: [],
  });

const wrongIn = ({ kind, setting, keys, missing }: KeyRing, known: readonly KnownKey[]): readonly string[] =>
  known
    .filter((one) => one.kind === kind)
    .flatMap(({ id, mark }) => {
      const given = keys.find((key) => key.id === id);
      if (given === undefined) return [`${setting}: ${missing(id, mark)}`];
      if (given.mark === mark) return [];
      return [`${setting}: ${id} is not the key that this database knows by that name; name a new key anew`];
    });

/** Forgets all but the newest sealing keys, once everything is sealed under those. */
export async function forgetOlderKeys(
  db: Database,
  { masterKeys, tokenKeys }: Pick<Config, "masterKeys" | "tokenKeys">,
): Promise<void> {
  for (const [kind, keys] of [["master", masterKeys] as const, ["token", tokenKeys] as const])
    await db.query("delete from known_keys where kind = $1 and id <> $2", [kind, keys[0]?.id ?? null]);
}
