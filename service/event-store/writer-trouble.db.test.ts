import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { type Account, issuance } from "#domain/accounts/account.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { minor } from "#domain/kernel/money.ts";
import { move } from "#domain/ledger/posting.ts";
import { logStreamKind } from "#domain/ledger/recovery.ts";
import type { Row, Statement } from "#projections/kernel/sql.ts";
import type { AppendSession } from "#service/db/append-session.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { flipCommand } from "#service/features/house-flips/flip-command.ts";
import { logModel } from "#service/features/log-model.ts";
import { replacing } from "#service/lab/testing/databases/replacing.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { worldsOf } from "#service/lab/testing/logs/worlds.ts";
import { type World, worldSigner } from "#service/lab/testing/world.ts";
import { verifyLog } from "#service/ledger/verify.ts";
import type { Submission } from "./commands/submission.ts";

const LATE_MS = 10_000;

describeEachEngine("a writer in trouble", (engine) => {
  const { freshDb, open } = worldsOf(engine);

  /** Resolves with `late` when an outcome takes too long, so that an unanswered command fails the test, not the run. */
  const inTime = <T>(outcome: Promise<T>): Promise<T | "late"> =>
    Promise.race([outcome, sleep(LATE_MS, "late" as const, { ref: false })]);

  it("decides for an unknown player while a rival appends faster than it can load", async () => {
    const db = await freshDb();
    const rival = await open({ db });
    const [alice, bob] = [await rival.register("alice"), await rival.register("bob")];
    const slow = await open({ db: withLoads(db, () => sleep(30)) });
    let isOver = false;
    const hammering = (async () => {
      while (!isOver) await rival.flip(bob, "rbx", "1.00");
    })();
    const outcome = await inTime(slow.flip(alice, "rbx", "1.00"));
    isOver = true;
    await hammering;
    expect(outcome).toMatchObject({ kind: "committed" });
  });

  it("fails the games whose seed is lost, and no others, in a turn and outside of one", async () => {
    const db = await freshDb();
    const first = await open({ db });
    const names = ["alice", "bob", "carol", "dave"];
    const [alice, bob, carol, dave] = await Promise.all(names.map((name) => first.register(name)));
    await db.query("delete from sealed_seeds where owner = $1", [alice ?? ""]);
    await db.query("update sealed_seeds set sealed = 'other.AA.AA.AA' where owner = $1", [bob ?? ""]);
    const rival = await open({ db });
    const second = await open({ db });
    const kinds = async (world: World, players: readonly (string | undefined)[]) => {
      const outcomes = players.map((player) => inTime(world.flip(player ?? "", "rbx", "1.00")));
      return (await Promise.all(outcomes)).map((outcome) => (outcome === "late" ? outcome : outcome.kind));
    };
    expect(await kinds(second, [alice, bob, carol])).toEqual(["failed", "failed", "committed"]);
    // A batch that misses because a rival was first is followed by turns.
    while (second.writer.counts.turns === 0)
      await Promise.all([kinds(rival, [carol]), kinds(second, [carol])]);
    expect(await kinds(second, [alice, bob, dave])).toEqual(["failed", "failed", "committed"]);
  });

  it("fails only the player with an unreadable stream, in a turn and outside of one", async () => {
    const db = await freshDb();
    const first = await open({ db });
    const names = ["alice", "bob", "carol", "dave", "erin"];
    const [alice = "", bob = "", carol = "", dave = "", erin = ""] = await Promise.all(
      names.map((name) => first.register(name)),
    );
    await db.query("alter table events disable trigger all");
    const unreadable = [`player:${alice}`, `player:${dave}`];
    await db.query("update events set payload = '{' where stream in ($1, $2)", unreadable);
    const rival = await open({ db });
    const second = await open({ db });
    const kinds = async (world: World, players: readonly string[]) => {
      const outcomes = players.map((player) => inTime(world.flip(player, "rbx", "1.00")));
      return (await Promise.all(outcomes)).map((outcome) => (outcome === "late" ? outcome : outcome.kind));
    };
    expect(await kinds(second, [alice, bob, carol])).toEqual(["failed", "committed", "committed"]);
    // A batch that misses because a rival was first is followed by turns.
    while (second.writer.counts.turns === 0)
      await Promise.all([kinds(rival, [carol]), kinds(second, [carol])]);
    expect(await kinds(second, [bob, dave, erin])).toEqual(["committed", "failed", "committed"]);
    expect(second.writer.counts.recoveries).toBe(0);
  });

  it("splits a turn whose seeds do not fit into memory at once", async () => {
    const db = await freshDb();
    const first = await open({ db });
    const names = ["alice", "bob", "carol", "dave", "erin", "frank"];
    const players = await Promise.all(names.map((name) => first.register(name)));
    const small = await open({ db, writer: { streamsMax: 1 } });
    const play = (world: World) => players.map((player) => inTime(world.flip(player, "rbx", "1.00")));
    while (small.writer.counts.turns === 0) await Promise.all([...play(first), ...play(small)]);
    for (const outcome of await Promise.all(play(small)))
      expect(outcome).toMatchObject({ kind: "committed" });
  });

  it.each([
    [
      "answers that it has no connection to spare",
      () => Promise.reject(new Error("timeout exceeded when trying to connect")),
    ],
    ["never answers", () => new Promise<never>(() => {})],
  ])("keeps its connection, and loads on that, while the pool %s", async (_what, before) => {
    const db = await freshDb();
    const others = await open({ db });
    const [alice, bob] = [await others.register("alice"), await others.register("bob")];
    let isFull = false;
    const world = await open({ db: withLoads(db, async () => void (isFull && (await before()))) });
    await world.flip(bob, "rbx", "1.00");
    isFull = true;
    const waits = world.flip(alice, "rbx", "1.00");
    expect(await inTime(world.flip(bob, "rbx", "1.00"))).toMatchObject({ kind: "committed" });
    expect(await inTime(waits)).toMatchObject({ kind: "committed" });
    expect(world.writer.counts.recoveries).toBe(0);
  });

  it("finds a command older than memory on its own connection, whatever the pool is busy with", async () => {
    const db = await freshDb();
    const before = await open({ db });
    const alice = await before.register("alice");
    const origin = { ...before.origin(alice), keyed: true };
    const command = flipCommand(origin, { playerId: alice, side: "rbx", stake: minor("1.00") });
    const first = await before.writer.submit(command);
    let isBusy = false;
    const busy = () => (isBusy ? new Promise<never>(() => {}) : Promise.resolve());
    const world = await open({ db: withLoads(db, busy, "look_up_") });
    await world.flip(alice, "rbx", "1.00");
    isBusy = true;
    expect(await inTime(world.writer.submit(command))).toEqual({ ...first, duplicate: true });
  });

  it("never blames the first of two batches for a fault of the second", async () => {
    const db = await freshDb();
    const players = await open({ db });
    const [alice, bob] = [await players.register("alice"), await players.register("bob")];
    const broken = new BrokenSession();
    const world = await open({ db: withSession(db, broken) });
    for (const player of [alice, bob]) await world.flip(player, "rbx", "1.00");
    const error = Object.assign(new Error("unsupported Unicode escape sequence"), { code: "22P05" });
    const [first, second] = broken.answerNext([[], error]);
    const one = world.flip(alice, "rbx", "1.00");
    await first;
    const two = world.flip(bob, "rbx", "1.00");
    await second;
    expect(await inTime(one)).toMatchObject({ kind: "committed" });
    expect(await inTime(two)).toMatchObject({ kind: "committed" });
  });

  it("stops for good when the log was replaced by an old copy that others continued to the same length", async () => {
    const db = await freshDb();
    const world = await open({ db });
    const alice = await world.register("alice");
    await db.query("alter table blocks disable trigger all");
    const other = new Uint8Array(32).fill(1);
    await db.query("update blocks set hash = $1 where number = (select block from log_heads)", [other]);
    await db.query("update log_heads set hash = $1", [other]);
    expect(await inTime(world.flip(alice, "rbx", "1.00"))).toMatchObject({ kind: "unavailable" });
    expect(world.writer.isTakingCommands).toBe(false);
    expect(world.troubles.join()).toContain("does not go on from position 2");
    expect(world.writer.lostLog).toContain("does not go on from position 2");
    expect(await db.query("select count(*) as n from events")).toEqual([{ n: 2n }]);
  });

  it("stops for good at a foreign event whose payload does not fit its type", async () => {
    const db = await freshDb();
    const rival = await open({ db });
    const alice = await rival.register("alice");
    const second = await open({ db });
    const gift = giftOf(rival, ["escrow:one"], { unknown: "some" });
    expect(await inTime(rival.writer.submit(gift))).toMatchObject({ kind: "committed" });
    expect(await inTime(second.flip(alice, "rbx", "1.00"))).toMatchObject({ kind: "unavailable" });
    expect(second.writer.isTakingCommands).toBe(false);
    expect(second.troubles.join()).toMatch(
      /WriterRecovered version 1 at position \d+, in payload\.unknown: /,
    );
  });

  it("answers every command, though the listener of events fails", async () => {
    const db = await freshDb();
    const onAppended = () => {
      throw new Error("not listening");
    };
    const world = await open({ db, writer: { onAppended } });
    const alice = await world.register("alice");
    expect(await inTime(world.flip(alice, "rbx", "1.00"))).toMatchObject({ kind: "committed" });
    expect(new Set(world.troubles)).toEqual(new Set(["new events were not heard: not listening"]));
  });

  it("frees the id of a refused command, also for another one that waits for it", async () => {
    const world = await open();
    const alice = await world.register("alice");
    const origin = { ...world.origin(alice), keyed: true };
    const command = (stake: string, byte: number) => {
      const requestHash = new Uint8Array(32).fill(byte);
      const request = { playerId: alice, side: "rbx", stake: minor(stake) } as const;
      return world.writer.submit(flipCommand({ ...origin, requestHash }, request));
    };
    const outcomes = await Promise.all([command("2000.00", 1), command("1.00", 2), command("2.00", 3)]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["refused", "committed", "conflict"]);
  });

  it("keeps nothing of a command that fails after its first postings, not even an empty holding", async () => {
    const db = await freshDb();
    const world = await open({ db });
    const alice = await world.register("alice");
    const failing = (): Submission => {
      const gift = giftOf(world, ["escrow:nobody"]);
      return {
        ...gift,
        decide: (view) => {
          const decision = gift.decide(view);
          if ("refused" in decision) return decision;
          const [event] = decision.events;
          invariant(event !== undefined, "a gift is an event");
          return { ...decision, events: [event, { ...event, postings: event.postings.slice(1) }] };
        },
      };
    };
    // The first one hits a cache miss; the second is decided in one batch with its neighbour.
    expect(await world.writer.submit(failing())).toMatchObject({ kind: "failed" });
    const outcomes = [world.writer.submit(failing()), world.flip(alice, "rbx", "1.00")];
    expect((await Promise.all(outcomes)).map(({ kind }) => kind)).toEqual(["failed", "committed"]);
    expect(await verifyLog(db, { model: logModel, ...worldSigner.publicKeys() })).toMatchObject({ ok: true });
  });

  it("loads all that a command moves at once, in a turn and outside of one", async () => {
    const db = await freshDb();
    const rival = await open({ db });
    const alice = await rival.register("alice");
    const loads: string[] = [];
    const second = await open({ db: withLoads(db, async () => void loads.push("load"), "load_holdings") });
    loads.length = 0;
    const accounts = (of: string) => Array.from({ length: 40 }, (_, i) => `escrow:${of}-${i}` as const);
    const gift = (of: string) => inTime(second.writer.submit(giftOf(second, accounts(of))));
    expect(await gift("one")).toMatchObject({ kind: "committed" });
    expect(loads).toHaveLength(1);
    // A batch that misses because a rival was first is followed by turns.
    while (second.writer.counts.misses === 0)
      await Promise.all([rival, second].map((world) => world.flip(alice, "rbx", "1.00")));
    expect(await gift("two")).toMatchObject({ kind: "committed" });
  });

  it("limits how many may wait for the answer to one command", async () => {
    const world = await open();
    const alice = await world.register("alice");
    const command = flipCommand(world.origin(alice), { playerId: alice, side: "rbx", stake: minor("1.00") });
    const all = await Promise.all(Array.from({ length: 40 }, () => world.writer.submit(command)));
    const kinds = all.map((outcome) => (outcome.kind === "unavailable" ? outcome.reason : outcome.kind));
    expect(kinds.slice(0, 33)).toEqual(Array.from({ length: 33 }, () => "committed"));
    expect(kinds.slice(33)).toEqual(Array.from({ length: 7 }, () => "owner_queue_full"));
  });
});

/** A command that moves a little from nothing to each of several accounts, and declares none of them in its reads. */
function giftOf(
  world: World,
  accounts: readonly Account[],
  payload: JsonObject = { unknown: 0 },
): Submission {
  return {
    ...world.origin("p_nobody"),
    reads: () => ({ streams: [{ kind: logStreamKind, name: "log:gifts" }], holdings: [] }),
    decide: () => ({
      events: [
        {
          type: "WriterRecovered",
          schemaVersion: 1,
          stream: "log:gifts",
          payload,
          postings: accounts.flatMap((to) => move({ from: issuance, to, asset: "RBX", amount: 1n })),
        },
      ],
      answer: {},
    }),
  };
}

/** Wraps the writer's connection and answers some statements itself. */
class BrokenSession {
  #scripted: { readonly answer: readonly Row[] | Error; readonly sent: () => void }[] = [];
  #together: Promise<unknown> = Promise.resolve();

  /** Answers the next statements so, once the last of them was sent. @returns when each was sent */
  answerNext(answers: readonly (readonly Row[] | Error)[]): readonly Promise<void>[] {
    const sent = answers.map(
      (answer) => new Promise<void>((resolve) => this.#scripted.push({ answer, sent: resolve })),
    );
    this.#together = Promise.all(sent);
    return sent;
  }

  over(session: AppendSession): AppendSession {
    const send = <R extends Row>(statement: Statement) =>
      (this.#answer() as Promise<readonly R[]> | null) ?? session.send<R>(statement);
    return replacing(session, { depth: 2, send });
  }

  #answer(): Promise<readonly Row[]> | null {
    const next = this.#scripted.shift();
    if (next === undefined) return null;
    next.sent();
    return this.#together.then(() => {
      if (next.answer instanceof Error) throw next.answer;
      return next.answer;
    });
  }
}

/** A database whose connection for the writer is broken. */
const withSession = (db: OpenDatabase, broken: BrokenSession): OpenDatabase =>
  replacing(db, {
    openAppendSession: async (...options) => broken.over(await db.openAppendSession(...options)),
  });

/** A database that runs something before each statement that loads states, or has the given name. */
const withLoads = (db: OpenDatabase, before: () => Promise<unknown>, called = "load_"): OpenDatabase =>
  replacing(db, {
    run: async (statement) => {
      if (statement.name?.startsWith(called)) await before();
      return db.run(statement);
    },
  });
