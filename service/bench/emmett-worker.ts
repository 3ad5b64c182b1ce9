import type { Event } from "@event-driven-io/emmett";
import { getPostgreSQLEventStore } from "@event-driven-io/emmett-postgresql";
import pg from "pg";
import { playerStream } from "#domain/features/players/events.ts";
import { timeOrderedId } from "#service/ids.ts";
import { answerParent } from "./child.ts";
import { ClosedLoop, type Loaded } from "./load.ts";
import { PLAYERS, playerId } from "./players.ts";

/** How many callers append to which database, and for how long. */
interface Appending {
  readonly url: string;
  readonly callers: number;
  readonly warmMs: number;
  readonly measureMs: number;
}

/** What a while of appending came to, and how many events were told and are kept. */
export interface Appended extends Loaded {
  readonly told: number;
  readonly kept: number;
}

type CoinFlipped = Event<"CoinFlipped", Readonly<Record<string, string | number>>>;

/** The fact of a flip as our own log keeps it, without its postings. */
const coinFlipped = (nonce: number): CoinFlipped => ({
  type: "CoinFlipped",
  data: {
    ...{ gameId: timeOrderedId("game", Date.now()), pair: 1, nonce, side: "rbx", result: "tix" },
    ...{ stake: "100", payout: "0", edge: "0", xp: 11 },
  },
});

/** Appends one event to the stream of a player at its expected version; each caller has players of its own. */
async function append({ url, callers, ...span }: Appending): Promise<Appended> {
  const pool = new pg.Pool({ connectionString: url, max: callers });
  // The last of its connections may go with the database.
  pool.on("error", () => {});
  const store = getPostgreSQLEventStore(url, { connectionOptions: { pool } });
  await store.schema.migrate();
  const versions = new Map<string, bigint>();
  let told = 0;
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
      told += 1;
    };
  });
  const loop = new ClosedLoop(works);
  const loaded = await loop.measure(span).finally(() => loop.stop());
  const { rows } = await pool.query<{ n: string }>("select count(*) as n from emt_messages");
  await store.close();
  await pool.end();
  return { ...loaded, told, kept: Number(rows[0]?.n) };
}

const handlers = { append };

export type EmmettHandlers = typeof handlers;

answerParent(handlers);
