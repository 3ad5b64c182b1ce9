import { pino } from "pino";
import { type Config, readConfig } from "#service/config.ts";
import { DEMO_KEYS } from "#service/keys/demo-keys.ts";
import { createSealer } from "#service/keys/seal.ts";

/** The service's settings in a benchmark: published keys, and a platform that gets no requests. */
export function benchConfig(databaseUrl: string | null, dataFolder: string): Config {
  return readConfig(
    {
      ...DEMO_KEYS,
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
      DATA_DIR: dataFolder,
      ROBLOX_CLIENT_ID: "bench",
      ROBLOX_CLIENT_SECRET: "bench",
      ROBLOX_REDIRECT_URI: "http://localhost:3000/api/callback",
      ROBLOX_ISSUER: "http://127.0.0.1:9/oauth/",
    },
    "test",
  );
}

/** Opens and creates the sealed seeds of the template's players. */
export const benchSealer = createSealer({ keys: benchConfig(null, ".").masterKeys });

/** Standard output may carry a document, so the service logs to standard error. */
export const benchLog = pino({ level: "warn" }, process.stderr);
