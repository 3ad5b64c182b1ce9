import { pino } from "pino";
import { ConfigError, readConfig } from "#service/config.ts";
import { FolderLockedError } from "#service/db/folder-lock.ts";
import { rewrapTokens } from "#service/features/players/rewrap-tokens.ts";
import { rewrapSeeds } from "#service/features/seed-pairs/rewrap-seeds.ts";
import { createSealer } from "#service/keys/seal.ts";
import { openDatabase } from "#service/service.ts";

/** Seals every seed and token again under the newest keys, so that older keys can be dropped afterwards. */
async function rewrap(): Promise<void> {
  const config = readConfig(process.env, "production");
  const db = await openDatabase(config, pino({ level: "warn" }, pino.destination(2)));
  try {
    const seeds = await rewrapSeeds(db, createSealer({ keys: config.masterKeys }));
    const tokens = await rewrapTokens(db, createSealer({ keys: config.tokenKeys }));
    console.log(`Sealed again under the newest keys: ${seeds} seeds, tokens of ${tokens} players.`);
  } finally {
    await db.close();
  }
}

rewrap().catch((error: unknown) => {
  const known = error instanceof ConfigError || error instanceof FolderLockedError;
  console.error(known ? (error as Error).message : error);
  process.exit(known ? 2 : 1);
});
