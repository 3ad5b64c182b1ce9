import type { BlockColumns } from "#domain/ledger/block.ts";
import type { EventRow } from "#projections/kernel/events/event-rows.ts";
import type { Row, Sql } from "#projections/kernel/sql.ts";
import type { Head } from "#service/event-store/append/batch.ts";
import type { CommittedCommand } from "#service/event-store/commands/recent-commands.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import type { SealedSeedRow } from "#service/features/seed-pairs/sealed-seeds.ts";

/** A row of `events`. */
export interface StoredEvent extends EventRow {
  readonly leaf: Uint8Array;
}

/** A row of `blocks`. */
export interface StoredBlock extends BlockColumns {
  readonly hash: Uint8Array;
}

/** A row of `entries`. */
export interface StoredEntry {
  readonly position: number;
  readonly leg: number;
  readonly account: string;
  readonly asset: string;
  readonly delta: bigint;
  readonly balanceAfter: bigint;
}

/** A row of `snapshots`, under its stream. */
export interface StoredSnapshot {
  readonly version: number;
  readonly position: number;
  readonly foldVersion: number;
  readonly state: string;
}

/** The key of a holding. */
export const holdingKey = (account: string, asset: string): string => `${account} ${asset}`;

/** The contents of a log's tables. */
export interface StoredLog {
  readonly head: Head;
  readonly events: readonly StoredEvent[];
  readonly blocks: readonly StoredBlock[];
  /** In the order of position and leg. */
  readonly entries: readonly StoredEntry[];
  readonly holdings: ReadonlyMap<string, bigint>;
  readonly commands: ReadonlyMap<string, CommittedCommand>;
  readonly seeds: ReadonlyMap<string, SealedSeedRow>;
  readonly snapshots: ReadonlyMap<string, StoredSnapshot>;
}

/** Reads the tables of a database's log. */
export async function readLog(db: Sql): Promise<StoredLog> {
  const rows = <R extends Row>(columns: string, from: string) =>
    db.query<R>(`select ${columns} from ${from}`);
  const [head] = await rows<Row>("position, block, hash, recorded_at", `log_heads where log_id = ${LOG_ID}`);
  if (head === undefined) throw new Error("There is no log");
  const events = await rows<StoredEvent & Row>(EVENTS, "events order by position");
  const blocks = await rows(BLOCKS, "blocks order by number");
  const entries = await rows(ENTRIES, "entries order by position, leg");
  const holdings = await rows("account, asset, amount", "holdings");
  const commands = await rows("command_id, request_hash, position, answer", "commands");
  const seeds = await rows<SealedSeedRow & Row>("commitment, owner, pair, sealed", "sealed_seeds");
  const snapshots = await rows("stream, version, position, fold_version, state", "snapshots");
  return {
    head: {
      position: Number(head.position),
      block: Number(head.block),
      hash: head.hash as Uint8Array,
      recordedAt: Number(head.recorded_at),
    },
    events,
    blocks: blocks.map(blockOf),
    entries: entries.map(entryOf),
    holdings: new Map(
      holdings.map((row) => [holdingKey(row.account as string, row.asset as string), row.amount as bigint]),
    ),
    commands: new Map(commands.map((row) => [row.command_id as string, commandOf(row)])),
    seeds: new Map(seeds.map((row) => [row.commitment, row])),
    snapshots: new Map(snapshots.map((row) => [row.stream as string, snapshotOf(row)])),
  };
}

const EVENTS = `position, stream, version, type, schema_version, event_id, command_id, actor, recorded_at, payload,
  accounts, assets, deltas, also_in, leaf`;
const BLOCKS = "number, from_position, to_position, previous, root, hash";
const ENTRIES = "position, leg, account, asset, delta, balance_after";

const blockOf = (row: Row): StoredBlock => ({
  number: Number(row.number),
  from: Number(row.from_position),
  to: Number(row.to_position),
  previous: row.previous as Uint8Array,
  root: row.root as Uint8Array,
  hash: row.hash as Uint8Array,
});

const entryOf = (row: Row): StoredEntry => ({
  position: Number(row.position),
  leg: row.leg as number,
  account: row.account as string,
  asset: row.asset as string,
  delta: row.delta as bigint,
  balanceAfter: row.balance_after as bigint,
});

const commandOf = (row: Row): CommittedCommand => ({
  requestHash: row.request_hash as Uint8Array,
  position: Number(row.position),
  answer: row.answer as string,
});

const snapshotOf = (row: Row): StoredSnapshot => ({
  version: Number(row.version),
  position: Number(row.position),
  foldVersion: row.fold_version as number,
  state: row.state as string,
});
