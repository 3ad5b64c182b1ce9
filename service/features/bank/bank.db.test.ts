import { randomBytes } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { BANK_FLOOR } from "#domain/features/bank/rules.ts";
import { minor } from "#domain/kernel/money.ts";
import type { OpenDatabase } from "#service/db/database.ts";
import type { Writer } from "#service/event-store/writer.ts";
import { flipCommand } from "#service/features/house-flips/flip-command.ts";
import { createLogWriter } from "#service/features/log-writer.ts";
import { registerCommand } from "#service/features/players/register-command.ts";
import { playerOrigin } from "#service/http/access/player-origin.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { worldSealer } from "#service/lab/testing/world.ts";
import { fundBankCommand } from "./fund-command.ts";

const AT = Date.parse("2026-01-01T00:00:00.000Z");
const PLAYERS = Array.from({ length: 30 }, (_, n) => `p${n}`);

describeEachEngine("bets against the house in one batch", (engine) => {
  const opened: { readonly writer: Writer; readonly db: OpenDatabase }[] = [];
  afterEach(async () => {
    for (const { writer, db } of opened.splice(0)) {
      await writer.stop();
      await db.close();
    }
  });

  const bank = async (funds: string): Promise<(typeof opened)[number]> => {
    const db = await engine.fresh();
    const writer = createLogWriter({ db, sealer: worldSealer, random: (size) => randomBytes(size) });
    opened.push({ writer, db });
    await writer.start();
    await writer.submit(fundBankCommand(minor(funds), AT));
    await Promise.all(
      PLAYERS.map((playerId) =>
        writer.submit(registerCommand(playerOrigin(playerId, AT), { playerId, clientSeed: "seed" })),
      ),
    );
    return { writer, db };
  };
  const flipsAtOnce = (writer: Writer, stake: string) =>
    Promise.all(
      PLAYERS.map((playerId) =>
        writer.submit(
          flipCommand(playerOrigin(playerId, AT), { playerId, side: "rbx", stake: minor(stake) }),
        ),
      ),
    );
  const log = (db: OpenDatabase) =>
    db.query<{ type: string; accounts: string[]; deltas: bigint[] }>(
      "select type, accounts, deltas from events where type in ('CoinFlipped', 'BankFellBelowFloor') order by position",
    );

  it("are each checked against the bank after the bet before, and each fall is recorded once", async () => {
    const { writer, db } = await bank("100001.50");
    const outcomes = await flipsAtOnce(writer, "1.00");
    for (const outcome of outcomes)
      if (outcome.kind !== "committed") expect(outcome).toMatchObject({ refusal: { code: "bank_limit" } });
    let held = minor("100001.50");
    let falls = 0;
    for (const { type, accounts, deltas } of await log(db)) {
      if (type === "BankFellBelowFloor") {
        falls += 1;
        continue;
      }
      expect(held).toBeGreaterThanOrEqual(BANK_FLOOR);
      accounts.forEach((account, leg) => {
        if (account === "house") held += deltas[leg] ?? 0n;
      });
    }
    // Below the floor, no bet was accepted.
    expect(falls).toBe(held < BANK_FLOOR ? 1 : 0);
    const isAnyRefused = outcomes.some(({ kind }) => kind === "refused");
    if (isAnyRefused) expect(falls).toBe(1);
  });

  it("are refused above the share of the remaining bank, whatever other bets win", async () => {
    const { writer, db } = await bank("100000.00");
    // The largest stake risks a hundredth of the bank.
    const outcomes = await flipsAtOnce(writer, "999.99");
    expect(outcomes.some(({ kind }) => kind === "committed")).toBe(true);
    let held = minor("100000.00");
    for (const { accounts, deltas } of await log(db)) {
      const before = held;
      accounts.forEach((account, leg) => {
        if (account === "house") held += deltas[leg] ?? 0n;
      });
      expect((before - held) * 100n).toBeLessThanOrEqual(before);
    }
    expect(held).toBeGreaterThan(0n);
  });
});
