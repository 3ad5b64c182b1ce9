import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { environmentSchema, problemOf } from "#service/config.ts";
import { createFront } from "#service/http/front/front.ts";
import { bind } from "#service/http/listening/bind.ts";
import { startTrouble } from "./start-trouble.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

const settings = environmentSchema
  .pick({ PORT: true, HOST: true, PUBLIC_URL: true, LOGS: true, LOG_LEVEL: true })
  .required({ PUBLIC_URL: true, LOGS: true });

/** The front of a site with several logs, configured by the environment. */
async function start(): Promise<void> {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ""));
  const read = settings.safeParse(given);
  if (!read.success) {
    const wrong = read.error.issues.map((issue) => problemOf(issue, given));
    console.error(`The front cannot start:\n${wrong.join("\n")}`);
    process.exit(2);
  }
  const { PORT, HOST, PUBLIC_URL, LOGS, LOG_LEVEL } = read.data;
  const log = pino({ level: LOG_LEVEL });
  const server = createFront({
    logs: LOGS,
    publicUrl: new URL(PUBLIC_URL),
    onTrouble: (id, error) => log.warn({ log: id, error: error.message }, "a log cannot be reached"),
  });
  await bind(server, { port: PORT, host: HOST });
  log.info({ port: (server.address() as AddressInfo).port, logs: LOGS.length }, "The front is ready");
  stopOnSignal(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
}

start().catch((error: unknown) => {
  const { isKnown, text } = startTrouble(error);
  console.error(`The front cannot start:\n${text}`);
  process.exit(isKnown ? 2 : 1);
});
