import { afterAll, afterEach, expect, it } from "vitest";
import { currencyStake } from "#domain/features/live-coinflips/items/stake.ts";
import { allProjections } from "#projections/features/all.ts";
import { entriesOfRunSql, MISPLACED_RUNS } from "#projections/kernel/events/entry-runs.ts";
import { type Comparison, differs } from "#projections/kernel/rebuild/compare.ts";
import { pause } from "#projections/kernel/scheduler.ts";
import { repair } from "#projections/repair.ts";
import { replay } from "#projections/replay.ts";
import { onEntries } from "#projections/testing/loose-entries.ts";
import {
  allNames,
  PATIENCE_MS,
  scheduler,
  shadowWorld,
  type TestRuntime,
  testRuntime,
} from "#projections/testing/runtime.ts";
import { HISTORY_MODELS } from "#projections/testing/synthetic-log.ts";
import { openCommand } from "#service/features/live-coinflips/commands.ts";
import { uuidV7 } from "#service/ids.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createWorld, type World } from "#service/lab/testing/world.ts";

/** Interval of play beside a replay, in milliseconds. */
const PLAYS_EVERY_MS = 20;

describeEachEngine("a replay", (engine) => {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  /** A log written by a writer, with everything that follows from it. */
  const played = async (
    atEnd = closers,
  ): Promise<{ readonly world: World; readonly models: TestRuntime }> => {
    const db = await engine.fresh({ readModels: true });
    const world = await createWorld(engine, { db, seed: "replay" });
    atEnd.push(
      () => world.db.close(),
      () => world.stop(),
    );
    const models = testRuntime(world.db);
    await models.start();
    atEnd.push(() => models.stop());
    for (const name of ["alice", "bob", "carol"]) {
      const player = await world.register(name);
      for (let n = 0; n < 5; n += 1) await world.flip(player, n % 2 === 0 ? "rbx" : "tix", `${n + 1}.00`);
      await world.rotate(player, `${name}-again`);
      await world.flip(player, "rbx", "3.33");
    }
    const origin = world.origin("p_alice");
    const bet = { stakes: currencyStake("RBX", 100n) };
    const game = {
      playerId: "p_alice",
      gameId: uuidV7(origin.at),
      side: "rbx",
      bet,
      expiresInMs: 1_000,
      itemsStaked: "custody",
    } as const;
    expect(await world.writer.submit(openCommand(origin, game))).toMatchObject({ kind: "committed" });
    models.wake();
    expect(await models.whenReached(allNames, world.writer.head.position, PATIENCE_MS)).toBe(true);
    return { world, models };
  };
  /** Read models with rows after this play: all others are as empty after a replay as before. */
  const PLAYED = allProjections.filter(({ name }) => [...HISTORY_MODELS, "live-coinflips"].includes(name));
  const wrongNames = (comparisons: readonly Comparison[]): string[] =>
    comparisons.filter(differs).map(({ name }) => name);

  it("finds that every read model, holdings and entries match the log, and leaves nothing behind", async () => {
    const { world } = await played();
    const comparisons = await replay(shadowWorld(world.db), allProjections);
    expect(comparisons.map(({ name }) => name)).toEqual([...allNames, "holdings", "entries"]);
    for (const { name, live, rebuilt, position, rows } of comparisons) {
      expect(rebuilt).toMatch(/^[0-9a-f]{64}$/);
      expect(live).toBe(rebuilt);
      expect(position).toBe(world.writer.head.position);
      // These have rows of the play; nothing else happened in this log.
      const isPlayed = PLAYED.some((projection) => projection.name === name);
      expect([name, rows > 0]).toEqual([name, isPlayed || ["holdings", "entries"].includes(name)]);
    }
    const [left] = await world.db.query(
      `select (select count(*) from projections where not active) as rows,
        (select count(*) from pg_tables where schemaname = 'read_models' and tablename not like '%\\_1') as tables`,
    );
    expect(left).toEqual({ rows: 0n, tables: 0n });
  });

  it("finds any row of a read model that was changed, added or removed", async () => {
    const { world } = await played();
    const tampered = {
      "player-stats": "update read_models.player_stats_1 set lost = lost - 1 where player_id = 'p_bob'",
      "game-history":
        "delete from read_models.games_1 where position = (select max(position) from read_models.games_1)",
      "house-revenue": "update read_models.house_revenue_1 set edge = edge + 1 where currency = 'TIX'",
      leaderboard:
        "update read_models.leaderboard_1 set week_profit = week_profit + 1 where player_id = 'p_alice'",
      "player-progress":
        "update read_models.player_progress_1 set experience = 9999 where player_id = 'p_alice'",
      "seed-pairs":
        "update read_models.revealed_seeds_1 set server_seed = client_seed from read_models.seed_pairs_1",
    };
    for (const text of Object.values(tampered)) await world.db.query(text);
    const comparisons = await replay(shadowWorld(world.db), PLAYED);
    expect(wrongNames(comparisons).sort()).toEqual(Object.keys(tampered).sort());
  });

  it("finds a holding or an entry that differs from the postings, and repairs it", async () => {
    const { world } = await played();
    const loss = onEntries(
      `update loose_entries set balance_after = balance_after + 100 where (holding, position) = (
        select holding, max(position) from loose_entries where holding in (
          select number from holdings where account = 'player:p_bob' and asset = 'RBX') group by holding)`,
      `delete from loose_entries where leg = 0 and holding in (
        select number from holdings where account = 'player:p_carol' and asset = 'TIX')`,
    );
    for (const text of loss) await world.db.query(text);
    const db = shadowWorld(world.db);
    const comparisons = await replay(db, allProjections);
    expect(wrongNames(comparisons)).toEqual(["holdings", "entries"]);
    const repaired = await repair({ service: db, owner: db }, allProjections, comparisons);
    expect(repaired).toEqual({ names: ["holdings", "entries"], ledgerPlaces: 2 });
    expect(wrongNames(await replay(db, PLAYED))).toEqual([]);
    const outcome = await world.flip("p_alice", "rbx", "1.00");
    expect(outcome.kind).toBe("committed");
    expect(world.troubles).toEqual([]);
  });

  const numberOf = (account: string, asset: string): string =>
    `(select number from holdings where account = '${account}' and asset = '${asset}')`;
  const [BOB, HOUSE] = [numberOf("player:p_bob", "TIX"), numberOf("house", "TIX")];
  /** Gives one holding, with its entries, another number. */
  const renumbered = (number: string, to: string): readonly string[] => [
    `update entry_runs set holding = ${to} where holding = ${number}`,
    `update holding_numbers set number = ${to} where number = ${number}`,
  ];
  /** Stores the entries of every holding in as few runs as possible, with all guards removed. */
  const UNGUARDED = "alter table entry_runs drop constraint if exists entry_runs_shape";
  const MERGED_RUNS = [UNGUARDED, ...onEntries()];
  const REVERSED = `(select array_agg(array[number - first_entry, delta, balance_after] order by number desc)
    from ${entriesOfRunSql("entry_runs")} e)`;
  /** Damage to a holding does not affect read models: one of them is built here, all of them above. */
  const ONE = allProjections.filter(({ name }) => name === "player-stats");
  /** One that differs, and one that does not. */
  const TWO = allProjections.filter(({ name }) => name === "player-stats" || name === "leaderboard");
  /** Repaired rows are damaged once more; undamaged ones stay as they are. */
  let repaired: World | null = null;
  const lasting: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const close of lasting.reverse()) await close();
  });
  it.each([
    ["a number of its own making, as its entries say too", renumbered(BOB, "-1")],
    [
      "a number that its entries do not know",
      [`update holding_numbers set number = -1 where number = ${BOB}`],
    ],
    [
      "the number of another, which has its own, and a balance too large",
      [
        "create temporary table two as select row_number() over () as n, number from holdings where asset = 'TIX' limit 2",
        ...renumbered("(select number from two where n = 1)", "-1"),
        ...renumbered("(select number from two where n = 2)", "(select number from two where n = 1)"),
        ...renumbered("-1", "(select number from two where n = 2)"),
        ...onEntries(
          "update loose_entries set balance_after = balance_after + 1 where holding = (select number from two where n = 1)",
        ),
        "drop table two",
      ],
    ],
    [
      "entries of another",
      onEntries(`update loose_entries set holding = ${BOB} where holding = ${HOUSE} and leg = 1`),
    ],
    [
      "a run of entries that is found by another",
      [...MERGED_RUNS, `update entry_runs set first_entry = first_entry + 1 where holding = ${BOB}`],
    ],
    [
      "entries that do not rise",
      [...MERGED_RUNS, `update entry_runs set entries = ${REVERSED} where holding = ${BOB}`],
    ],
    [
      "an entry in the wrong of its two runs",
      [
        ...MERGED_RUNS,
        `insert into entry_runs select log_id, holding, first_entry + entries[2][1], array[array[0, entries[2][2], entries[2][3]]] from entry_runs where holding = ${BOB}`,
        `update entry_runs set entries = entries[1:1] || entries[3:] where holding = ${BOB} and entries[3][1] is not null`,
      ],
    ],
    [
      "a run whose numbers are none",
      [...MERGED_RUNS, `update entry_runs set first_entry = 9223372036854775807 where holding = ${BOB}`],
    ],
    [
      "no place to be seen",
      [UNGUARDED, ...onEntries(`insert into loose_entries values (1, 9, -5, 1, 100, 100)`)],
    ],
    [
      "nothing in it, and nothing that says why",
      ["insert into holding_numbers values (1, 'player:x', 'RBX', -5)"],
    ],
  ])("finds a holding that has %s, and repairs it", async (_, damage) => {
    const world = repaired ?? (await played(lasting)).world;
    repaired = null;
    for (const text of damage) await world.db.query(text);
    const db = shadowWorld(world.db);
    const comparisons = await replay(db, ONE);
    expect(comparisons.map(({ name }) => name)).toEqual(["player-stats", "holdings", "entries"]);
    expect(wrongNames(comparisons)).not.toEqual([]);
    await repair({ service: db, owner: db }, ONE, comparisons);
    expect(wrongNames(await replay(db, ONE))).toEqual([]);
    expect(
      await world.db.query(`select 1 from holdings h where number is distinct from
        (select min(position * 65536 + leg) from holding_entries e where e.holding = h.number)`),
    ).toEqual([]);
    expect(await world.db.query(MISPLACED_RUNS)).toEqual([]);
    expect((await world.flip("p_bob", "tix", "1.00")).kind).toBe("committed");
    expect(world.troubles).toEqual([]);
    repaired = world;
  });

  it("replaces a read model that differs by the rebuilt one", async () => {
    const { world } = await played();
    await world.db.query("update read_models.player_stats_1 set lost = lost - 1");
    const db = shadowWorld(world.db);
    const comparisons = await replay(db, TWO);
    expect(comparisons.map(({ name }) => name)).toEqual([
      ...TWO.map(({ name }) => name),
      "holdings",
      "entries",
    ]);
    const repaired = await repair({ service: db, owner: db }, TWO, comparisons);
    expect(repaired).toEqual({ names: ["player-stats"], ledgerPlaces: 0 });
    expect(wrongNames(await replay(db, TWO))).toEqual([]);
  });

  it("works without any projection, and after the projectors were left behind", async () => {
    const { world, models } = await played();
    await models.stop();
    await world.flip("p_alice", "tix", "1.00");
    const behind = await replay(shadowWorld(world.db), allProjections);
    expect(wrongNames(behind)).toEqual([]);
    expect(behind[0]?.position).toBe(world.writer.head.position - 1);
    expect(behind.at(-1)?.position).toBe(world.writer.head.position);
    for (const text of [
      "drop schema read_models cascade",
      "create schema read_models",
      "delete from projections",
    ]) {
      await world.db.query(text);
    }
    const unbuilt = await replay(shadowWorld(world.db), allProjections);
    expect(unbuilt.filter(({ live }) => live !== null).map(({ name }) => name)).toEqual([
      "holdings",
      "entries",
    ]);
  });

  it("continues beside a service that plays and projects", async () => {
    const { world, models } = await played();
    let isOver = false;
    const playing = (async () => {
      while (!isOver) {
        await world.flip("p_alice", "rbx", "1.00");
        models.wake();
        // At full speed, it would leave the replay little processor time, and ever more to read.
        await pause(scheduler, PLAYS_EVERY_MS);
      }
    })();
    const other = (await engine.another(world.db)) ?? world.db;
    const begun = world.writer.head.position;
    for (let round = 0; round < 2; round += 1) {
      expect(wrongNames(await replay(shadowWorld(other), PLAYED))).toEqual([]);
    }
    expect(world.writer.head.position).toBeGreaterThan(begun);
    isOver = true;
    await playing;
    expect([...models.troubles, ...world.troubles]).toEqual([]);
  });
});
