import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { headProblem } from "#domain/ledger/receipt.ts";
import { type Config, ConfigError } from "#service/config.ts";
import { openPostgres } from "#service/db/postgres/postgres.ts";
import { verifyEd25519 } from "#service/ledger/ed25519.ts";
import { createHeadSigner } from "#service/ledger/heads/head-signer.ts";
import { readHeads } from "#service/ledger/heads/heads-file.ts";

type Places = Pick<Config, "databaseUrl" | "dataFolder" | "headsFile" | "headKeys" | "retiredHeadKeys">;

/**
 * Sets the signed heads of a former demo aside when a new log begins, in a new data folder or an empty PostgreSQL
 * database: compared with them, the log would look cut off or rewritten, and the service would not start, or would halt
 * stakes. Only a demo does so: anywhere else, a log that lacks signed events has to be found out.
 * @returns their new place; null if there are none
 * @throws ConfigError when the heads are not this demo's
 */
export async function setFormerHeadsAside(places: Places): Promise<string | null> {
  const { databaseUrl, dataFolder, headsFile } = places;
  if (!existsSync(headsFile)) return null;
  const isKept = databaseUrl === null ? existsSync(join(dataFolder, "PG_VERSION")) : holdsLog(databaseUrl);
  return (await isKept) ? null : setHeadsAside(places);
}

/** Sets signed heads aside, as above, where the caller knows that a new log begins. */
export async function setHeadsAside(places: Places): Promise<string | null> {
  const { headsFile } = places;
  if (!existsSync(headsFile)) return null;
  await refuseHeadsOfOthers(places);
  let former = 1;
  while (existsSync(`${headsFile}.${former}`)) former += 1;
  renameSync(headsFile, `${headsFile}.${former}`);
  return `${headsFile}.${former}`;
}

/** A real service may keep its heads in the file, and would miss them. */
async function refuseHeadsOfOthers({ headsFile, headKeys, retiredHeadKeys }: Places): Promise<void> {
  const { keys } = createHeadSigner({ keys: headKeys, retired: retiredHeadKeys }).publicKeys();
  for await (const head of readHeads(headsFile)) {
    if ((await headProblem(head, { keys, verifyEd25519 })) !== null)
      throw new ConfigError(
        `HEADS_FILE: the heads in ${headsFile} are signed with ${head.keyId}, which is no key of this demo: choose another file`,
      );
    return;
  }
}

async function holdsLog(url: string): Promise<boolean> {
  const db = await openPostgres(url, { poolSize: 1 });
  try {
    const tables = await db.query("select from pg_class where oid = to_regclass('log_heads')");
    return tables.length > 0 && (await db.query("select from log_heads where position > 0")).length > 0;
  } finally {
    await db.close();
  }
}
