import { randomBytes } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { BANK_FUNDS } from "#domain/features/bank/bank.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { minor } from "#domain/kernel/money.ts";
import { logStreamKind } from "#domain/ledger/recovery.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { fundBankCommand } from "#service/features/bank/fund-command.ts";
import { flipCommand } from "#service/features/house-flips/flip-command.ts";
import { createLogWriter, type LogWriterOptions } from "#service/features/log-writer.ts";
import { registerCommand } from "#service/features/players/register-command.ts";
import { rotateCommand } from "#service/features/seed-pairs/rotate-command.ts";
import { playerOrigin } from "#service/http/access/player-origin.ts";
import { createSealer } from "#service/keys/seal.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { identityOf } from "#service/lab/testing/identities.ts";
import { worldsOf } from "#service/lab/testing/logs/worlds.ts";
import { requestHashOf } from "./append/hashing.ts";
import type { CommandOrigin } from "./commands/command-origin.ts";
import type { Outcome, Submission } from "./commands/submission.ts";
import type { Writer } from "./writer.ts";

const sealer = createSealer({ keys: [{ id: "t1", bytes: new Uint8Array(32).fill(7) }] });
const at = Date.parse("2026-01-01T00:00:00.000Z");

const keyed = (playerId: string, key: string, body = ""): CommandOrigin => ({
  ...playerOrigin(playerId, at),
  commandId: `key_${playerId}_${key}`,
  keyed: true,
  requestHash: requestHashOf(playerId, key, body),
});

describeEachEngine("the writer", (engine) => {
  const writers: Writer[] = [];
  const { freshDb } = worldsOf(engine);
  const troubles: string[] = [];
  afterEach(() => Promise.all(writers.splice(0).map((writer) => writer.stop())));

  async function open(db: OpenDatabase, options: Partial<LogWriterOptions> = {}): Promise<Writer> {
    const writer = createLogWriter({
      db,
      sealer,
      random: (size) => randomBytes(size),
      onTrouble: (what, error) => troubles.push(`${what}: ${error.message}`),
      ...options,
    });
    await writer.start();
    writers.push(writer);
    // Without a bank the house takes no stakes.
    await writer.submit(fundBankCommand(BANK_FUNDS, at));
    return writer;
  }

  const register = (writer: Writer, playerId: string) =>
    writer.submit(registerCommand(playerOrigin(playerId, at), { playerId, clientSeed: "seed" }));
  const flip = (
    writer: Writer,
    playerId: string,
    { stake = "1.00", origin = playerOrigin(playerId, at) } = {},
  ) => writer.submit(flipCommand(origin, { playerId, side: "rbx", stake: minor(stake) }));

  const audit = async (db: OpenDatabase) => {
    const [row] = await db.query<{ n: bigint; top: bigint; sum: string; off: bigint; blocks: bigint }>(`
      select count(*) as n, coalesce(max(position), 0) as top,
        (select coalesce(sum(amount), 0)::text from holdings) as sum,
        (select count(*) from (select account, asset, sum(delta) s from entries group by 1, 2) e
          full join holdings h using (account, asset) where e.s is distinct from h.amount and h.amount <> 0) as off,
        (select coalesce(sum(to_position - from_position + 1), 0)::bigint from blocks) as blocks
      from events`);
    expect(row?.top).toBe(row?.n);
    expect(row?.sum).toBe("0");
    expect(row?.off).toBe(0n);
    expect(row?.blocks).toBe(row?.n);
    return Number(row?.n);
  };

  it("registers a player and flips coins, each answer after its commit", async () => {
    const db = await freshDb();
    const writer = await open(db);
    expect(await register(writer, "p1")).toMatchObject({ kind: "committed", position: 2 });
    const outcome = await flip(writer, "p1");
    expect(outcome).toMatchObject({ kind: "committed", position: 3, duplicate: false });
    const answer = (outcome as Extract<Outcome, { kind: "committed" }>).answer;
    expect(answer.rbxBalance).toBe(answer.won === true ? "1000.97" : "999.00");
    expect(await audit(db)).toBe(3);
  });

  it("writes nothing of a bet whose holding is missing in the database", async () => {
    const db = await freshDb();
    const writer = await open(db);
    await register(writer, "p1");
    await register(writer, "p2");
    const [kept] = await db.query<{ row: string }>(
      `delete from holding_numbers where account = 'player:p1' and asset = 'RBX'
        returning to_jsonb(holding_numbers)::text as row`,
    );
    expect(await flip(writer, "p1")).toMatchObject({ kind: "failed" });
    expect(await flip(writer, "p2")).toMatchObject({ kind: "committed", position: 4 });
    await db.query(
      "insert into holding_numbers select * from jsonb_populate_record(null::holding_numbers, $1::jsonb)",
      [kept?.row ?? "{}"],
    );
    expect(await flip(writer, "p1")).toMatchObject({ kind: "committed", position: 5 });
    expect(await audit(db)).toBe(5);
  });

  it("takes a thousand simultaneous flips of many players without a gap", async () => {
    const db = await freshDb();
    const writer = await open(db);
    const players = Array.from({ length: 40 }, (_, i) => `p${i}`);
    await Promise.all(players.map((player) => register(writer, player)));
    const outcomes = await Promise.all(
      players.flatMap((player) => Array.from({ length: 25 }, () => flip(writer, player))),
    );
    expect(new Set(outcomes.map((outcome) => outcome.kind))).toEqual(new Set(["committed"]));
    expect(await audit(db)).toBe(1_041);
    expect(writer.counts.batches).toBeLessThan(400);
    expect(writer.counts.misses).toBe(0);
  });

  it("lets only one of eight simultaneous flips stake a balance that is enough for one", async () => {
    const db = await freshDb();
    const writer = await open(db);
    await register(writer, "p1");
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => flip(writer, "p1", { stake: "900.00" })),
    );
    const accepted = outcomes.filter((outcome) => outcome.kind === "committed");
    expect(accepted.length).toBeGreaterThanOrEqual(1);
    for (const outcome of outcomes) {
      if (outcome.kind !== "committed")
        expect(outcome).toMatchObject({ refusal: { code: "insufficient_balance" } });
    }
    await audit(db);
  });

  it("funds the bank once, however often it is asked to", async () => {
    const db = await freshDb();
    const first = await open(db);
    await first.stop();
    const second = await open(db);
    const again = await second.submit(fundBankCommand(BANK_FUNDS, at + 1));
    expect(again).toMatchObject({ kind: "committed", position: 1, duplicate: true });
    expect(await audit(db)).toBe(1);
  });

  it("answers a retry like the first time: at once, in the same batch, and after a restart", async () => {
    const db = await freshDb();
    const writer = await open(db);
    await register(writer, "p1");
    const [one, two] = await Promise.all([
      flip(writer, "p1", { origin: keyed("p1", "k") }),
      flip(writer, "p1", { origin: keyed("p1", "k") }),
    ]);
    const three = await flip(writer, "p1", { origin: keyed("p1", "k") });
    await writer.stop();
    const other = await open(db);
    const four = await flip(other, "p1", { origin: keyed("p1", "k") });
    expect(one).toMatchObject({ kind: "committed", duplicate: false });
    for (const again of [two, three, four]) expect(again).toEqual({ ...one, duplicate: true });
    expect(await audit(db)).toBe(3);
  });

  it("commits the neighbours of a retry that is older than memory", async () => {
    const db = await freshDb();
    const writer = await open(db);
    await Promise.all([register(writer, "p1"), register(writer, "p2")]);
    const first = await flip(writer, "p1", { origin: keyed("p1", "k") });
    await writer.stop();
    const other = await open(db);
    const [again, neighbour] = await Promise.all([
      flip(other, "p1", { origin: keyed("p1", "k") }),
      flip(other, "p2"),
    ]);
    expect(again).toEqual({ ...first, duplicate: true });
    expect(neighbour).toMatchObject({ kind: "committed", duplicate: false });
    expect(await audit(db)).toBe(5);
  });

  it("answers an accepted command again, even when the rules would now refuse it", async () => {
    const db = await freshDb();
    const writer = await open(db);
    await register(writer, "p1");
    const all = await flip(writer, "p1", { stake: "1000.00", origin: keyed("p1", "all") });
    const rest = await flip(writer, "p1", { stake: "1000.00" });
    if (rest.kind === "committed") await flip(writer, "p1", { stake: "1000.00" });
    await writer.stop();
    const other = await open(db);
    expect(await flip(other, "p1", { stake: "1000.00", origin: keyed("p1", "all") })).toEqual({
      ...all,
      duplicate: true,
    });
  });

  it("treats the same key with another request as a conflict", async () => {
    const db = await freshDb();
    const writer = await open(db);
    await register(writer, "p1");
    await flip(writer, "p1", { origin: keyed("p1", "k", "a") });
    expect(await flip(writer, "p1", { origin: keyed("p1", "k", "b") })).toEqual({ kind: "conflict" });
    await writer.stop();
    const other = await open(db);
    expect(await flip(other, "p1", { origin: keyed("p1", "k", "b") })).toEqual({ kind: "conflict" });
    expect(await audit(db)).toBe(3);
  });

  it("refuses to begin a stream that exists", async () => {
    const db = await freshDb();
    const writer = await open(db);
    await register(writer, "p1");
    expect(await register(writer, "p1")).toMatchObject({
      kind: "refused",
      refusal: { code: "version_conflict" },
    });
    expect(await audit(db)).toBe(2);
  });

  it("fails a command that breaks an invariant, and keeps nothing of it", async () => {
    const db = await freshDb();
    const writer = await open(db);
    await register(writer, "p1");
    const good = flipCommand(playerOrigin("p1", at), { playerId: "p1", side: "rbx", stake: minor("1.00") });
    const bad: Submission<JsonObject> = {
      ...good,
      commandId: "cmd_bad",
      decide: (view) => {
        const decision = good.decide(view);
        if ("refused" in decision) return decision;
        const [event] = decision.events;
        return { ...decision, events: [{ ...event!, postings: event!.postings.slice(1) }] };
      },
    };
    const [one, two] = await Promise.all([
      writer.submit(bad),
      writer.submit({ ...good, commandId: "cmd_good" }),
    ]);
    expect(one).toMatchObject({ kind: "failed" });
    expect(two).toMatchObject({ kind: "committed", position: 3, answer: { nonce: 0 } });
    await audit(db);
  });

  it("stores any text in a payload and any answer unchanged", async () => {
    const db = await freshDb();
    const writer = await open(db);
    const told = { type: "WriterRecovered", schemaVersion: 1, stream: "log:texts", postings: [] } as const;
    const tell = (text: string) =>
      writer.submit({
        ...playerOrigin("p1", at),
        reads: () => ({ streams: [{ kind: logStreamKind, name: "log:texts" }], holdings: [] }),
        decide: () => ({ events: [{ ...told, payload: { text } }], answer: { text } }),
      });
    const text = 'line\nbreak "quote" \\ back\\slash, \\u0000 {comma} NULL \u00e9\u4e16 \u{1f3b2}';
    expect((await tell("no read model could read \0")).kind).toBe("failed");
    const outcome = await tell(text);
    expect(outcome).toMatchObject({ kind: "committed", answer: { text } });
    const [row] = await db.query<{ payload: string; answer: string; accounts: string[]; deltas: bigint[] }>(
      "select payload, accounts, deltas, answer from events join commands using (command_id) where events.position = 2",
    );
    expect(JSON.parse(row!.payload)).toEqual({ text });
    expect(JSON.parse(row!.answer)).toEqual({ text });
    expect([row!.accounts, row!.deltas]).toEqual([[], []]);
  });

  it("finds the one command that the database refuses and commits its neighbours", async () => {
    const db = await freshDb();
    const writer = await open(db);
    const identity = (player: string) => identityOf(player, { platformId: "same for all", at });
    const outcomes = await Promise.all([
      ...["a", "b", "c"].map((player) => register(writer, player)),
      ...["d", "e"].map((playerId) =>
        writer.submit(
          registerCommand(playerOrigin(playerId, at), { playerId, clientSeed: "s" }, identity(playerId)),
        ),
      ),
      ...["f", "g"].map((player) => register(writer, player)),
    ]);
    expect(outcomes.map((outcome) => outcome.kind)).toEqual([
      "committed",
      "committed",
      "committed",
      "committed",
      "failed",
      "committed",
      "committed",
    ]);
    expect(await audit(db)).toBe(7);
  });

  it("rotates a pair: the committed seed is the seed used, and the next one was announced", async () => {
    const db = await freshDb();
    const writer = await open(db);
    await register(writer, "p1");
    await flip(writer, "p1");
    const first = await writer.submit(
      rotateCommand(playerOrigin("p1", at), { playerId: "p1", clientSeed: "mine" }),
    );
    const second = await writer.submit(
      rotateCommand(playerOrigin("p1", at), { playerId: "p1", clientSeed: "two" }),
    );
    const a = (first as Extract<Outcome, { kind: "committed" }>).answer as never as {
      revealed: JsonObject;
      current: JsonObject;
    };
    const b = (second as Extract<Outcome, { kind: "committed" }>).answer as never as {
      revealed: JsonObject;
      current: JsonObject;
    };
    expect(a.revealed).toMatchObject({ nonces: 1, clientSeed: "seed" });
    expect(b.revealed.serverSeedHash).toBe(a.current.serverSeedHash);
    expect(b.current.serverSeedHash).toBe(a.current.nextServerSeedHash);
    const [{ n } = { n: 0n }] = await db.query<{ n: bigint }>("select count(*) as n from sealed_seeds");
    expect(n).toBe(4n);
  });

  it("rotates by itself after a thousand games and goes on with nonce 0", async () => {
    const db = await freshDb();
    const writer = await open(db);
    await register(writer, "p1");
    const nonces: unknown[] = [];
    for (let i = 0; i < 1_003; i += 17) {
      const flips = await Promise.all(Array.from({ length: 17 }, () => flip(writer, "p1")));
      for (const outcome of flips)
        nonces.push((outcome as Extract<Outcome, { kind: "committed" }>).answer?.nonce);
    }
    expect(nonces.slice(0, 1_000)).toEqual(Array.from({ length: 1_000 }, (_, i) => i));
    expect(nonces.slice(1_000, 1_003)).toEqual([0, 1, 2]);
    const snapshots = await db.query("select version from snapshots where stream = 'player:p1'");
    expect(snapshots).toHaveLength(1);
    await writer.stop();
    const other = await open(db);
    const next = (await flip(other, "p1")) as Extract<Outcome, { kind: "committed" }>;
    expect(next.answer.nonce).toBe(nonces.length - 1_000);
    await audit(db);
  });

  it("keeps its memory within bounds and still decides on the truth", async () => {
    const db = await freshDb();
    const writer = await open(db, { streamsMax: 8 });
    const players = Array.from({ length: 40 }, (_, i) => `p${i}`);
    await Promise.all(players.map((player) => register(writer, player)));
    for (let round = 0; round < 5; round += 1) {
      const outcomes = await Promise.all(players.map((player) => flip(writer, player)));
      for (const outcome of outcomes)
        expect(outcome).toMatchObject({ kind: "committed", answer: { nonce: round } });
    }
    expect(await audit(db)).toBe(241);
  });

  it("takes turns with a second process on the same log, each command exactly once", async () => {
    const db = await freshDb();
    const rivalDb = await engine.another(db);
    if (rivalDb === null) return;
    const one = await open(db);
    const two = await open(rivalDb);
    const players = Array.from({ length: 10 }, (_, i) => `p${i}`);
    await Promise.all(players.map((player) => register(one, player)));
    const outcomes: Outcome[] = [];
    await Promise.all(
      [one, two].map(async (writer) => {
        for (let round = 0; round < 30; round += 1)
          outcomes.push(...(await Promise.all(players.map((player) => flip(writer, player)))));
      }),
    );
    expect(outcomes.every((outcome) => outcome.kind === "committed")).toBe(true);
    const positions = outcomes.map((outcome) => (outcome as { position: number }).position);
    expect(new Set(positions).size).toBe(600);
    expect(await audit(db)).toBe(611);
    expect(one.counts.followed + two.counts.followed).toBeGreaterThan(0);
  });

  it("never refuses on a state that a rival has just changed", async () => {
    const db = await freshDb();
    const rivalDb = await engine.another(db);
    if (rivalDb === null) return;
    const one = await open(db);
    const two = await open(rivalDb);
    await register(one, "p1");
    expect(await flip(two, "p1", { stake: "1.00" })).toMatchObject({ kind: "committed" });
    const spent = await flip(one, "p1", { stake: "999.00" });
    expect(spent.kind).toBe("committed");
    const seen = await flip(two, "p1", { stake: "500.00" });
    const won = (spent as Extract<Outcome, { kind: "committed" }>).answer.won;
    expect(seen.kind).toBe(won ? "committed" : "refused");
    await audit(db);
  });

  it("recovers when its connection is cut, and loses or doubles nothing", async () => {
    const db = await freshDb();
    const killer = await engine.another(db);
    if (killer === null) return;
    const writer = await open(db);
    const players = Array.from({ length: 20 }, (_, i) => `p${i}`);
    await Promise.all(players.map((player) => register(writer, player)));
    let stop = false;
    const outcomes: Outcome[] = [];
    const load = players.map(async (player, i) => {
      for (let n = 0; !stop; n += 1)
        outcomes.push(await flip(writer, player, { origin: keyed(player, `${i}-${n}`) }));
    });
    for (let cut = 0; cut < 5; cut += 1) {
      await new Promise((resolve) => setTimeout(resolve, 150));
      await killer.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    stop = true;
    await Promise.all(load);
    expect(writer.counts.recoveries).toBeGreaterThan(0);
    expect(outcomes.filter(({ kind }) => kind !== "committed")).toEqual([]);
    const events = await audit(db);
    expect(events).toBe(21 + outcomes.length + Number(writer.counts.recoveries));
  });
});
