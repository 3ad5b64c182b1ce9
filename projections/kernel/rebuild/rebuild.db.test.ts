import { afterEach, expect, it } from "vitest";
import { eventTypes } from "#domain/features/registry.ts";
import type { NewEvent } from "#domain/kernel/events/event.ts";
import { transitLeft } from "#domain/ledger/transit/transit-events.ts";
import { allProjections } from "#projections/features/all.ts";
import { playerStats } from "#projections/features/house-flips/player-stats.ts";
import { trialBalance } from "#projections/features/ledger/trial-balance.ts";
import type { Projection } from "#projections/kernel/projection.ts";
import { differs } from "#projections/kernel/rebuild/compare.ts";
import { dropLeftOvers } from "#projections/kernel/rebuild/shadows.ts";
import { tableNames } from "#projections/kernel/tables.ts";
import { replay } from "#projections/replay.ts";
import {
  allNames,
  liveDigests,
  PATIENCE_MS,
  shadowWorld,
  type TestRuntime,
  testRuntime,
} from "#projections/testing/runtime.ts";
import {
  appendSynthetic,
  flip,
  HISTORY_MODELS,
  registration,
  type SyntheticEvent,
  syntheticHistory,
} from "#projections/testing/synthetic-log.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { keptEvents } from "#service/lab/testing/logs/kept-events.ts";

/** Examples that end, or undo, others of the same players or proposals: they get their own. */
const APART = ["FriendRequested", "FriendshipBegan", "PlayerBlocked", "ProposalWithdrawn"];

/** The kept events at their present versions, as a log that leaves a row in every table. */
const keptWithRows = (): readonly SyntheticEvent[] =>
  keptEvents()
    .filter(({ event: { type, schemaVersion } }) => eventTypes[type]?.version === schemaVersion)
    .flatMap((kept) => (kept.event.type === "ListingOpened" ? [kept, ofAnotherListing(kept)] : [kept]))
    .flatMap((kept) => (kept.event.type === "TransitLeft" ? [kept, ofItems(kept)] : [kept]))
    .map((kept) => (APART.includes(kept.event.type) ? ofItsOwn(kept) : kept));

/** The kept listing ends, and its keys with it: another one stays open. */
function ofAnotherListing({ event, at }: SyntheticEvent): SyntheticEvent {
  const { listingId } = event.payload as { readonly listingId: string };
  const text = JSON.stringify(event).replaceAll(listingId, listingId.replace(/.$/, "f"));
  return { event: JSON.parse(text) as NewEvent, at };
}

/** The kept departure is of a currency: another one is of an item. */
const ofItems = ({ at }: SyntheticEvent): SyntheticEvent => ({
  event: transitLeft({
    id: "1-x_items",
    purpose: "",
    receiver: "house",
    sender: "house",
    things: [{ asset: "item:101:7", origin: { custody: "dep_1", serial: null } }],
    to: 2,
  }),
  at,
});

function ofItsOwn({ event, at }: SyntheticEvent): SyntheticEvent {
  const text = JSON.stringify(event).replaceAll(/\b(p|freq|pr)_\d/g, `$&_${event.type}`);
  return { event: JSON.parse(text) as NewEvent, at };
}

/** The first engine's result for the kept events: the other's has to be the same. */
let digestsOfKept: string[][] | null = null;

/** Tables of read models without a row, in which no comparison finds a difference. */
async function emptyTables(db: OpenDatabase): Promise<string[]> {
  const tables = allProjections.flatMap((projection) =>
    Object.keys(projection.tables).map((table) => tableNames(projection, 1)(table)),
  );
  const counts = tables.map(
    (table) => `select '${table}' as name from (select 1) one where not exists (select 1 from ${table})`,
  );
  const rows = await db.query<{ name: string }>(counts.join(" union all "));
  return rows.map(({ name }) => name);
}

const withHistory = allProjections.filter(({ name }) => HISTORY_MODELS.includes(name));

/** The indexes and keys of all tables of a generation, without the names that differ between two. */
async function indexesOf(db: OpenDatabase, generation: number): Promise<string[]> {
  const rows = await db.query<{ name: string; text: string }>(
    "select tablename::text as name, indexdef as text from pg_indexes where schemaname = 'read_models'",
  );
  const own = rows.filter(({ name }) => name.endsWith(`_${generation}`));
  return own
    .map(({ name, text }) => text.replace(/INDEX \S+ ON \S+/, `on ${name.replace(/_\d+$/, "")}`))
    .sort();
}

/** One that keeps a row for every event, and two that do not: they are built in parallel. */
const FEW = ["game-history", "player-stats", "leaderboard"];

describeEachEngine("rebuilding", (engine) => {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  const fresh = async (): Promise<OpenDatabase> => {
    const db = await engine.fresh({ readModels: true });
    closers.push(() => db.close());
    return db;
  };
  const started = async (db: OpenDatabase, options = {}): Promise<TestRuntime> => {
    const models = testRuntime(db, options);
    await models.start();
    closers.push(() => models.stop());
    return models;
  };
  const caughtUp = async (models: TestRuntime, position: number): Promise<void> => {
    models.wake();
    expect(await models.whenReached(allNames, position, PATIENCE_MS)).toBe(true);
    expect(models.troubles).toEqual([]);
  };

  // The digests are fixed here, so both engines must produce the same ones, today and later.
  it("makes the same bytes on every engine", async () => {
    const db = await fresh();
    const models = await started(db);
    await caughtUp(models, await appendSynthetic(db, syntheticHistory(400)));
    const made = await models.rebuild(allNames);
    expect(made.filter(differs)).toEqual([]);
    expect(await indexesOf(db, 2)).toEqual(await indexesOf(db, 1));
    const digests = made.flatMap(({ name, live, rows }) => (rows === 0 ? [] : [[name, live]]));
    expect(digests.map(([name]) => name).sort()).toEqual(HISTORY_MODELS);
    expect(Object.fromEntries(digests)).toMatchInlineSnapshot(`
      {
        "activities": "89c0f4d2da0e9124f8d21a3326b9083b21fa51ee5c19b87cbd3668df0010b5d7",
        "game-history": "b53bf75e1ea3d232de3e3f84739ddd9bf1b0366bee38bfa2b918a319f291d0fd",
        "house-revenue": "0fd04ad43904738b685742a62530b30399bc5dece65680dbd0e4c134bae9d35e",
        "issuance": "cd4916f96064d64031ac84d4761c55272941f10a284d93da48513541cb815631",
        "leaderboard": "e003c15bbec82497dccdd41cee51e4f9b5386e628d3b99fdbe6f3e1fcdaef531",
        "notifications": "9cb8701ae324ac0090e26fb8e2f1ab0d8f9bd91cb2acc36c45f6177ca4616bf1",
        "player-games": "809481b3acdb0245fbb41e229a2849b85def8a042f4b99381b3f9ecf79c654ed",
        "player-progress": "2c74f98ff7373d517486db6860e0a4226a0659e722b5e9b62d3b9b7c1cea7f57",
        "player-stats": "f1ebe908707a777c488634290d3b22f36e93eba5d5b4b0791166e04ed5a50e9e",
        "player-streaks": "091a4150058afa746326bdcd5826e47a62873d2f87620e68c1ad73175ccc4db9",
        "seed-pairs": "67e07dc3a7d3f13e58d3ca572cf82388cc421baf0dec416e43cefbd9bf3d14d6",
        "trial-balance": "70017cd7328568a9561d4565a5bbe9406b58e911a0762f3fad4b0720583d52d8",
      }
    `);
  });

  it("recreates every table as it was, with rows of events of every type", async () => {
    const db = await fresh();
    const models = await started(db);
    await caughtUp(models, await appendSynthetic(db, keptWithRows()));
    expect(await emptyTables(db)).toEqual([]);
    const made = await models.rebuild(allNames);
    expect(made.filter(({ live, rebuilt }) => live !== rebuilt)).toEqual([]);
    expect(await indexesOf(db, 2)).toEqual(await indexesOf(db, 1));
    expect(await indexesOf(db, 2)).not.toEqual([]);
    const digests = made.map(({ name, rebuilt }) => [name, rebuilt]);
    digestsOfKept ??= digests;
    expect(digests).toEqual(digestsOfKept);
  });

  it("continues while events keep coming, and loses none", async () => {
    const db = await fresh();
    const models = await started(db);
    const history = syntheticHistory(700, 7);
    await caughtUp(models, await appendSynthetic(db, history.splice(0, 300)));
    let last = 0;
    const appending = (async () => {
      while (history.length > 0) {
        last = await appendSynthetic(db, history.splice(0, 10));
        models.wake();
      }
    })();
    for (let round = 0; round < 2; round += 1) {
      const comparisons = await models.rebuild(HISTORY_MODELS);
      expect(comparisons.filter(differs)).toEqual([]);
    }
    await appending;
    await caughtUp(models, last);
    const comparisons = await replay(shadowWorld(db), withHistory);
    const compared = comparisons.filter(({ name }) => HISTORY_MODELS.includes(name));
    expect(compared).toHaveLength(HISTORY_MODELS.length);
    expect(compared.filter(differs)).toEqual([]);
    expect(compared.every(({ position }) => position === 700)).toBe(true);
  });

  it("reports its progress", async () => {
    const db = await fresh();
    const models = await started(db);
    await caughtUp(models, await appendSynthetic(db, syntheticHistory(50)));
    const told: [number, number][] = [];
    await models.rebuild(FEW, (position, goal) => told.push([position, goal]));
    expect(told[0]).toEqual([0, 50]);
    expect(told.at(-1)).toEqual([50, 50]);
  });

  it("repairs tampered rows, and reports them", async () => {
    const db = await fresh();
    const models = await started(db);
    await caughtUp(models, await appendSynthetic(db, syntheticHistory(60)));
    const before = await liveDigests(db);
    await db.query("update read_models.player_stats_1 set won = won + 1");
    const comparisons = await models.rebuild(HISTORY_MODELS);
    expect(comparisons.filter(differs).map(({ name }) => name)).toEqual(["player-stats"]);
    expect(await liveDigests(db)).toEqual(before);
  });

  it("lets readers of the old tables finish, and shows the new ones once those are dropped", async () => {
    const db = await fresh();
    const models = await started(db);
    const history = [
      registration("p_1"),
      flip({ playerId: "p_1", gameId: "g1", side: "rbx", result: "rbx", stake: 100n }),
    ];
    await caughtUp(
      models,
      await appendSynthetic(
        db,
        history.map((event) => ({ event, at: 1 })),
      ),
    );
    const reader = testRuntime(db);
    await reader.start();
    await reader.stop();
    const balance = await trialBalance(reader);
    await models.rebuild(["player-stats", "trial-balance"]);
    await caughtUp(models, await appendSynthetic(db, [{ event: registration("p_2"), at: 2 }]));
    expect((await playerStats(reader, "p_1")).totalGames).toBe(1);
    expect(await trialBalance(reader)).toEqual(balance);
    await dropLeftOvers(db, 0);
    const [left] = await db.query("select to_regclass('read_models.player_stats_1')::text as old");
    expect(left).toEqual({ old: null });
    expect((await playerStats(reader, "p_1")).totalGames).toBe(1);
    expect((await trialBalance(reader)).position).toBe(balance.position + 1);
  });

  it("keeps retired tables for as long as they may still be read", async () => {
    const db = await fresh();
    const models = await started(db);
    await models.rebuild(["player-stats"]);
    await dropLeftOvers(db);
    const [kept] = await db.query("select to_regclass('read_models.player_stats_1')::text as old");
    expect(kept).toEqual({ old: "read_models.player_stats_1" });
  });

  it("rebuilds the read models of an older version, and builds new ones, before the first query", async () => {
    const db = await fresh();
    const older = testRuntime(db);
    await older.start();
    const history = syntheticHistory(160);
    const head = await appendSynthetic(db, history.splice(0, 80));
    await caughtUp(older, head);
    await older.stop();
    await db.query("delete from projections where name = 'trial-balance'");
    await db.query("drop table read_models.trial_balance_1");
    const [first, ...rest] = allProjections as [Projection, ...Projection[]];
    const changed: Projection = {
      ...first,
      version: first.version + 1,
      apply: (table) => [
        `insert into ${table("player_stats")} as t (player_id, games, wins, won, lost)
          select player_id, sum(games) * 2, 0, 0, 0 from player_days group by player_id
          on conflict (player_id) do update set games = t.games + excluded.games`,
      ],
    };
    const before = await playerStats(older, "p_1");
    const newer = await started(db, { projections: [changed, ...rest] });
    expect((await trialBalance(newer)).position).toBe(head);
    expect((await playerStats(newer, "p_1")).totalGames).toBe(2 * before.totalGames);
    await caughtUp(newer, await appendSynthetic(db, history));
    await expect(testRuntime(db).start()).rejects.toThrow("built by a newer program");
    expect((await playerStats(older, "p_1")).totalGames).toBe(before.totalGames);
  });

  it("keeps the live read model unchanged when it fails", async () => {
    const db = await fresh();
    const models = await started(db);
    await caughtUp(models, await appendSynthetic(db, syntheticHistory(30)));
    const failing = models.rebuild(FEW, () => {
      throw new Error("interrupted");
    });
    await expect(failing).rejects.toThrow("interrupted");
    const rows = await db.query("select name from projections where not active");
    expect(rows).toEqual([]);
    const tables = await db.query(
      "select 1 from pg_tables where schemaname = 'read_models' and tablename like '%\\_2'",
    );
    expect(tables).toEqual([]);
  });
});
