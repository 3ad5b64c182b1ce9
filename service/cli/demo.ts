import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pino } from "pino";
import { ConfigError, readConfig } from "#service/config.ts";
import { FolderLockedError } from "#service/db/folder-lock.ts";
import { DEMO_KEYS } from "#service/demo-keys.ts";
import { seedCatalogue } from "#service/features/limiteds/seed-limiteds.ts";
import { listen } from "#service/http/server.ts";
import { sampleItems } from "#service/platform/sample/items.ts";
import { subOf } from "#service/platform/sandbox/personas.ts";
import { startSandbox } from "#service/platform/sandbox/start.ts";
import { startService } from "#service/service.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

const SITE = resolve("dist/web");
const CLIENT = { id: "florin-demo", secret: "florin-demo-secret" };
const LOOPBACK = ["127.0.0.1", "localhost", "::1"];

/** The whole product on this machine: sandbox instead of the platform, published keys, PGlite unless told otherwise. */
async function demo(): Promise<void> {
  const port = Number(process.env.PORT || 3_000);
  const host = process.env.HOST || "127.0.0.1";
  const sandboxPort = Number(process.env.SANDBOX_PORT || port + 1);
  const redirectUri = `http://localhost:${port}/api/callback`;
  if (!LOOPBACK.includes(host)) {
    console.warn(
      "Warning: the demo is reachable from other machines, with keys and accounts that everybody knows.",
    );
  }
  const sandbox = await startSandbox({
    port: sandboxPort,
    host,
    origin: `http://localhost:${sandboxPort}`,
    client: { ...CLIENT, redirectUris: [redirectUri] },
  });
  const config = readConfig(
    {
      ADMIN_PLATFORM_IDS: [subOf("admin"), subOf("admin2")].join(","),
      ...DEMO_KEYS,
      DEPOSIT_ACCOUNT: "FlorinVault",
      LOG_LEVEL: "warn",
      ...process.env,
      PORT: String(port),
      HOST: host,
      ROBLOX_CLIENT_ID: CLIENT.id,
      ROBLOX_CLIENT_SECRET: CLIENT.secret,
      ROBLOX_REDIRECT_URI: redirectUri,
      ROBLOX_ISSUER: sandbox.issuer,
      ROBLOX_API_ORIGIN: new URL(sandbox.issuer).origin,
      LIMITED_ASSET_IDS: sampleItems.map(({ assetId }) => assetId).join(","),
    },
    "demo",
  );
  const log = pino({ level: config.logLevel });
  const service = await startService({ config, log, ...(existsSync(SITE) ? { siteFolder: SITE } : {}) });
  await seedCatalogue(service.deps);
  const listening = await listen(service.app, { port, host });
  if (config.databaseUrl === null) {
    console.log(
      `Data is kept in ${config.dataFolder} (PGlite): it survives a crash of the program, not a power cut.`,
    );
  }
  console.log(`Sign in as alice, bob or anybody: the platform's sandbox is at ${sandbox.issuer}`);
  console.log(`Florin is ready at http://localhost:${listening.port}`);
  stopOnSignal(async () => {
    service.deps.live.close();
    await listening.close();
    await service.stop();
    await sandbox.close();
  });
}

demo().catch((error: unknown) => {
  const known = error instanceof ConfigError || error instanceof FolderLockedError;
  console.error(known ? (error as Error).message : error);
  process.exit(known ? 2 : 1);
});
