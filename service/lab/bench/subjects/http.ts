import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { flipRequestSchema } from "#domain/features/house-flips/contract.ts";
import { createApp } from "#service/app.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import type { Writer } from "#service/event-store/writer.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { betsByTransaction } from "#service/lab/bench/baselines/transaction-per-command.ts";
import { playerId } from "#service/lab/bench/play/players.ts";
import { ProcessorTime } from "#service/lab/bench/report/processor-time.ts";
import type { Tally } from "../acknowledged.ts";
import type { Bench, Measures, Subject } from "../bench.ts";
import { Child } from "../child.ts";
import type { HttpLoadHandlers } from "../http-load.ts";
import { atPort, cookieOf, withService } from "../services.ts";
import { baselineConnections } from "./engine.ts";

const CONNECTIONS = 256;
const PATH = "/api/games/coinflip";
const BETTORS = Array.from({ length: CONNECTIONS }, (_, index) => playerId(index));

/** An unexpected answer: no measurement with it counts. */
class LoadError extends Error {
  override readonly name = "LoadError";
}

/**
 * Sends an app requests for flips from another process, on one connection per cookie.
 * @param asked.db behind the app, whose processor time is measured too
 */
const askFor = (
  app: Hono<Env>,
  bench: Bench,
  { cookies, db }: { readonly cookies: readonly string[]; readonly db: OpenDatabase | null },
): Promise<{ readonly measures: Measures; readonly told: Tally }> =>
  atPort(app, async (port) => {
    const load = new Child<HttpLoadHandlers>("http-load");
    try {
      const { warmMs, measureMs } = bench.spans;
      await load.ask("begin", { port, path: PATH, cookies, warmMs });
      const processor = new ProcessorTime(db);
      await processor.begin();
      const loaded = await load.ask("measure", { measureMs });
      await processor.end();
      const { errors, firstError, told, rate, p50, p99, cpuLoad } = loaded;
      if (errors > 0) throw new LoadError(`${errors} requests failed, the first with\n${firstError}`);
      const answers = rate * (measureMs / 1_000);
      return { measures: { rate, p50, p99, ...processor.each(answers), cpuLoad }, told };
    } finally {
      await load.end();
    }
  });

/** Runs the whole service on a database of its own, and audits the log against the answers. */
async function onService(
  bench: Bench,
  kind: "log" | "baseline",
  appOf: (service: { readonly app: Hono<Env>; readonly deps: Deps }, url: string) => Promise<AppUnderLoad>,
): Promise<Measures> {
  return bench.onDatabase({ filled: true }, async (url) => {
    const { measures, told } = await withService(bench, url, async (service) => {
      const cookies = await Promise.all(BETTORS.map((id) => cookieOf(service, id)));
      const { app, close } = await appOf(service, url);
      return askFor(app, bench, { cookies, db: service.deps.db }).finally(async () => close?.());
    });
    await bench.audit(url, kind, told);
    return measures;
  });
}

interface AppUnderLoad {
  readonly app: Hono<Env>;
  readonly close?: () => Promise<void>;
}

/**
 * The same routes, with a transaction per bet, which moves no head. The writer is stopped, since it would take that for
 * a lost log. Followers of the log find nothing to do, which is in its favour.
 */
async function withTransactions(bench: Bench, deps: Deps, url: string): Promise<AppUnderLoad> {
  const db: OpenDatabase = await bench.databases.asService(url, await baselineConnections(bench));
  const baseline = await betsByTransaction(db);
  await deps.writer.stop();
  const writer = baseline as unknown as Writer;
  return { app: createApp({ ...deps, writer }), close: () => db.close() };
}

/** The minimum of a JSON route with a schema. */
function echo(): Hono<Env> {
  const app = new Hono<Env>();
  app.post(PATH, zValidator("json", flipRequestSchema), (context) => context.json(context.req.valid("json")));
  return app;
}

/** The service over HTTP, and its baselines. */
export const httpSubjects: readonly Subject[] = [
  { id: "http-writer", run: (bench) => onService(bench, "log", async ({ app }) => ({ app })) },
  {
    id: "http-transaction",
    run: async (bench) => {
      // Before the run, since finding the best is a run of its own.
      await baselineConnections(bench);
      return onService(bench, "baseline", ({ deps }, url) => withTransactions(bench, deps, url));
    },
  },
  {
    id: "http-echo",
    run: async (bench) => {
      const cookies = BETTORS.map((id) => `session=${id}`);
      return (await askFor(echo(), bench, { cookies, db: null })).measures;
    },
  },
];
