import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pino } from "pino";
import { startCrowd } from "#service/demo/crowd/start.ts";
import { setFormerHeadsAside } from "#service/demo/former-heads.ts";
import { startPaymentSandbox } from "#service/demo/payment-sandbox.ts";
import { addSampleData } from "#service/demo/sample-data.ts";
import {
  DEMO_AGE,
  DEMO_MAIL_RETURNS,
  type DemoPlaces,
  demoConfig,
  demoPlaces,
} from "#service/demo/settings.ts";
import { listen } from "#service/http/server.ts";
import { createAgeSandbox } from "#service/integrations/age-checks/sandbox.ts";
import { startCatcher } from "#service/integrations/mail/catcher/start.ts";
import { startSandbox } from "#service/integrations/platform/sandbox/start.ts";
import { type Listening, listenHere } from "#service/integrations/stand-ins/listen-here.ts";
import { startService } from "#service/service.ts";
import { startTrouble } from "./start-trouble.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

/** Starts the demo's stand-in for the age verification service. @throws Error in production */
function startAgeSandbox({ host, port, agePort, ageOrigin }: DemoPlaces): Promise<Listening> {
  const sandbox = createAgeSandbox({
    ...DEMO_AGE,
    origin: ageOrigin,
    hints: `http://localhost:${port}/api/webhooks/age`,
  });
  return listenHere((request) => sandbox.fetch(request), { host, port: agePort, setting: "AGE_PORT" });
}

const SITE = resolve("dist/web");
const LOOPBACK = ["127.0.0.1", "localhost", "::1"];

/** The whole product on this machine: sandbox instead of the platform, published keys, by default PGlite. */
async function demo(): Promise<void> {
  const places = demoPlaces(process.env);
  const { port, host, sandboxPort, sandboxOrigin, mailPort, client, paymentsPort, paymentsOrigin } = places;
  if (!LOOPBACK.includes(host)) {
    console.warn(
      "Warning: the demo is reachable from other machines, with keys and accounts that everyone knows.",
    );
  }
  const sandbox = await startSandbox({ port: sandboxPort, host, origin: sandboxOrigin, client });
  const payments = await startPaymentSandbox({
    host,
    port: paymentsPort,
    origin: paymentsOrigin,
    sitePort: port,
  });
  const catcher = process.env.SMTP_URL
    ? null
    : await startCatcher({
        ...{ host, port: mailPort },
        returns: { url: `http://localhost:${port}/api/webhooks/mail`, secret: DEMO_MAIL_RETURNS.secret },
      });
  const config = demoConfig(
    {
      ...process.env,
      ...(catcher === null
        ? {}
        : {
            SMTP_URL: catcher.smtpUrl,
            MAIL_RETURN_DOMAIN: DEMO_MAIL_RETURNS.domain,
            MAIL_RETURN_SECRET: DEMO_MAIL_RETURNS.secret,
          }),
    },
    sandbox.issuer,
  );
  const ages = config.houseTerms.ageGate === "provider" ? await startAgeSandbox(places) : null;
  const log = pino({ level: config.logLevel });
  const aside = await setFormerHeadsAside(config);
  if (aside !== null) console.log(`A new log begins: the signed heads of the former one are in ${aside}`);
  const service = await startService({ config, log, ...(existsSync(SITE) ? { siteFolder: SITE } : {}) });
  await addSampleData(service.deps);
  const listening = await listen(service.app, { port, host });
  if (config.databaseUrl === null) {
    console.log(
      `Data is kept in ${config.dataFolder} (PGlite): it survives a crash of the program, not a power cut.`,
    );
  }
  console.log(`Sign in as alice, bob or anybody: the platform's sandbox is at ${sandbox.issuer}`);
  console.log(`Payments go to a sandbox, which plays the banks at ${paymentsOrigin}`);
  if (ages !== null) console.log(`A sandbox verifies ages: whatever is clicked there counts.`);
  if (catcher !== null) console.log(`Mails are read at http://localhost:${catcher.port}`);
  if (config.hasCrowd) console.log("Demo players (demo_...) play on their own; CROWD=0 turns them off.");
  console.log(`Florin is ready at http://localhost:${listening.port}`);
  const { publicUrl } = config;
  const crowd = config.hasCrowd
    ? await startCrowd({ host, port: listening.port, publicUrl, log })
    : undefined;
  stopOnSignal(async () => {
    await crowd?.stop();
    service.drain();
    await listening.close();
    await service.stop();
    await catcher?.close();
    await payments.close();
    await ages?.close();
    await sandbox.close();
  });
}

demo().catch((error: unknown) => {
  const { isKnown, text } = startTrouble(error);
  console.error(text);
  process.exit(isKnown ? 2 : 1);
});
