import { join } from "node:path";
import type { Hono } from "hono";
import { allProjections } from "#projections/features/all.ts";
import type { Config } from "#service/config.ts";
import { players } from "#service/features/players/feature.ts";
import type { Env } from "#service/http/access/caller.ts";
import { listen } from "#service/http/server.ts";
import { type Service, startService } from "#service/service.ts";
import type { Bench } from "./bench.ts";
import { Child } from "./child.ts";
import type { LiveListenersHandlers, Told } from "./live-listeners.ts";
import { withDb } from "./play/with-writer.ts";
import { AuditError } from "./report/audit.ts";
import { benchConfig, benchLog } from "./settings.ts";

const NAMES = allProjections.map(({ name }) => name);
/** Time limit for a service's start on a whole log. */
const REACHED_MAX_MS = 120_000;

/** A database, and a service's settings. */
interface Served {
  readonly url: string;
  readonly config: Partial<Config>;
}

/** Runs the whole service on a database, without a port, during `work`. */
export async function withService<T>(
  bench: Bench,
  on: string | Served,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const { url, config: change } = typeof on === "string" ? { url: on, config: {} } : on;
  return withDb(bench.databases.asService(url), async (db) => {
    const config = { ...benchConfig(url, join(bench.folder, new URL(url).pathname)), ...change };
    const service = await startService({ config, log: benchLog, db });
    return work(service).finally(() => service.stop());
  });
}

/** The same on a database of its own with the template's players, which is removed afterwards. */
export const withNewService = <T>(
  bench: Bench,
  work: (service: Service, url: string) => Promise<T>,
): Promise<T> =>
  bench.onDatabase({ filled: true }, (url) => withService(bench, url, (service) => work(service, url)));

/** Serves an app at a port during `work`. */
export async function atPort<T>(app: Hono<Env>, work: (port: number) => Promise<T>): Promise<T> {
  const { port, close } = await listen(app, { port: 0, host: "127.0.0.1" });
  try {
    return await work(port);
  } finally {
    await close();
  }
}

/** Begins a session of a player. @returns its `Cookie` header */
export async function cookieOf({ deps }: Pick<Service, "deps">, player: string): Promise<string> {
  const { sessions, cookies } = players.of(deps);
  return `${cookies.name}=${await sessions.begin(player)}`;
}

/** How long listeners waited for the messages that count, in milliseconds. */
type Judge = (told: readonly Told[]) => Promise<{ readonly p50: number; readonly p99: number }>;

/** Opens a listener at a port for each cookie, in a child process, during `work`. */
export async function withListeners<T>(
  at: Parameters<LiveListenersHandlers["open"]>[0],
  work: (judge: Judge) => Promise<T>,
): Promise<T> {
  const child = new Child<LiveListenersHandlers>("live-listeners");
  try {
    await child.ask("open", at);
    const done = await work((told) => child.ask("judge", told));
    await child.ask("close", null);
    return done;
  } finally {
    await child.end();
  }
}

/** The schema-qualified name of a read model's table. */
export async function tableNamed({ deps }: Service, table: string): Promise<string> {
  let found = "";
  await deps.reads.ask((nameOf) => {
    found = nameOf(table);
    return "select 1 as one";
  });
  return found;
}

/** Waits until every read model has reached the head. @throws AuditError when that takes too long */
export async function untilFollowed({ deps }: Service): Promise<void> {
  const reached = await deps.reads.whenReached(NAMES, deps.writer.head.position, REACHED_MAX_MS);
  if (!reached) throw new AuditError("The read models did not reach the head");
}
