import { copyOf } from "#domain/accounts/item.ts";
import type { SyncInventory } from "#domain/features/inventory/sync.ts";
import { readOfCatalogue } from "#domain/features/limiteds/catalogue.ts";
import type { ToldLimited } from "#domain/features/limiteds/list-limiteds.ts";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import { syncCommand } from "#service/features/inventory/sync-command.ts";
import { type InventoryLook, takeOver } from "#service/features/inventory/sync-inventory.ts";
import { listCommand } from "#service/features/limiteds/list-command.ts";
import { playerOrigin } from "#service/http/access/player-origin.ts";
import { timeOrderedId } from "#service/ids.ts";
import { TransactionPerCommand } from "#service/lab/bench/baselines/transaction-per-command.ts";
import { playerId, takenBy } from "#service/lab/bench/play/players.ts";
import { withDb } from "#service/lab/bench/play/with-writer.ts";
import { Acknowledged } from "../acknowledged.ts";
import type { Bench, Measures, Subject } from "../bench.ts";
import { closedLoopOf } from "../load.ts";
import { untilFollowed, withService } from "../services.ts";
import { benchSealer } from "../settings.ts";

const COPIES = 1_000;
const ITEMS = 100;
const MS_PER_SECOND = 1_000;
const FIRST_ITEM = 1_000_000;
const SYNCS_AT_ONCE = [4, 16, 32];
/** No command here draws one. */
const SEEDS_MAX = 1;
/** The audit concerns no game. */
const NOTHING_TOLD = new Acknowledged().tally;

const told = (valueAt: number): readonly ToldLimited[] =>
  Array.from({ length: ITEMS }, (_, index) => ({
    assetId: FIRST_ITEM + index,
    name: `Item ${index}`,
    description: "",
    assetType: 8,
    value: "100000",
    source: "recent_average_price",
    valueAt,
  }));

/** The platform's list for a player with as many copies as one command takes. */
function lookOf(player: number): InventoryLook {
  const copies = Array.from({ length: COPIES }, (_, index) => {
    const serial = player * COPIES + index;
    return { copy: copyOf(FIRST_ITEM + (index % ITEMS), `${serial}`), serial };
  });
  return {
    platformId: `platform-${playerId(player)}`,
    listedAt: Date.now(),
    copies,
    onHold: new Set(),
    types: new Map(),
  };
}

/** One sync after the other, each of another player. @returns copies a second */
async function whole(bench: Bench): Promise<Measures> {
  return bench.onDatabase({ filled: true }, async (url) => {
    const rate = await withService(bench, url, async (service) => {
      const { deps } = service;
      await takenBy(deps.writer, listCommand(serviceOrigin(Date.now()), told(Date.now())));
      await untilFollowed(service);
      let player = 0;
      const sync = async (): Promise<void> => {
        const [id, look] = [playerId(player), lookOf(player)];
        player += 1;
        await takeOver({ playerId: id, look }, { ...deps, hearers: [] }, async (command) => {
          await takenBy(deps.writer, syncCommand(playerOrigin(id, Date.now()), command));
          return true;
        });
      };
      // One alone may take most of a short measurement, so it ends with the last one begun within it.
      await sync();
      const began = performance.now();
      let syncs = 0;
      for (; performance.now() - began < bench.spans.measureMs; syncs += 1) await sync();
      return (syncs * COPIES * MS_PER_SECOND) / (performance.now() - began);
    });
    await bench.audit(url, "log", NOTHING_TOLD);
    return { rate };
  });
}

/** The copies of one look after the other. */
function* copiesFrom(first: number, step: number): Generator<SyncInventory> {
  for (let player = first; ; player += step) {
    const { listedAt, copies } = lookOf(player);
    const sync = timeOrderedId("sync", listedAt);
    for (const [index, seen] of copies.entries()) {
      const listed = [{ ...seen, holder: null, sightedAt: null }];
      const complete = index === COPIES - 1;
      yield { playerId: playerId(player), sync, listedAt, count: COPIES, listed, absent: [], complete };
    }
  }
}

/** Concurrent syncs, each with a transaction per copy, one after the other. @returns copies a second */
async function oneByOne(bench: Bench, syncs: number): Promise<Measures> {
  return bench.onDatabase({ filled: true }, async (url) => {
    const { rate } = await withDb(bench.databases.asService(url, syncs), async (db) => {
      const streams = [readOfCatalogue];
      const loading = { sealer: benchSealer, streams, seedsMax: SEEDS_MAX };
      const baseline = await TransactionPerCommand.open(db, loading);
      await takenBy(baseline, listCommand(serviceOrigin(Date.now()), told(Date.now())));
      const works = Array.from({ length: syncs }, (_, lane) => {
        const copies = copiesFrom(lane, syncs);
        return () => {
          const command = copies.next().value as SyncInventory;
          return takenBy(baseline, syncCommand(playerOrigin(command.playerId, Date.now()), command));
        };
      });
      return closedLoopOf(works, bench.spans);
    });
    await bench.audit(url, "baseline", NOTHING_TOLD);
    return { rate };
  });
}

/** Syncs of inventories. */
export const inventorySubjects: readonly Subject[] = [
  { id: "inventory-whole", run: whole },
  {
    id: "inventory-one-by-one",
    run: async (bench) => {
      // For comparison: concurrent syncs of many players share the disk's flushes, which the sync of one cannot.
      await bench.best("one transaction per item, of so many players' syncs,", SYNCS_AT_ONCE, (syncs) =>
        oneByOne(bench, syncs),
      );
      return oneByOne(bench, 1);
    },
  },
];
