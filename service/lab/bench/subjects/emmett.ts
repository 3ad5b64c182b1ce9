import type { Event } from "@event-driven-io/emmett";
import { getPostgreSQLEventStore } from "@event-driven-io/emmett-postgresql";
import pg from "pg";
import { playerStream } from "#domain/features/players/events.ts";
import { timeOrderedId } from "#service/ids.ts";
import { PLAYERS, playerId } from "#service/lab/bench/play/players.ts";
import { AuditError } from "#service/lab/bench/report/audit.ts";
import type { Bench, Measures, Subject } from "../bench.ts";
import { closedLoopOf } from "../load.ts";

const CALLERS = [1, 8, 32];

type CoinFlipped = Event<"CoinFlipped", Readonly<Record<string, string | number>>>;

/** The event of a flip as our own log stores it, without its postings. */
const coinFlipped = (nonce: number): CoinFlipped => ({
  type: "CoinFlipped",
  data: {
    ...{ gameId: timeOrderedId("game", Date.now()), pair: 1, nonce, side: "rbx", result: "tix" },
    ...{ stake: "100", payout: "0", edge: "0", xp: 11 },
  },
});

/** Appends one event to a player's stream at its expected version; each caller has players of its own. */
async function appending(bench: Bench, callers: number): Promise<Measures> {
  return bench.onDatabase({ filled: false }, async (url) => {
    const pool = new pg.Pool({ connectionString: url, max: callers });
    // Its last connection may end with the database.
    pool.on("error", () => {});
    const store = getPostgreSQLEventStore(url, { connectionOptions: { pool } });
    await store.schema.migrate();
    const versions = new Map<string, bigint>();
    let appended = 0;
    const works = Array.from({ length: callers }, (_, lane) => {
      let turn = lane;
      return async (): Promise<void> => {
        turn = turn + callers < PLAYERS ? turn + callers : lane;
        const stream = playerStream(playerId(turn));
        const version = versions.get(stream);
        const { nextExpectedStreamVersion } = await store.appendToStream(
          stream,
          [coinFlipped(Number(version ?? 0n))],
          version === undefined ? undefined : { expectedStreamVersion: version },
        );
        versions.set(stream, nextExpectedStreamVersion);
        appended += 1;
      };
    });
    const loaded = await closedLoopOf(works, bench.spans);
    const { rows } = await pool.query<{ n: string }>("select count(*) as n from emt_messages");
    await store.close();
    await pool.end();
    const kept = Number(rows[0]?.n);
    if (kept !== appended) throw new AuditError(`Emmett appended ${appended} events and holds ${kept}`);
    return { ...loaded };
  });
}

/** A widely used event store, at its best. */
export const emmettSubject: Subject = {
  id: "emmett-best",
  run: async (bench) => {
    const callers = await bench.best("Emmett", CALLERS, (n) => appending(bench, n));
    return appending(bench, callers);
  },
};
