import { coinFlipped, type Flip } from "#domain/features/house-flips/events.ts";
import { edgeOf, payoutOf } from "#domain/features/house-flips/rules.ts";
import { playerRegistered } from "#domain/features/players/events.ts";
import { seedPairRotated } from "#domain/features/seed-pairs/events.ts";
import type { NewEvent } from "#domain/kernel/events/event.ts";
import { canonicalJson } from "#domain/kernel/json.ts";
import { arrayLiteral, type Database } from "../kernel/sql.ts";

/** An event for a log that no writer wrote; `at` is its time in milliseconds. */
export interface SyntheticEvent {
  readonly event: NewEvent;
  readonly at: number;
}

/**
 * Appends events as they are, without a block, holdings or entries: for tests of what follows the log, which reads
 * none of those. @returns the new head
 */
export async function appendSynthetic(db: Database, events: readonly SyntheticEvent[]): Promise<number> {
  return db.transaction(async (tx) => {
    const [head] = await tx.query<{ position: bigint }>("select position from log_heads for update");
    const start = Number(head?.position ?? 0n);
    await tx.query(
      `insert into events (log_id, position, stream, version, type, schema_version, event_id, command_id, actor,
        recorded_at, payload, accounts, assets, deltas, leaf)
      select 1, $1::bigint + n, stream, $1::bigint + n, type, schema_version, 'e' || n, 'c' || n, 'test', at, payload,
        accounts::text[], assets::text[], deltas::bigint[], decode(repeat('00', 32), 'hex')
      from unnest($2::text[], $3::text[], $4::int[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[])
        with ordinality as t(stream, type, schema_version, at, payload, accounts, assets, deltas, n)`,
      [
        start,
        arrayLiteral(events.map(({ event }) => event.stream)),
        arrayLiteral(events.map(({ event }) => event.type)),
        arrayLiteral(events.map(({ event }) => event.schemaVersion)),
        arrayLiteral(events.map(({ at }) => at)),
        arrayLiteral(events.map(({ event }) => canonicalJson(event.payload))),
        arrayLiteral(events.map(({ event }) => arrayLiteral(event.postings.map(({ account }) => account)))),
        arrayLiteral(events.map(({ event }) => arrayLiteral(event.postings.map(({ asset }) => asset)))),
        arrayLiteral(events.map(({ event }) => arrayLiteral(event.postings.map(({ delta }) => delta)))),
      ],
    );
    await tx.query("update log_heads set position = $1", [start + events.length]);
    return start + events.length;
  });
}

/** A commitment or a seed that is recognised by its number. */
const hex = (n: number): string => n.toString(16).padStart(64, "0");

/** The registration of a player. */
export const registration = (playerId: string): NewEvent =>
  playerRegistered(playerId, {
    pair: 1,
    serverSeedHash: hex(1),
    nextServerSeedHash: hex(2),
    clientSeed: `seed-of-${playerId}`,
    clientSeedBy: "server",
  });

/** The end of a player's pair, after so many games, and the beginning of the next. */
export const rotation = (playerId: string, pair: number, nonces: number): NewEvent =>
  seedPairRotated(playerId, {
    revealed: {
      pair,
      serverSeed: hex(1_000 + pair),
      serverSeedHash: hex(pair),
      clientSeed: `seed-of-${playerId}`,
      nonces,
    },
    current: {
      pair: pair + 1,
      serverSeedHash: hex(pair + 1),
      nextServerSeedHash: hex(pair + 2),
      clientSeed: `seed-of-${playerId}`,
      clientSeedBy: "player",
    },
  });

/** What matters of a game; the rest follows. */
export type SyntheticFlip = Pick<Flip, "playerId" | "gameId" | "side" | "result" | "stake"> & Partial<Flip>;

/** A game against the house. */
export function flip(game: SyntheticFlip): NewEvent {
  const won = game.side === game.result;
  const payout = won ? payoutOf(game.stake) : 0n;
  return coinFlipped({ pair: 1, nonce: 0, xp: 11, payout, edge: won ? edgeOf(game.stake) : 0n, ...game });
}

/**
 * The read models in which a synthetic history leaves rows. Only these are worth building a second time: a read model
 * that no event of a history concerns has none, whatever the projector did.
 */
export const HISTORY_MODELS: readonly string[] = [
  "activities",
  "game-history",
  "house-revenue",
  "issuance",
  "leaderboard",
  "notifications",
  "player-games",
  "player-progress",
  "player-stats",
  "player-streaks",
  "seed-pairs",
  "trial-balance",
];

/**
 * A log like any other, the same each time for the same number: players register, play and rotate, some slices long
 * past midnight. @param seed chooses among such logs
 */
export function syntheticHistory(count: number, seed = 1): SyntheticEvent[] {
  const draw = generator(seed);
  const players = new Map<string, { pair: number; nonce: number }>();
  let at = Date.UTC(2026, 0, 30, 23);
  return Array.from({ length: count }, (_, n) => {
    at += draw(600_000);
    const playerId = `p_${draw(9)}`;
    const player = players.get(playerId);
    if (player === undefined) {
      players.set(playerId, { pair: 1, nonce: 0 });
      return { event: registration(playerId), at };
    }
    if (draw(10) === 0) {
      const event = rotation(playerId, player.pair, player.nonce);
      players.set(playerId, { pair: player.pair + 1, nonce: 0 });
      return { event, at };
    }
    const side = draw(2) === 0 ? "rbx" : "tix";
    const result = draw(2) === 0 ? "rbx" : "tix";
    const { pair, nonce } = player;
    player.nonce += 1;
    const stake = BigInt(100 + draw(5_000_000));
    return { event: flip({ playerId, gameId: `game_${seed}_${n}`, side, result, stake, pair, nonce }), at };
  });
}

/** Numbers below a bound that look random and are the same for a seed (mulberry32). */
function generator(seed: number): (bound: number) => number {
  let state = seed | 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}
