import { existsSync, writeSync } from "node:fs";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { type Config, readConfig } from "#service/config.ts";
import { openDatabase } from "#service/databases.ts";
import type { Beacon } from "#service/features/beacon/beacon.ts";
import { beacon } from "#service/features/beacon/feature.ts";
import { createLocalBeacon } from "#service/features/beacon/local-beacon.ts";
import { listen } from "#service/http/server.ts";
import { DEMO_KEYS } from "#service/keys/demo-keys.ts";
import { type ServiceOptions, startService } from "#service/service.ts";
import { databaseError, type Fault, type FaultPlan, faultyDatabase } from "./faulty-database.ts";

/** One in this many turns with something to append freezes. */
const FREEZE_ONE_IN = 10;
/** One in this many pieces of work fails. */
const FAIL_ONE_IN = { append: 12, turn: 12, query: 150, transaction: 50 } as const;

const FAULTS: readonly Fault[] = [
  {
    isDone: false,
    losesConnection: false,
    error: databaseError("53100", "could not extend file: No space left"),
  },
  {
    isDone: false,
    losesConnection: false,
    error: databaseError("55P03", "canceling statement: lock timeout"),
  },
  { isDone: false, losesConnection: false, error: databaseError("40001", "could not serialize access") },
  { isDone: false, losesConnection: true, error: databaseError("08006", "connection failure") },
  { isDone: false, losesConnection: true, error: databaseError("57P01", "terminating connection") },
  { isDone: true, losesConnection: true, error: databaseError("08006", "connection failure") },
  { isDone: true, losesConnection: true, error: databaseError("57P01", "terminating connection") },
  { isDone: true, losesConnection: true, error: new Error("Connection terminated unexpectedly") },
];

/** Freezes in the middle of turns: after locking the head, following and deciding, before the append. */
class Freezing implements FaultPlan {
  #turns = 0;

  next(): null {
    return null;
  }

  inTurn(): void {
    this.#turns += 1;
    if (this.#turns % FREEZE_ONE_IN !== 0) return;
    writeSync(process.stdout.fd, "in the middle of a turn\n");
    process.kill(process.pid, "SIGSTOP");
  }
}

/** Fails at random, before or after doing the work. */
class Failing implements FaultPlan {
  #failed = 0;

  next(work: keyof typeof FAIL_ONE_IN): Fault | null {
    if (Math.random() * FAIL_ONE_IN[work] >= 1) return null;
    this.#failed += 1;
    return FAULTS[this.#failed % FAULTS.length] ?? null;
  }

  inTurn(): void {}
}

const NO_FAULT: FaultPlan = { next: () => null, inTurn: () => undefined };

const PLANS: { readonly [fault: string]: () => FaultPlan } = {
  freezing: () => new Freezing(),
  failing: () => new Failing(),
  beaconless: () => NO_FAULT,
};

/** A local beacon that is unavailable while a file exists, like an unreachable public one. */
function beaconUnless(file: string, { beacon: settings }: Config, now: () => number): Beacon {
  if (settings.kind !== "local") throw new Error("Only a local beacon can be taken away.");
  const real = createLocalBeacon(settings.keys, now);
  return {
    ...real,
    newestRound: () => (existsSync(file) ? 0 : real.newestRound()),
    round: async (chainHash, round) => (existsSync(file) ? null : real.round(chainHash, round)),
  };
}

/** The service's options under a fault, besides a faulty database. */
function optionsFor([fault, file, laterMs]: readonly string[], config: Config): Partial<ServiceOptions> {
  if (fault !== "beaconless" || file === undefined) return {};
  const now = () => Date.now() + Number(laterMs ?? 0);
  return { now, replace: [beacon.with({ beacon: beaconUnless(file, config, now) })] };
}

/**
 * A service with the fault named by the first argument: `freezing` and `failing` are the database's; `beaconless FILE
 * [MS]` has no beacon while the file exists, and a clock that is MS milliseconds ahead. Nobody signs in here: sessions
 * are shared.
 */
async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const plan = PLANS[positionals[0] ?? ""]?.();
  if (plan === undefined) throw new Error(`Name a fault: ${Object.keys(PLANS).join(", ")}`);
  const { PORT: port = "0" } = process.env;
  const config = readConfig(
    {
      ...DEMO_KEYS,
      ...process.env,
      ROBLOX_CLIENT_ID: "nobody",
      ROBLOX_CLIENT_SECRET: "nothing",
      ROBLOX_REDIRECT_URI: `http://localhost:${port}/api/callback`,
      ROBLOX_ISSUER: "http://localhost:1/oauth/",
    },
    "demo",
  );
  const log = pino({ level: config.logLevel });
  const db = await openDatabase(config, log);
  let isReady = false;
  const wary: FaultPlan = {
    next: (work) => (isReady ? plan.next(work) : null),
    inTurn: () => {
      if (isReady) plan.inTurn();
    },
  };
  const service = await startService({
    config,
    log,
    db: faultyDatabase(db, wary),
    ...optionsFor(positionals, config),
  });
  const { port: listening } = await listen(service.app, config);
  isReady = true;
  writeSync(process.stdout.fd, `Florin is ready at http://localhost:${listening}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
