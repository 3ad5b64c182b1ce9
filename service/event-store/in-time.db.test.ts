import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { minor } from "#domain/kernel/money.ts";
import type { Row, Statement } from "#projections/kernel/sql.ts";
import type { AppendSession, TurnWork } from "#service/db/append-session.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { flipCommand } from "#service/features/house-flips/flip-command.ts";
import { replacing } from "#service/lab/testing/databases/replacing.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { worldsOf } from "#service/lab/testing/logs/worlds.ts";
import type { World } from "#service/lab/testing/world.ts";

const WITHIN_MS = 300;
const DELAY_MS = 400;

describeEachEngine("a command with a deadline", (engine) => {
  const { freshDb, open } = worldsOf(engine);

  const timely = (world: World, playerId: string, writtenWithinMs: number) => {
    const command = flipCommand(world.origin(playerId), { playerId, side: "rbx", stake: minor("1.00") });
    return { ...command, writtenWithinMs };
  };

  const recordedAt = async (db: OpenDatabase, position: number): Promise<number> => {
    const [row] = await db.query<{ recorded_at: bigint }>(
      "select recorded_at from events where position = $1",
      [position],
    );
    return Number(row?.recorded_at);
  };

  it("is written once, like any other, when nothing delays it", async () => {
    const world = await open();
    const alice = await world.register("alice");
    const { position } = world.writer.head;
    const outcome = await world.writer.submit(timely(world, alice, WITHIN_MS));
    expect(outcome).toMatchObject({ kind: "committed", position: position + 1 });
  });

  it("is decided again at its new time when it was late, and its neighbours with it", async () => {
    const db = await freshDb();
    const slow = new SlowSession();
    const world = await open({ db: through(db, slow) });
    const [alice, bob] = [await world.register("alice"), await world.register("bob")];
    const { position } = world.writer.head;
    slow.delays = [DELAY_MS];
    const began = world.now;
    const outcomes = await Promise.all([
      world.writer.submit(timely(world, alice, WITHIN_MS)),
      world.flip(bob, "rbx", "1.00"),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["committed", "committed"]);
    expect(world.writer.head.position).toBe(position + 2);
    const [first] = outcomes;
    const written = first?.kind === "committed" ? await recordedAt(db, first.position) : 0;
    expect(written).toBeGreaterThanOrEqual(began + DELAY_MS);
    expect(slow.delays).toEqual([]);
  });

  it("is late, too, after waiting for a head that another process locked and did not move", async () => {
    const db = await freshDb();
    const holder = await engine.another(db);
    if (holder === null) return;
    const world = await open({ db });
    const alice = await world.register("alice");
    const { position } = world.writer.head;
    const began = world.now;
    let tellHeld = (): void => undefined;
    const isHeld = new Promise<void>((resolve) => {
      tellHeld = resolve;
    });
    const holding = holder.transaction(async (tx) => {
      await tx.query("select from log_heads where log_id = 1 for update");
      tellHeld();
      await sleep(DELAY_MS);
    });
    await isHeld;
    const outcome = await world.writer.submit(timely(world, alice, WITHIN_MS));
    await holding;
    expect(outcome).toMatchObject({ kind: "committed", position: position + 1 });
    expect(await recordedAt(db, position + 1)).toBeGreaterThan(began + DELAY_MS - WITHIN_MS);
    expect(world.troubles).toEqual([]);
  });

  it("is given up when it is late every time, and nothing of it is written", async () => {
    const world = await open();
    const [alice, bob] = [await world.register("alice"), await world.register("bob")];
    const { position } = world.writer.head;
    const [late, other] = await Promise.all([
      world.writer.submit(timely(world, alice, -1)),
      world.flip(bob, "rbx", "1.00"),
    ]);
    expect(late).toMatchObject({ kind: "unavailable", reason: "too_late" });
    expect(other).toMatchObject({ kind: "committed" });
    expect(world.writer.head.position).toBe(position + 1);
    expect(world.writer.counts.recoveries).toBe(0);
  });

  it("is decided again in a turn, too", async () => {
    const db = await freshDb();
    const slow = new SlowSession();
    const world = await open({ db: through(db, slow) });
    const alice = await world.register("alice");
    const rival = await engine.another(db);
    if (rival === null) return;
    const other = await open({ db: rival });
    const bob = await other.register("bob");
    await world.flip(alice, "rbx", "1.00");
    // The rival is first while the command's first append is delayed; the second append is that of a turn.
    let position = 0;
    const rivalIsFirst = async (): Promise<void> => {
      await other.flip(bob, "rbx", "1.00");
      position = other.writer.head.position;
    };
    slow.delays = [rivalIsFirst, DELAY_MS];
    const outcome = await world.writer.submit(timely(world, alice, WITHIN_MS));
    expect(world.writer.counts.turns).toBeGreaterThan(1);
    expect(slow.delays).toEqual([]);
    expect(outcome.kind === "committed" && outcome.position).toBeGreaterThan(position);
  });
});

/** Delays each append that has a deadline by the next of `delays`. */
class SlowSession {
  /** The delay of each such append: milliseconds, or a promise. */
  delays: (number | (() => Promise<void>))[] = [];

  async before(statement: Statement | null): Promise<void> {
    if (statement?.name?.endsWith("timed") !== true) return;
    const delay = this.delays.shift() ?? 0;
    await (typeof delay === "number" ? sleep(delay) : delay());
  }

  over(session: AppendSession): AppendSession {
    return {
      depth: session.depth,
      get isAlive() {
        return session.isAlive;
      },
      send: async <R extends Row>(statement: Statement) => {
        await this.before(statement);
        return session.send<R>(statement);
      },
      turn: <R extends Row>(opening: readonly Statement[], work: TurnWork) =>
        session.turn<R>(opening, async (results, tx) => {
          const last = await work(results, tx);
          await this.before(last);
          return last;
        }),
      onLost: (callback) => session.onLost(callback),
      close: () => session.close(),
    };
  }
}

const through = (db: OpenDatabase, slow: SlowSession): OpenDatabase =>
  replacing(db, {
    openAppendSession: async (options) => slow.over(await db.openAppendSession(options)),
  });
