import { playerStream } from "#domain/features/players/events.ts";
import { playerStreamKind } from "#domain/features/registry.ts";
import { createLogWriter } from "#service/features/log-writer.ts";
import type { Bench, Measures, Subject } from "../bench.ts";
import { Pairs } from "../coinflip-pairs.ts";
import { ClosedLoop } from "../load.ts";
import { PLAYERS, playerId } from "../players.ts";
import { benchSealer } from "../settings.ts";
import { TransactionPerCommand } from "../transaction-per-command.ts";
import { SATURATING_CALLERS } from "./engine.ts";

const BASELINE_PAIRS = [8, 16, 32];
const STREAMS = Array.from(
  { length: PLAYERS },
  (_, index) => ({ kind: playerStreamKind, name: playerStream(playerId(index)) }) as const,
);
/** Two of every player, and those of games that are under way. */
const SEEDS_MAX = PLAYERS * 3;

/** Lets so many pairs play one game after the other. */
async function playing(pairs: Pairs, { count, bench }: { readonly count: number; readonly bench: Bench }) {
  await pairs.everyFirstGame(count);
  const loop = new ClosedLoop(Array.from({ length: count }, (_, pair) => () => pairs.game(pair)));
  try {
    return await loop.measure(bench.spans);
  } finally {
    await loop.stop();
  }
}

/** Plays through a writer on a database of its own, and judges the log afterwards. */
async function throughWriter(bench: Bench): Promise<Measures> {
  return bench.onDatabase({ filled: true }, async (url) => {
    const db = await bench.databases.asService(url);
    const onTrouble = (what: string, error: Error) => bench.say(`  ${what}: ${error.message}`);
    const writer = createLogWriter({ db, sealer: benchSealer, onTrouble });
    await writer.start();
    const pairs = new Pairs(writer);
    const loaded = await playing(pairs, { count: SATURATING_CALLERS, bench }).finally(async () => {
      await writer.stop();
      await db.close();
    });
    await bench.audit(url, "log", pairs.acknowledged.tally);
    return { ...loaded };
  });
}

/** Plays with a transaction for each step, a connection for each pair, and judges what that wrote. */
async function throughBaseline(bench: Bench, count: number): Promise<Measures> {
  return bench.onDatabase({ filled: true }, async (url) => {
    const db = await bench.databases.asService(url, count);
    const isOver = (state: unknown) =>
      typeof state === "object" && state !== null && "status" in state && state.status === "settled";
    const loading = { sealer: benchSealer, streams: STREAMS, seedsMax: SEEDS_MAX, isOver };
    const pairs = new Pairs(await TransactionPerCommand.open(db, loading));
    const loaded = await playing(pairs, { count, bench }).finally(() => db.close());
    await bench.audit(url, "baseline", pairs.acknowledged.tally);
    return { ...loaded };
  });
}

/** Games between players, saturated. */
export const coinflipSubjects: readonly Subject[] = [
  { id: "coinflips-writer", run: throughWriter },
  {
    id: "coinflips-transaction",
    run: async (bench) => {
      const count = await bench.best("one transaction per step of a game", BASELINE_PAIRS, async (pairs) => {
        const { rate = 0 } = await throughBaseline(bench, pairs);
        return rate;
      });
      return throughBaseline(bench, count);
    },
  },
];
