import { resolve } from "node:path";
import { pino } from "pino";
import { ConfigError, readConfig } from "#service/config.ts";
import { FolderLockedError } from "#service/db/pglite/folder-lock.ts";
import { BrokenSiteError } from "#service/http/files/built-site.ts";
import { listen } from "#service/http/server.ts";
import { startService } from "#service/service.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

/** The service, configured by the environment; refuses unsafe settings. */
async function start(): Promise<void> {
  const config = readConfig(process.env, "production");
  const log = pino({ level: config.logLevel });
  const service = await startService({ config, log, siteFolder: resolve("dist/web") });
  const listening = await listen(service.app, config);
  log.info({ port: listening.port, publicUrl: config.publicUrl.href }, "Florin is ready");
  if (config.databaseUrl === null) log.warn("PGlite keeps data through a crash, not through a power cut");
  stopOnSignal(async () => {
    service.drain();
    await listening.close();
    await service.stop();
  });
}

start().catch((error: unknown) => {
  const known = [ConfigError, FolderLockedError, BrokenSiteError].some((kind) => error instanceof kind);
  console.error(known ? `Florin cannot start:\n${(error as Error).message}` : error);
  process.exit(known ? 2 : 1);
});
