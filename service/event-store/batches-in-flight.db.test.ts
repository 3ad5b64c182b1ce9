import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import type { AppendSession } from "#service/db/append-session.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import { replacing } from "#service/lab/testing/databases/replacing.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { worldsOf } from "#service/lab/testing/logs/worlds.ts";

/** Turns of the event loop in which nothing may go that has to wait. */
const TURNS = 5;

/** Two statements may be in flight on the writer's connection, and none reaches the database before `release`. */
class HeldConnection {
  /** Statements sent so far. */
  sent = 0;
  #gate: Promise<void> = Promise.resolve();
  #open: () => void = () => {};

  hold(): void {
    this.sent = 0;
    this.#gate = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  release(): void {
    this.#open();
  }

  of(db: OpenDatabase): OpenDatabase {
    const openAppendSession: OpenDatabase["openAppendSession"] = async (...options) =>
      this.#over(await db.openAppendSession(...options));
    return replacing(db, { openAppendSession });
  }

  #over(session: AppendSession): AppendSession {
    const send: AppendSession["send"] = (statement) => {
      this.sent += 1;
      return this.#gate.then(() => session.send(statement));
    };
    return replacing(session, { depth: 2, send });
  }
}

describeEachEngine("batches in flight", (engine) => {
  const { freshDb, open } = worldsOf(engine);

  /** A world whose writer has sent one batch of four bets, and no answer yet. */
  async function oneOfFour() {
    const connection = new HeldConnection();
    const world = await open({ db: connection.of(await freshDb()) });
    const names = ["ann", "ben", "cal", "dan", "eve", "fay"];
    const players: string[] = [];
    for (const name of names) players.push(await world.register(name));
    for (const player of players) await world.flip(player, "rbx", "1.00");
    connection.hold();
    const bet = async (player: number) => world.flip(players[player] ?? "", "rbx", "1.00");
    const settle = async () => {
      for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
      return connection.sent;
    };
    const four = Promise.all([0, 1, 2, 3].map(bet));
    await expect.poll(() => connection.sent).toBe(1);
    return { connection, bet, settle, four };
  }

  it("are two as soon as half as many commands wait as the first one holds", async () => {
    const { connection, bet, settle, four } = await oneOfFour();
    const fifth = bet(4);
    expect(await settle()).toBe(1);
    const sixth = bet(5);
    await expect.poll(() => connection.sent).toBe(2);
    connection.release();
    const all = [...(await four), await fifth, await sixth];
    expect(all.map(({ kind }) => kind)).toEqual(Array.from({ length: 6 }, () => "committed"));
  });

  it("strand no command: once the first batch has landed, any number goes", async () => {
    const { connection, bet, settle, four } = await oneOfFour();
    const fifth = bet(4);
    expect(await settle()).toBe(1);
    connection.release();
    await four;
    expect(await fifth).toMatchObject({ kind: "committed" });
  });

  it("are one when only a few commands would be left over", async () => {
    const { connection, bet, four } = await oneOfFour();
    connection.release();
    await four;
    connection.hold();
    const nine = Promise.all(Array.from({ length: 9 }, (_, index) => bet(index % 6)));
    await expect.poll(() => connection.sent).toBe(1);
    connection.release();
    await nine;
    expect(connection.sent).toBe(1);
  });
});
