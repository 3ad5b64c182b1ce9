import { resolve } from "node:path";
import { pino } from "pino";
import { readConfig } from "#service/config.ts";
import { listen } from "#service/http/server.ts";
import { startService } from "#service/service.ts";
import { startTrouble } from "./start-trouble.ts";
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
  const { isKnown, text } = startTrouble(error);
  console.error(`Florin cannot start:\n${text}`);
  process.exit(isKnown ? 2 : 1);
});
