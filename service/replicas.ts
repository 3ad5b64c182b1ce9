import { allProjections } from "#projections/features/all.ts";
import { Replicas } from "#projections/kernel/replicas/replicas.ts";
import type { Config } from "#service/config.ts";
import { classify } from "#service/db/errors.ts";
import { laterPostgres } from "#service/db/postgres/postgres.ts";
import type { Core } from "#service/http/deps.ts";

/** A question may take so long on a replica, in milliseconds; one that fell silent is given up soon after. */
const QUESTION_MAX_MS = 10_000;

/** Begins to look at the replicas of the settings. Whether they can be reached shows later. */
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
