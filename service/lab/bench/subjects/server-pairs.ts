import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { ANYBODY } from "#domain/player/privacy.ts";
import { listingsForSale } from "#projections/features/listings/listing-list.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import { ServerPair } from "#service/lab/faults/server-pair.ts";
import { until } from "#service/lab/faults/service-process.ts";
import type { PostgresServer } from "#service/lab/testing/databases/postgres.ts";
import { openReplicas } from "#service/replicas.ts";
import type { Service } from "#service/service.ts";
import { Bench, type Measures, type Subject } from "../bench.ts";
import { Databases, SETTINGS } from "../databases.ts";
import { closedLoop, closedLoopOf } from "../load.ts";
import { untilFollowed, withService } from "../services.ts";
import { fillShop } from "./browse.ts";
import { SATURATING_CALLERS, throughWriter } from "./engine.ts";

const LISTINGS = 20_000;
/** Enough concurrent readers to keep two servers busy. */
const ASKING = 32;
const READY_MAX_MS = 30_000;
const run = promisify(execFile);

/** Runs on a primary and its standby instead of the shared server. */
async function onPair(
  { spans, folder }: Bench,
  work: (pair: ServerPair, bench: Bench) => Promise<Measures>,
): Promise<Measures> {
  const pair = await ServerPair.start(SETTINGS);
  try {
    const databases = await Databases.open(pair.primary.url);
    const bench = new Bench({ databases, spans, folder });
    // All databases there end with the servers.
    return await work(pair, bench);
  } finally {
    await pair.stop();
  }
}

const appending = (bench: Bench): Promise<Measures> =>
  throughWriter(bench, async ({ bet }) => ({
    ...(await closedLoop(bet, { callers: SATURATING_CALLERS, ...bench.spans })),
  }));

/** Pins a server to one processor, as on a machine of its own; later connections inherit it. */
async function pin(bench: Bench, server: PostgresServer, processor: number): Promise<void> {
  if (availableParallelism() <= processor) bench.note("replica: there are fewer processors than servers");
  else await run("taskset", ["-p", "-c", String(processor), String(server.pid())]);
}

/** The rate of answers to people who browse the shop, each through the read models of their session. */
async function questionRate(bench: Bench, modelsOf: (asking: number) => ReadModels): Promise<number> {
  const works = Array.from({ length: ASKING }, (_, asking) => {
    const models = modelsOf(asking);
    return () => listingsForSale(models, ANYBODY, { sort: "deal", search: "rarely" });
  });
  return (await closedLoopOf(works, bench.spans)).rate;
}

/** Reads a shop first from its primary, then from the primary and its replica. */
async function askBoth(
  bench: Bench,
  { deps }: Service,
  urls: { readonly primary: string; readonly replica: string },
): Promise<Measures> {
  const primary = await questionRate(bench, () => deps.reads);
  const config = { ...deps.config, readDatabaseUrls: [urls.primary, urls.replica] };
  const { replicas, close } = openReplicas(config, deps);
  try {
    await until(() => replicas.health().every(({ isUsed }) => isUsed), {
      maxMs: READY_MAX_MS,
      what: () => "a replica is not used",
    });
    const both = await questionRate(bench, (asking) =>
      replicas.models({ key: `session-${asking}`, position: 0, primary: deps.reads }),
    );
    const shares = replicas
      .health()
      .map(({ questions, fallbacks }) => `${questions} (${fallbacks} handed on)`);
    bench.say(`  answered by primary and replica: ${shares.join(", ")}`);
    return { primary, both };
  } finally {
    await close();
  }
}

/** The cost and benefit of a second server. */
export const serverPairSubjects: readonly Subject[] = [
  {
    id: "standby-alone",
    run: (outer) =>
      onPair(outer, async (pair, bench) => {
        await pair.other.kill9Postmaster();
        return appending(bench);
      }),
  },
  {
    id: "standby-synchronous",
    run: (outer) =>
      onPair(outer, async (pair, bench) => {
        await pair.inStep();
        return appending(bench);
      }),
  },
  {
    id: "replica",
    run: (outer) =>
      onPair(outer, async (pair, bench) => {
        await pin(outer, pair.primary, 0);
        await pin(outer, pair.other, 1);
        return bench.onDatabase({ filled: true }, (primary) =>
          withService(bench, primary, async (service) => {
            await untilFollowed(service);
            await fillShop(service, LISTINGS);
            const replica = primary.replace(`:${pair.primary.port}/`, `:${pair.other.port}/`);
            return askBoth(bench, service, { primary, replica });
          }),
        );
      }),
  },
];
