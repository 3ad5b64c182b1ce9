import { afterEach, expect, it } from "vitest";
import { playerAccount } from "#domain/accounts/account.ts";
import type { LedgerEntry } from "#domain/features/ledger/contract.ts";
import { balanceOfHoldings } from "#projections/features/ledger/balance-of-holdings.ts";
import { ledgerEntries } from "#projections/features/ledger/entries.ts";
import { ledgerHeads } from "#projections/features/ledger/heads.ts";
import { moneyHoldings } from "#projections/features/ledger/holdings-of.ts";
import { BadCursorError } from "#projections/kernel/cursor.ts";
import type { LogReader } from "#projections/kernel/replicas/log-reader.ts";
import { appendMovements, type Leg } from "#projections/testing/synthetic-ledger.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { createWorld, type World } from "#service/lab/testing/world.ts";

const ITEM = "item:1:9";

describeEachEngine("the ledger", (engine) => {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  const synthetic = async (events: readonly (readonly Leg[])[]): Promise<LogReader> => {
    const db = await engine.fresh();
    closers.push(() => db.close());
    await appendMovements(db, events);
    return { sql: db, logId: 1 };
  };
  const played = async (): Promise<World & LogReader> => {
    const world = await createWorld(engine, { seed: "ledger" });
    closers.push(
      () => world.db.close(),
      () => world.stop(),
    );
    return Object.assign(world, { sql: world.db, logId: 1 });
  };
  const pagesOf = async (reader: LogReader, account: string, limit: number): Promise<LedgerEntry[][]> => {
    const pages: LedgerEntry[][] = [];
    let next: string | undefined;
    do {
      const page = await ledgerEntries(reader, account, { limit, next });
      pages.push(page.items);
      next = page.next ?? undefined;
    } while (next !== undefined);
    return pages;
  };

  it("lists an account's entries, newest event first and legs in order, with the balance after each", async () => {
    const world = await played();
    const alice = await world.register("alice");
    const flips = [await world.flip(alice, "rbx", "10.00"), await world.flip(alice, "tix", "2.00")];
    const { items, next } = await ledgerEntries(world, playerAccount(alice));
    expect(next).toBeNull();
    const registered = items.filter(({ type }) => type === "PlayerRegistered");
    expect(registered.map(({ asset, delta, balanceAfter }) => [asset, delta, balanceAfter])).toEqual([
      ["RBX", "1000.00", "1000.00"],
      ["TIX", "500.00", "500.00"],
    ]);
    for (const outcome of flips) {
      if (outcome.kind !== "committed") throw new Error("a flip was not taken");
      const { id, won, winAmount, rbxBalance, tixBalance, result } = outcome.answer;
      const legs = items.filter(({ gameId }) => gameId === id);
      expect(legs).toHaveLength(won ? 2 : 1);
      expect(legs[0]).toMatchObject({ position: outcome.position, leg: 0, type: "CoinFlipped" });
      if (won)
        expect(legs[1]).toMatchObject({
          delta: winAmount,
          balanceAfter: result === "rbx" ? rbxBalance : tixBalance,
        });
    }
    const order = items.map(({ position, leg }) => position * -100 + leg);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    const held = await moneyHoldings(world, playerAccount(alice));
    expect(items.find(({ asset }) => asset === "RBX")).toBeDefined();
    expect(held.RBX + held.TIX).toBeGreaterThan(0n);
    expect(await moneyHoldings(world, "player:nobody")).toEqual({ RBX: 0n, TIX: 0n, USD: 0n });
  });

  it("never splits an event between pages, and shows every entry once", async () => {
    const me = "player:me";
    const pay = (amount: bigint, asset = "RBX"): Leg[] => [
      [me, asset, amount],
      ["issuance", asset, -amount],
    ];
    const both = [...pay(5n), ...pay(7n, "TIX")];
    const four = [...pay(1n), ...pay(2n, "TIX"), ...pay(3n), ...pay(4n, "TIX")];
    const item: Leg[] = [
      [me, ITEM, 1n],
      ["platform", ITEM, -1n],
    ];
    const reader = await synthetic([pay(1n), four, both, pay(9n), [...both, ...item], four, pay(2n), both]);
    const whole = (await pagesOf(reader, me, 200)).flat();
    expect(whole).toHaveLength(1 + 4 + 2 + 1 + 3 + 4 + 1 + 2);
    for (let limit = 1; limit <= 18; limit += 1) {
      const pages = await pagesOf(reader, me, limit);
      expect(pages.flat()).toEqual(whole);
      const places = pages.map((page) => new Set(page.map(({ position }) => position)));
      places.forEach((positions, page) => {
        for (const position of places[page + 1] ?? []) expect(positions.has(position)).toBe(false);
        if ((pages[page]?.length ?? 0) > limit) expect(positions.size).toBe(1);
      });
    }
    expect(whole.find(({ asset }) => asset === ITEM)).toMatchObject({ delta: 1, balanceAfter: 1 });
    expect(await ledgerEntries(reader, "player:nobody")).toEqual({ items: [], next: null });
  });

  it("refuses a forged cursor", async () => {
    const reader = await synthetic([]);
    await expect(ledgerEntries(reader, "player:me", { next: "p0" })).rejects.toThrow(BadCursorError);
    await expect(ledgerHeads(reader, { next: "p0" })).rejects.toThrow(BadCursorError);
  });

  it("lists the blocks, newest first, each linked to the one before, with a signature if there is one", async () => {
    const world = await played();
    for (const name of ["a", "b", "c", "d"]) await world.register(name);
    const { items, next } = await ledgerHeads(world, { limit: 3 });
    expect(next).not.toBeNull();
    const rest = await ledgerHeads(world, { limit: 3, next: next ?? "" });
    const heads = [...items, ...rest.items];
    expect(heads.map(({ number }) => number)).toEqual([5, 4, 3, 2, 1]);
    expect(rest.next).toBeNull();
    heads.forEach((head, index) => {
      const before = heads[index + 1];
      expect(head.previous).toBe(before?.hash ?? "0".repeat(64));
      expect(head.from).toBe((before?.to ?? 0) + 1);
      expect(head.signed).toBeUndefined();
    });
    await world.db.query(
      `insert into signed_heads (log_id, number, to_position, hash, signed_at, signature, key_id)
        select 1, number, to_position, hash, 1767225600000, decode(repeat('ff', 64), 'hex'), 'k1'
        from blocks where number = 4`,
    );
    const signed = (await ledgerHeads(world)).items.find(({ number }) => number === 4)?.signed;
    const signature = `${"/".repeat(85)}w==`;
    expect(signed).toEqual({ at: "2026-01-01T00:00:00.000Z", signature, keyId: "k1" });
  });

  it("balances at every position", async () => {
    const world = await played();
    const empty = await balanceOfHoldings(world);
    const elsewhere = { transit: "0.00", peers: "0.00" };
    const funded = { players: "0.00", escrow: "0.00", creators: "0.00", ...elsewhere, sum: "0.00" };
    const bank = { issued: "1000000.00", house: "1000000.00" };
    expect(empty).toEqual({
      position: 1,
      assets: [
        { asset: "RBX", ...bank, ...funded },
        { asset: "TIX", ...bank, ...funded },
        { asset: "USD", ...funded, issued: "0.00", house: "0.00" },
      ],
    });
    const alice = await world.register("alice");
    await world.flip(alice, "rbx", "10.00");
    const { position, assets } = await balanceOfHoldings(world);
    expect(position).toBe(world.writer.head.position);
    expect(assets.map(({ asset, issued, sum }) => [asset, issued, sum])).toEqual([
      ["RBX", "1001000.00", "0.00"],
      ["TIX", "1000500.00", "0.00"],
      ["USD", "0.00", "0.00"],
    ]);
    const held = await moneyHoldings(world, playerAccount(alice));
    expect(assets[0]?.players).toBe(`${held.RBX / 100n}.${String(held.RBX % 100n).padStart(2, "0")}`);
  });

  it("counts escrow, creators and the house's provision for a debt, each in its place", async () => {
    const move = (from: string, to: string, amount: bigint): Leg[] => [
      [from, "RBX", -amount],
      [to, "RBX", amount],
    ];
    const reader = await synthetic([
      move("issuance", "house", 1_000n),
      move("issuance", "player:a", 500n),
      move("player:a", "escrow:game", 120n),
      move("house", "creator-share:b", 30n),
      move("house", "receivable:a", 7n),
    ]);
    const { assets } = await balanceOfHoldings(reader);
    expect(assets[0]).toEqual({
      asset: "RBX",
      issued: "15.00",
      players: "3.80",
      escrow: "1.20",
      house: "9.70",
      creators: "0.30",
      transit: "0.00",
      peers: "0.00",
      sum: "0.00",
    });
  });
});
