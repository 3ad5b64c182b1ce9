import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { type Account, playerAccount } from "#domain/accounts/account.ts";
import { copyOf } from "#domain/accounts/item.ts";
import { inventorySynced, sightingsEnded } from "#domain/features/inventory/events.ts";
import type { NewEvent } from "#domain/kernel/events/event.ts";
import { handedOver } from "#domain/testing/items.ts";
import { forAllAsyncIn } from "#domain/testing/properties/for-all.ts";
import { PATIENCE_MS, testRuntime } from "#projections/testing/runtime.ts";
import { appendSynthetic } from "#projections/testing/synthetic-log.ts";
import { describeEachEngine } from "#service/lab/testing/engines.ts";
import { propertySettings, propertyTimeoutMs } from "#service/lab/testing/property-settings.ts";
import { copiesProjection } from "./copies.ts";

const use = { runs: 5, msPerRun: 15_000 };
vi.setConfig({ testTimeout: propertyTimeoutMs(use) });
const NAMES = [copiesProjection.name];
const AT = Date.UTC(2026, 0, 30);

const copies = ["1", "2", "3"].map((instance) => copyOf(7, instance));
const players = ["p_a", "p_b"] as const;
const accounts: readonly Account[] = [
  ...players.map(playerAccount),
  "escrow:g1",
  "escrow:g2",
  "house",
  "platform",
];

/** Copies that go anywhere, and syncs that see anything: more than ever happens. */
const events: fc.Arbitrary<NewEvent> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...accounts), fc.constantFrom(...accounts), fc.subarray(copies, { minLength: 1 }))
    .filter(([from, to]) => from !== to)
    .map(([from, to, some]) => handedOver(from, to, ...some)),
  fc
    .record({
      player: fc.constantFrom(...players),
      lists: fc.array(fc.nat(5), { minLength: copies.length, maxLength: copies.length }),
      serial: fc.option(fc.nat(9)),
      complete: fc.boolean(),
      sync: fc.constantFrom("s1", "s2", "s3"),
    })
    .map(({ player, lists, serial, complete, sync }) => {
      const seen = (n: number) =>
        copies.filter((_, place) => lists[place] === n).map((copy) => ({ copy, serial }));
      const from = player === "p_a" ? "p_b" : "p_a";
      return inventorySynced(player, {
        sync,
        complete,
        listedAt: AT,
        listed: copies.length,
        credited: seen(0),
        moved: seen(1).map((one) => ({ ...one, from })),
        confirmed: seen(2),
        returned: seen(3).map(({ copy }) => copy),
        inPlay: seen(4),
      });
    }),
  fc.tuple(fc.constantFrom(...players), fc.subarray(copies)).map(([id, some]) => sightingsEnded(id, some)),
);

interface CopyRow {
  readonly [column: string]: unknown;
  readonly asset: string;
  readonly holder: string;
  readonly owner: string | null;
  readonly id: bigint | null;
}

/** The place of every copy, event by event, by a simple model. */
function byHand(history: readonly NewEvent[]): Map<string, Omit<CopyRow, "asset">> {
  const found = new Map<string, { holder: string; owner: string | null; id: bigint | null }>();
  for (const [n, { postings }] of history.entries()) {
    for (const [leg, { account, asset, delta }] of postings.entries()) {
      if (delta < 0n) continue;
      const known = found.get(asset) ?? { holder: "", owner: null, id: null };
      known.holder = account;
      if (!account.startsWith("escrow:") && known.owner !== account) {
        known.owner = account;
        known.id = BigInt((n + 1) * 4_096 + leg + 1);
      }
      found.set(asset, known);
    }
  }
  return found;
}

describeEachEngine("the places of copies", (engine) => {
  const followed = async (slices: readonly (readonly NewEvent[])[]): Promise<void> => {
    const db = await engine.fresh({ readModels: true });
    const models = testRuntime(db, { projections: [copiesProjection] });
    try {
      await models.start();
      let at = AT;
      for (const slice of slices) {
        const position = await appendSynthetic(
          db,
          slice.map((event) => {
            at += 1;
            return { event, at };
          }),
        );
        models.wake();
        expect(await models.whenReached(NAMES, position, PATIENCE_MS)).toBe(true);
      }
      const rows = await models.ask<CopyRow>(
        (table) => `select asset, holder, owner, id from ${table("copies")} order by asset`,
      );
      const due = byHand(slices.flat());
      expect(rows).toEqual(
        [...due].sort(([a], [b]) => (a < b ? -1 : 1)).map(([asset, row]) => ({ asset, ...row })),
      );
      for (const { live, rebuilt } of await models.rebuild(NAMES)) expect(rebuilt).toBe(live);
      expect(models.troubles).toEqual([]);
    } finally {
      await models.stop();
      await db.close();
    }
  };

  it("equal those of the model, from any slices of the log and from the whole of it", async () => {
    const slices = fc.array(fc.array(events, { minLength: 1, maxLength: 12 }), {
      minLength: 1,
      maxLength: 4,
    });
    await forAllAsyncIn(propertySettings(use))(slices, followed);
  });
});
