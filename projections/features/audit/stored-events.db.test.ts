import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type EventsPage,
  type EventsQuery,
  storedEvents,
} from "#projections/features/audit/stored-events.ts";
import type { LogReader } from "#projections/kernel/replicas/log-reader.ts";
import type { Sql, SqlValue } from "#projections/kernel/sql.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";

const LENGTH = 100_000;
const [FEW, MANY] = ["player:few", "player:many"] as const;
/** Home events of the stream with few events, and events of games that name it. */
const HOME = [7, 20_007, 40_007, 60_007, 80_007];
const GAMES = Array.from({ length: 10 }, (_, n) => n * 10_000 + 9);
const DUE = [...HOME, ...GAMES].toSorted((a, b) => a - b);

const FILL = `insert into events (log_id, position, stream, also_in, version, type, schema_version, event_id,
    command_id, actor, recorded_at, payload, accounts, assets, deltas, leaf)
  select 1, n, stream, case when type = 'CoinflipSettled' then array['${FEW}', '${MANY}'] end,
    row_number() over (partition by stream order by n), type, 1, 'e' || n, 'c' || n, 'test', 1, '{}', '{}', '{}', '{}',
    decode(repeat('00', 32), 'hex')
  from (
    select n, case when n % 20000 = 7 then '${FEW}' when n % 10000 = 9 then 'coinflip:' || n else '${MANY}' end as stream,
      case when n % 20000 = 7 then 'RoleGranted' when n % 10000 = 9 then 'CoinflipSettled' else 'CoinFlipped' end as type
    from generate_series(1, ${LENGTH}) n
  ) e`;

/** A step of an executed plan. */
interface Step {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly Plans?: readonly Step[];
}
const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)];

describeEachEngine("the events of one stream among 100,000 others", (engine) => {
  let db: OpenDatabase;
  let reader: LogReader;
  beforeAll(async () => {
    db = await engine.fresh();
    await db.query(FILL);
    await db.query(`insert into event_streams (log_id, stream, position)
      select log_id, unnest(also_in), position from events where also_in is not null`);
    await db.query("update log_heads set position = $1", [LENGTH]);
    await db.query("analyze");
    reader = { sql: db, logId: 1 };
  });
  afterAll(() => db.close());

  async function pages(query: EventsQuery): Promise<EventsPage[]> {
    const read: EventsPage[] = [];
    for (let next: string | undefined; ; ) {
      const page = await storedEvents(reader, { ...query, next });
      read.push(page);
      if (page.next === null) return read;
      next = page.next;
    }
  }
  const positions = (read: readonly EventsPage[]) =>
    read.flatMap(({ items }) => items.map(({ position }) => position));

  it("are its own and those that name it, in log order, in pages of any size", async () => {
    for (const limit of [1, 2, 3, 7, 15, 50]) {
      const oldest = await pages({ stream: FEW, order: "oldest", limit });
      expect(positions(oldest)).toEqual(DUE);
      expect(oldest).toHaveLength(Math.ceil(DUE.length / limit));
      expect(positions(await pages({ stream: FEW, limit }))).toEqual(DUE.toReversed());
    }
    const [page] = await pages({ stream: FEW, order: "oldest", limit: 50 });
    expect(page?.items.slice(0, 2)).toMatchObject([
      { position: 7, stream: FEW, version: 1, alsoIn: [] },
      { position: 9, stream: "coinflip:9", version: 1, alsoIn: [FEW, MANY] },
    ]);
  });

  it("are found between any two positions, by type and by actor", async () => {
    for (const after of [0, 6, 7, 9, 40_007, 99_999])
      for (const before of [1, 7, 10, 40_009, 80_007, LENGTH + 5]) {
        const due = DUE.filter((position) => position > after && position < before);
        expect(positions(await pages({ stream: FEW, after, before, limit: 2 }))).toEqual(due);
      }
    expect(positions(await pages({ stream: FEW, type: "RoleGranted", order: "oldest", limit: 2 }))).toEqual(
      HOME,
    );
    expect(positions(await pages({ stream: FEW, type: "CoinflipSettled", after: 0, limit: 3 }))).toEqual(
      GAMES,
    );
    expect(positions(await pages({ stream: FEW, actor: "nobody" }))).toEqual([]);
  });

  it("are searched in parts that report where they stopped, in a stream of many events", async () => {
    for (const order of ["newest", "oldest"] as const) {
      const read = await pages({ stream: MANY, type: "CoinflipSettled", order });
      expect(positions(read).toSorted((a, b) => a - b)).toEqual(GAMES);
      // The stream has 99,995 events, of which 20,000 are searched at a time.
      expect(read.map(({ scannedTo }) => scannedTo !== undefined)).toEqual([true, true, true, true, false]);
      expect(read.every(({ items }) => items.length === 2)).toBe(true);
    }
  });

  it("do not count as its own if only the index says so", async () => {
    await db.query("insert into event_streams (log_id, stream, position) values (1, 'player:other', 12)");
    expect(positions(await pages({ stream: "player:other" }))).toEqual([]);
  });

  it.each([{}, { type: "CoinflipSettled" }, { after: 40_000 }])(
    "are read without reading the log: %j",
    async (filter) => {
      const asked: [text: string, values: readonly SqlValue[] | undefined][] = [];
      const sql: Sql = {
        ...db,
        query: (text, values) => {
          asked.push([text, values]);
          return db.query(text, values);
        },
      };
      await storedEvents({ sql, logId: 1 }, { stream: FEW, ...filter });
      expect(asked.length).toBeGreaterThan(1);
      for (const [text, values] of asked) {
        const [row] = await db.query<{ readonly "QUERY PLAN": string }>(
          `explain (analyze, format json) ${text}`,
          values,
        );
        const plans = JSON.parse(Object.values(row ?? {}).join("")) as readonly { readonly Plan: Step }[];
        const steps = plans.flatMap(({ Plan }) => stepsOf(Plan));
        const read = steps.filter((step) => step["Relation Name"] === "events");
        expect(read.map((step) => step["Node Type"]).filter((type) => type === "Seq Scan")).toEqual([]);
        // Some plans read an event once for each index.
        for (const step of read)
          expect(step["Actual Rows"] * step["Actual Loops"]).toBeLessThanOrEqual(2 * DUE.length);
      }
    },
  );
});
