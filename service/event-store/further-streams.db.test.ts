import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { playerStreamKind } from "#domain/features/registry.ts";
import { roleGranted, roleRevoked } from "#domain/features/roles/events.ts";
import { standing } from "#domain/features/roles/standing.ts";
import { accept, type Decision, refuse } from "#domain/kernel/decision.ts";
import { FURTHER_STREAMS_MAX, type NewEvent, type StreamName } from "#domain/kernel/events/event.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { logModel } from "#service/features/log-model.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { TamperedLog } from "#service/lab/testing/logs/tampered-log.ts";
import { worldsOf } from "#service/lab/testing/logs/worlds.ts";
import { type World, worldSigner } from "#service/lab/testing/world.ts";
import { exportLog } from "#service/ledger/exported/export-log.ts";
import { importLog } from "#service/ledger/exported/import-log.ts";
import { ExportedLogError } from "#service/ledger/exported/read-export.ts";
import { verifyExport } from "#service/ledger/exported/verify-export.ts";
import { receiptOf } from "#service/ledger/receipts.ts";
import { verifyLog } from "#service/ledger/verify.ts";
import { SNAPSHOT_EVERY } from "./append/batch.ts";
import type { LogView } from "./commands/submission.ts";

const { keys } = worldSigner.publicKeys();
/** Roles are granted here as no admin could. */
const model = { ...logModel, checks: logModel.checks.filter(({ name }) => name !== "proposals") };
const [ALICE, BOB, CAROL] = ["player:p_alice", "player:p_bob", "player:p_carol"] as const;
const PLAYERS: readonly StreamName[] = [ALICE, BOB, CAROL];

/** A role granted to several players by one event of the first one's stream. */
const granted = (role: "admin" | "moderator", alsoIn?: readonly StreamName[]): NewEvent => ({
  ...roleGranted("p_alice", { role, by: "p_carol", reason: "test", confirmedBy: null }),
  ...(alsoIn === undefined ? {} : { alsoIn }),
});
const revoked = (alsoIn: readonly StreamName[]): NewEvent => ({
  ...roleRevoked("p_alice", { role: "moderator", by: "p_carol", reason: "test" }),
  alsoIn,
});

describeEachEngine("an event of several streams", (engine) => {
  const { freshDb, open } = worldsOf(engine);

  /** A world with three players. */
  const begin = async (): Promise<World> => {
    const world = await open();
    for (const name of ["alice", "bob", "carol"]) await world.register(name);
    return world;
  };

  const decide = (
    world: World,
    decision: (view: LogView) => Decision,
    streams: readonly StreamName[] = PLAYERS,
  ) =>
    world.writer.submit({
      ...world.origin("p_carol"),
      reads: () => ({ streams: streams.map((name) => ({ kind: playerStreamKind, name })), holdings: [] }),
      decide: decision,
    });

  const append = (world: World, ...events: readonly NewEvent[]) =>
    decide(world, () => accept(events, { done: true }));

  /** The roles of each player, as a decision sees them. */
  const rolesIn = async (world: World) => {
    let found: (readonly string[])[] = [];
    await decide(world, (view) => {
      found = PLAYERS.map((name) => standing.of(view.stream({ kind: playerStreamKind, name })).roles);
      return refuse("seen", "Seen.");
    });
    return found;
  };

  const rowsOf = (db: OpenDatabase) =>
    db.query<{ stream: string; position: number }>(
      "select stream, position::int as position from event_streams order by stream, position",
    );

  it("is written once, and folded into each of them that is in memory", async () => {
    const world = await begin();
    expect(await append(world, granted("admin"), granted("moderator", [BOB]))).toMatchObject({ position: 6 });
    expect(await rolesIn(world)).toEqual([["admin", "moderator"], ["moderator"], []]);
    expect(await rowsOf(world.db)).toEqual([{ stream: BOB, position: 6 }]);
    const events = await world.db.query(
      "select stream, version::int as version, also_in from events where position > 4 order by position",
    );
    expect(events).toEqual([
      { stream: ALICE, version: 2, also_in: null },
      { stream: ALICE, version: 3, also_in: [BOB] },
    ]);
    expect(await verifyLog(world.db, { model, keys })).toMatchObject({ ok: true });
  });

  it("is folded into each of them when it is loaded, in the order of the log", async () => {
    const world = await begin();
    await append(world, granted("moderator", [BOB]));
    await append(world, granted("admin", [BOB, CAROL]), revoked([BOB]));
    await world.stop();
    const another = await open({ db: world.db });
    expect(await rolesIn(another)).toEqual([["admin"], ["admin"], ["admin"]]);
    expect(another.troubles).toEqual([]);
  });

  it("is followed by a process that has some of its streams in memory", async () => {
    if (engine.name === "pglite") return;
    const world = await begin();
    const other = await open({ db: world.db });
    expect(await rolesIn(other)).toEqual([[], [], []]);
    await append(world, granted("moderator", [BOB]));
    await append(other, granted("admin", [CAROL]));
    expect(await rolesIn(other)).toEqual([["moderator", "admin"], ["moderator"], ["admin"]]);
    expect(await rolesIn(world)).toEqual([["moderator", "admin"], ["moderator"], ["admin"]]);
    expect(await verifyLog(world.db, { model, keys })).toMatchObject({ ok: true });
  });

  it("is found by its position, and a holding by its number, with plans made while the log was empty", async () => {
    if (engine.name !== "pglite") return;
    const world = await begin();
    await append(world, granted("admin"));
    const { db } = world;
    const [load] = await db.query<{ name: string }>(
      "select name from pg_prepared_statements where statement like '%k.stream = any(also_in)%' and name <> ''",
    );
    const planOf = async (call: string) =>
      (await db.query<{ "QUERY PLAN": string }>(`explain execute ${call}`))
        .map((row) => row["QUERY PLAN"].trim())
        .join(" ");
    expect(await planOf(`${load?.name}(1, '{}', '{}', '{}')`)).toMatch(
      /events_pkey on events \S+ +\(.*?\) Index Cond: \(\(log_id = \$1\) AND \("position" >= /,
    );
    expect(await planOf(`append(${Array(30).fill("null")})`)).toMatch(
      /on holding_numbers .*?Index Cond: \(\(log_id = \$1\) AND \(number = t/,
    );
  });

  it("is undone in all of them when its command fails", async () => {
    const world = await begin();
    const unbalanced = { ...granted("admin"), postings: [{ account: ALICE, asset: "RBX", delta: 1n }] };
    const failed = await append(world, granted("moderator", [BOB]), unbalanced as NewEvent);
    expect(failed).toMatchObject({ kind: "failed" });
    expect(await rolesIn(world)).toEqual([[], [], []]);
    await append(world, granted("admin", [CAROL]));
    expect(await rowsOf(world.db)).toEqual([{ stream: CAROL, position: 5 }]);
    expect(await rolesIn(world)).toEqual([["admin"], [], ["admin"]]);
  });

  it.each([
    ["none", []],
    ["its home stream", [ALICE]],
    ["one twice", [BOB, BOB]],
    ["too many", Array.from({ length: FURTHER_STREAMS_MAX + 1 }, (_, n) => `player:p_${n}` as const)],
    ["a stream that the command does not read", ["player:p_dave" as const]],
    ["a stream with a comma in its name", ["player:p_a,b" as const]],
  ])("may not name %s as a further stream", async (_, alsoIn) => {
    const world = await begin();
    const reads = [...PLAYERS, ...alsoIn.filter((name) => name !== "player:p_dave")];
    const outcome = await decide(world, () => accept([granted("admin", alsoIn)], { done: true }), reads);
    expect(outcome).toMatchObject({ kind: "failed" });
    expect(await rowsOf(world.db)).toEqual([]);
    expect(await rolesIn(world)).toEqual([[], [], []]);
  });

  it("counts for the snapshots of its further streams, which continue behind their position", async () => {
    const world = await begin();
    const both = Array.from({ length: SNAPSHOT_EVERY / 2 }, () => [
      granted("moderator", [BOB]),
      revoked([BOB]),
    ]).flat();
    for (let from = 0; from < both.length; from += 50) await append(world, ...both.slice(from, from + 50));
    await append(world, granted("moderator", [BOB]));
    await world.stop();
    // Snapshots are written beside the answers, and the writer stops without waiting for them.
    const snapshots = () =>
      world.db.query("select stream, version::int as version from snapshots order by stream");
    await expect.poll(snapshots).toEqual([
      { stream: ALICE, version: 501 },
      { stream: BOB, version: 1 },
    ]);
    expect(await verifyLog(world.db, { model, keys })).toMatchObject({ ok: true });
    const another = await open({ db: world.db });
    expect(await rolesIn(another)).toEqual([["moderator"], ["moderator"], []]);
    await another.stop();
    const log = await TamperedLog.of(world.db);
    for (const change of [
      `state = replace(state, '"roles":[]', '"roles":["admin"]') where stream = '${BOB}'`,
      `position = position + 1 where stream = '${BOB}'`,
    ]) {
      await log.run(`update snapshots set ${change}`);
      expect(await verifyLog(world.db, { model, keys })).toMatchObject({ ok: false });
      await log.restore();
    }
  });

  it("is checked by a verification, which finds a stream lost or added", async () => {
    const world = await begin();
    await append(world, granted("admin", [BOB]));
    await append(world, granted("moderator"));
    await world.stop();
    const log = await TamperedLog.of(world.db);
    for (const [change, position, sentence] of [
      ["delete from event_streams", 5, `stream "${BOB}" does not find the event`],
      [`insert into event_streams values (1, '${BOB}', 6)`, 6, `stream "${BOB}" does not find the event`],
      [`insert into event_streams values (1, '${BOB}', 7)`, 7, `stream "${BOB}" does not find the event`],
      [`update event_streams set stream = '${CAROL}'`, 5, "does not find the event"],
      ["update events set also_in = null where position = 5", 5, "do not give its leaf"],
      [`update events set also_in = '{${CAROL}}' where position = 5`, 5, "do not give its leaf"],
      [`update events set also_in = '{${BOB}}' where position = 6`, 6, "do not give its leaf"],
      [`update events set also_in = '{${BOB},${BOB}}' where position = 5`, 5, "each of its streams once"],
      ["update events set also_in = '{}' where position = 5", 5, "or no list of them"],
      ["update events set also_in = '{thing:t_1}' where position = 5", 5, "do not give its leaf"],
    ] as const) {
      await log.run(change);
      const report = await verifyLog(world.db, { model, keys });
      expect(report).toMatchObject({ ok: false, problem: { position } });
      expect(report.ok ? "" : report.problem.sentence).toContain(sentence);
      await log.restore();
    }
  });

  it("is not folded into a stream that only the table of streams names", async () => {
    const world = await begin();
    await append(world, granted("admin"));
    await world.stop();
    await world.db.query(`insert into event_streams values (1, '${BOB}', 5)`);
    const another = await open({ db: world.db });
    expect(await rolesIn(another)).toEqual([["admin"], [], []]);
  });

  it("is exported, verified and imported with all of them, and proven by its receipt", async () => {
    const folder = await mkdtemp(join(tmpdir(), "florin-streams-"));
    const world = await begin();
    await append(world, granted("admin"), granted("moderator", [BOB, CAROL]));
    await world.stop();
    const pieces: string[] = [];
    await exportLog(world.db, { keys, now: () => 0, write: async (piece) => void pieces.push(piece) });
    const text = pieces.join("");
    const file = (name: string, content: string) =>
      writeFile(join(folder, name), content).then(() => join(folder, name));
    const path = await file("log.ndjson", text);
    expect(text.match(/"alsoIn"/g)).toHaveLength(1);
    expect(await verifyExport(path, { model })).toMatchObject({ ok: true });
    const changed = await file("changed.ndjson", text.replace(`"${BOB}","${CAROL}"`, `"${BOB}"`));
    expect(await verifyExport(changed, { model })).toMatchObject({
      ok: false,
      problem: { position: 6 },
    });
    const older = await file("older.ndjson", text.replace("florin-log/2", "florin-log/1"));
    await expect(verifyExport(older, { model })).rejects.toThrow(ExportedLogError);

    const db = await freshDb();
    expect(await importLog(db, path, { model })).toMatchObject({ ok: true });
    expect(await rowsOf(db)).toEqual(await rowsOf(world.db));
    expect(await verifyLog(db, { model, keys, withoutTables: true })).toMatchObject({ ok: true });
    await rm(folder, { recursive: true });

    const context = { sql: db, logId: 1, signer: worldSigner, now: () => world.now };
    const receipt = await receiptOf(6, context);
    const bytes = Buffer.from(receipt?.event ?? "", "base64").toString("utf8");
    expect(JSON.parse(bytes)).toMatchObject({ stream: ALICE, alsoIn: [BOB, CAROL] });
  });
});
