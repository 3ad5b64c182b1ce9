import fc from "fast-check";
import { expect, it, vi } from "vitest";
import type { AuditEntry } from "#domain/features/audit/contract.ts";
import { EVENTS_SCANNED_MAX } from "#domain/features/audit/rules.ts";
import { forAllAsyncIn } from "#domain/testing/properties/for-all.ts";
import { accountEntries } from "#projections/features/audit/account-entries.ts";
import { type EventsPage, storedEvents } from "#projections/features/audit/stored-events.ts";
import { balanceAsOf } from "#projections/features/ledger/balance-as-of.ts";
import type { LogReader } from "#projections/kernel/replicas/log-reader.ts";
import { appendMovements, type Leg, movement } from "#projections/testing/synthetic-ledger.ts";
import { appendSynthetic, registration } from "#projections/testing/synthetic-log.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { propertySettings, propertyTimeoutMs } from "#service/lab/testing/property-settings.ts";

const use = { runs: 4, msPerRun: 30_000 };
vi.setConfig({ testTimeout: propertyTimeoutMs(use) });

const ASSETS = ["RBX", "TIX", "item:7:1"] as const;
const ACCOUNTS = ["player:a", "player:b", "house", "issuance"] as const;

/** Legs to and fro between accounts, sometimes twice between the same two. */
const legs = fc
  .tuple(
    fc.constantFrom("player:a", "player:b", "house"),
    fc.constantFrom(...ASSETS),
    fc.bigInt({ min: 1n, max: 500n }),
    fc.boolean(),
  )
  .map(([account, asset, amount, twice]): Leg[] => {
    const there: Leg[] = [
      [account, asset, amount],
      ["issuance", asset, -amount],
    ];
    return twice ? [...there, ...there] : there;
  });
const histories = fc.array(
  fc.array(legs, { minLength: 1, maxLength: 3 }).map((parts) => parts.flat()),
  { minLength: 1, maxLength: 30 },
);
const plans = fc.record({
  limit: fc.integer({ min: 1, max: 7 }),
  moments: fc.array(fc.nat({ max: 32 }), { minLength: 3, maxLength: 3 }),
});

const amountsOf = (entry: AuditEntry) =>
  [entry.delta, entry.balanceAfter].map((amount) =>
    typeof amount === "number" ? BigInt(amount) : BigInt(amount.replace(".", "")),
  ) as [bigint, bigint];

async function everyEntry(reader: LogReader, account: string, query: { asset?: string; limit: number }) {
  const all: AuditEntry[] = [];
  for (let next: string | undefined; ; ) {
    const page = await accountEntries(reader, account, { ...query, next });
    expect(page.items.length).toBeLessThanOrEqual(query.limit);
    all.push(...page.items);
    if (page.next === null) return all;
    next = page.next;
  }
}

describeEachEngine("an account's history", (engine) => {
  const chains = async (
    history: readonly Leg[][],
    { limit, moments }: { limit: number; moments: readonly number[] },
  ): Promise<void> => {
    const db = await engine.fresh();
    try {
      await appendMovements(db, history);
      const reader = { sql: db, logId: 1 };
      for (const account of ACCOUNTS) {
        const whole = await everyEntry(reader, account, { limit });
        const due = history.flatMap((event, n) =>
          event.flatMap(([who, asset, delta], leg) =>
            who === account ? [{ position: n + 1, leg, asset, delta }] : [],
          ),
        );
        const found = whole.toReversed();
        expect(found.map(({ position, leg, asset }) => [position, leg, asset])).toEqual(
          due.map(({ position, leg, asset }) => [position, leg, asset]),
        );
        const before = new Map<string, bigint>();
        for (const [n, entry] of found.entries()) {
          const [delta, after] = amountsOf(entry);
          expect(delta).toBe(due[n]?.delta);
          expect(after).toBe((before.get(entry.asset) ?? 0n) + delta);
          before.set(entry.asset, after);
          const event = history[entry.position - 1] ?? [];
          expect(entry.otherLegs.map((leg) => leg.leg)).toEqual(
            event.flatMap((_, leg) => (leg === entry.leg ? [] : [leg])),
          );
        }
        for (const asset of ASSETS) {
          expect(await everyEntry(reader, account, { limit, asset })).toEqual(
            whole.filter((entry) => entry.asset === asset),
          );
        }
        for (const position of moments.map((moment) => Math.min(moment, history.length))) {
          const fold = new Map<string, bigint>();
          for (const { asset, delta, position: at } of due)
            if (at <= position) fold.set(asset, (fold.get(asset) ?? 0n) + delta);
          const { holdings } = await balanceAsOf(reader, { account }, { position });
          const nonZero = [...fold].filter(([, amount]) => amount !== 0n);
          expect(new Map(holdings.map(({ asset, amount }) => [asset, amount]))).toEqual(new Map(nonZero));
        }
      }
    } finally {
      await db.close();
    }
  };

  it("chains without a gap in pages of any size, and shows at any position the sum of its prefix", () =>
    forAllAsyncIn(propertySettings(use))(histories, plans, chains));

  it("searches a long log in parts, and reports where it stopped", async () => {
    const db = await engine.fresh();
    try {
      const length = 2 * EVENTS_SCANNED_MAX + 5;
      const wanted = 3;
      const noise = movement([]);
      for (let from = 0; from < length; from += 10_000) {
        const events = Array.from({ length: Math.min(10_000, length - from) }, (_, n) =>
          from + n + 1 === wanted ? registration("p_rare") : noise,
        );
        await appendSynthetic(
          db,
          events.map((event) => ({ event, at: 1_000 })),
        );
      }
      const reader = { sql: db, logId: 1 };
      const pages: EventsPage[] = [];
      for (let next: string | undefined; pages.length < 5; ) {
        const page = await storedEvents(reader, { type: "PlayerRegistered", next });
        pages.push(page);
        if (page.next === null) break;
        next = page.next;
      }
      expect(pages.map(({ items, scannedTo }) => [items.map(({ position }) => position), scannedTo])).toEqual(
        [
          [[], length + 1 - EVENTS_SCANNED_MAX],
          [[], length + 1 - 2 * EVENTS_SCANNED_MAX],
          [[wanted], undefined],
        ],
      );
      const oldest = await storedEvents(reader, { actor: "nobody", order: "oldest" });
      expect([oldest.items, oldest.scannedTo]).toEqual([[], EVENTS_SCANNED_MAX]);
    } finally {
      await db.close();
    }
  });
});
