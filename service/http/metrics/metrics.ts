import { timingSafeEqual } from "node:crypto";
import type { Context, Hono } from "hono";
import type { ReplicaHealth } from "#projections/kernel/replicas/replicas.ts";
import { sha256 } from "#service/event-store/append/hashing.ts";
import type { Env } from "#service/http/access/caller.ts";
import type { Deps } from "#service/http/deps.ts";
import { gauge, type Metric, metricsText } from "./metrics-text.ts";

const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
/** `GET /metrics` in Prometheus text format, for holders of the token; 404 without one in the settings. */
export function metricsRoute(app: Hono<Env>, deps: Deps): void {
  const { metricsToken } = deps.config;
  app.get("/metrics", async function metrics(context) {
    if (metricsToken === null) return context.text("Not found\n", 404);
    if (!hasToken(context, metricsToken))
      return context.text("Not found\n", 401, { "WWW-Authenticate": "Bearer" });
    const text = metricsText(await metricsOf(deps));
    return context.body(text, 200, { "Content-Type": CONTENT_TYPE, "Cache-Control": "no-store" });
  });
}

function hasToken(context: Context<Env>, token: string): boolean {
  const given = /^Bearer (.{1,500})$/.exec(context.req.header("Authorization") ?? "")?.[1] ?? "";
  // Hashes have one length, so that timing reveals neither length nor matching prefix.
  return timingSafeEqual(sha256(Buffer.from(given)), sha256(Buffer.from(token)));
}

const counter = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  type: "counter",
  samples: [{ value }],
});

async function metricsOf(deps: Deps): Promise<readonly Metric[]> {
  const { writer, requests } = deps;
  const { batches, events, misses, turns, followed, recoveries } = writer.counts;
  const { user, system } = process.cpuUsage();
  return [
    gauge("florin_up", "Whether this process takes commands.", Number(writer.isTakingCommands)),
    gauge(
      "florin_log_rewound",
      "Whether the database lacks events that were acknowledged, so that this process has stopped writing.",
      Number(writer.lostLog !== null),
    ),
    gauge(
      "florin_log_position",
      "The newest position of the log that this process knows.",
      writer.head.position,
    ),
    counter("florin_batches_total", "Batches this process has written.", batches),
    counter("florin_events_total", "Events this process has written.", events),
    counter("florin_misses_total", "Batches decided on a head that had moved.", misses),
    counter("florin_turns_total", "Turns this process has taken at the head.", turns),
    counter("florin_followed_events_total", "Events of other processes this one has followed.", followed),
    counter(
      "florin_recoveries_total",
      "Times the connection to the database was lost and made anew.",
      recoveries,
    ),
    ...requests.metrics(),
    ...replicaMetrics([...deps.replicas.health(), ...subscriberOf(deps)]),
    ...(await featureMetrics(deps)),
    ...(await databaseMetrics(deps)),
    gauge("process_resident_memory_bytes", "Resident memory.", process.memoryUsage.rss()),
    gauge("nodejs_heap_used_bytes", "Heap in use.", process.memoryUsage().heapUsed),
    counter("process_cpu_seconds_total", "CPU time, user and system.", (user + system) / 1e6),
    gauge("process_uptime_seconds", "How long this process has run.", process.uptime()),
  ];
}

/** The database with the read models follows the log, as replicas do. */
function subscriberOf({ reads }: Deps): readonly ReplicaHealth[] {
  const subscriber = reads.subscriber();
  return subscriber === null ? [] : [subscriber];
}

function replicaMetrics(replicas: readonly ReplicaHealth[]): readonly Metric[] {
  const each = (name: string, help: string, value: (replica: ReplicaHealth) => number): Metric => ({
    ...gauge(`florin_replica_${name}`, help, 0),
    samples: replicas.map((replica) => ({ labels: { name: replica.name }, value: value(replica) })),
  });
  if (replicas.length === 0) return [];
  const questions = each("questions_total", "Questions it answered.", ({ questions }) => questions);
  const fallbacks = each(
    "fallbacks_total",
    "Questions that went on to the primary.",
    ({ fallbacks }) => fallbacks,
  );
  return [
    each("used", "Whether questions go to a replica.", ({ isUsed }) => Number(isUsed)),
    each("lag_events", "How many events a replica lacks.", ({ lagEvents }) => lagEvents),
    each("lag_seconds", "How long a replica has lacked an event.", ({ lagMs }) => lagMs / 1_000),
    { ...questions, type: "counter" },
    { ...fallbacks, type: "counter" },
  ];
}

/** The features' metrics. Those that cannot be read now are left out. */
async function featureMetrics(deps: Deps): Promise<readonly Metric[]> {
  const parts = deps.features.map(({ metrics }) => metrics(deps).catch(() => []));
  return (await Promise.all(parts)).flat();
}

async function databaseMetrics({ reads }: Deps): Promise<readonly Metric[]> {
  try {
    const { projections } = await reads.health();
    return [
      gauge("florin_database_up", "Whether the database answers.", 1),
      {
        name: "florin_projection_lag_events",
        help: "How many events a read model is behind the log.",
        type: "gauge",
        samples: projections.map(({ name, lag }) => ({ labels: { name }, value: lag })),
      },
    ];
  } catch {
    return [gauge("florin_database_up", "Whether the database answers.", 0)];
  }
}
