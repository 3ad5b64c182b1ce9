import { allProjections } from "#projections/features/all.ts";
import { Replicas } from "#projections/kernel/replicas/replicas.ts";
import type { Config } from "#service/config.ts";
import { classify } from "#service/db/errors.ts";
import { laterPostgres } from "#service/db/postgres/postgres.ts";
import type { Core } from "#service/http/deps.ts";

/** Maximum duration of a query on a replica, in milliseconds; a silent one is given up soon after. */
const QUESTION_MAX_MS = 10_000;

/** Starts watching the configured replicas. Whether they can be reached shows later. */
export function openReplicas(
  { readDatabaseUrls }: Config,
  { db, writer, log, scheduler }: Pick<Core, "db" | "writer" | "log" | "scheduler">,
): { readonly replicas: Replicas; readonly close: () => Promise<void> } {
  const servers = readDatabaseUrls.map((url) => ({
    name: new URL(url).host,
    db: laterPostgres(url, { applicationName: "florin questions", statementTimeoutMs: QUESTION_MAX_MS }),
  }));
  const replicas = new Replicas({
    servers,
    primary: db,
    projections: allProjections,
    scheduler,
    logId: writer.logId,
    clock: () => performance.now(),
    head: () => writer.head.position,
    isTransient: (error) => classify(error) === "retry",
    onChange: (replica, isUsed, reason) =>
      isUsed
        ? log.info({ replica }, "questions go to a replica")
        : log.warn({ replica, reason }, "a replica is left out"),
  });
  replicas.start();
  const close = async (): Promise<void> => {
    replicas.stop();
    await Promise.all(servers.map((server) => server.db.close()));
  };
  return { replicas, close };
}
