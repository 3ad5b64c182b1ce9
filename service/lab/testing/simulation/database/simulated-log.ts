import { leastHolding } from "#domain/accounts/account.ts";
import { entryNumber } from "#domain/ledger/entry-number.ts";
import { RUN_ENTRIES_MAX } from "#projections/kernel/events/entry-runs.ts";
import type { SqlValue, Statement } from "#projections/kernel/sql.ts";
import { APPEND_PARTS, type Parts } from "#service/event-store/append/append-statement.ts";
import type { Head } from "#service/event-store/append/batch.ts";
import type { CommittedCommand } from "#service/event-store/commands/recent-commands.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { sideTables } from "#service/features/log-writer.ts";
import type { SealedSeedRow } from "#service/features/seed-pairs/sealed-seeds.ts";
import type { HeldAmount } from "#service/ledger/verifier/log-model.ts";
import { readBigints, readHashes, readLines, readNumbers } from "./column-text.ts";
import {
  holdingKey,
  type StoredBlock,
  type StoredEntry,
  type StoredEvent,
  type StoredLog,
  type StoredSnapshot,
} from "./stored-log.ts";

/** An error in the form of the database. */
export class SqlError extends Error {
  override readonly name = "SqlError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** An entry that names its holding by number. */
type NumberedEntry = Omit<StoredEntry, "account" | "asset"> & { readonly holding: string };

interface OpenedHolding extends HeldAmount {
  readonly number: string;
}

/** The rows of one append statement, parsed from its parameters. */
export interface AppendRows {
  readonly from: Pick<Head, "position" | "hash">;
  readonly head: Head;
  readonly block: StoredBlock;
  readonly events: readonly StoredEvent[];
  readonly entries: readonly NumberedEntry[];
  readonly opened: readonly OpenedHolding[];
  readonly holdings: readonly { readonly number: string; readonly amount: bigint }[];
  readonly commands: readonly (readonly [string, CommittedCommand])[];
  readonly seeds: readonly SealedSeedRow[];
  readonly identities: readonly { readonly player_id: string; readonly platform_id: string }[];
  /** Deadline in milliseconds; null without one. */
  readonly validBefore: number | null;
}

function push(lists: Map<string, StoredEvent[]>, name: string, event: StoredEvent): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [event]);
  else list.push(event);
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.from(a).equals(b);

/** Number of columns of every append. */
const COLUMNS = 22;
const OPENED_COLUMNS = 4;

/** Number of columns of each optional part. */
const COLUMNS_OF: { readonly [part in (typeof APPEND_PARTS)[number]]: number } = {
  opened: OPENED_COLUMNS,
  beside: sideTables.length,
  shared: 3,
  timed: 1,
};

/** The columns of a statement's optional parts, by its name. @throws Error when it has others */
function partsOf(name: string, columns: readonly SqlValue[]): Parts<readonly SqlValue[]> {
  const has = new Set(name.split("_"));
  let next = 0;
  const [opened = null, beside = null, shared = null, timed = null] = APPEND_PARTS.map((part) => {
    if (!has.has(part)) return null;
    next += COLUMNS_OF[part];
    return columns.slice(next - COLUMNS_OF[part], next);
  });
  if (next !== columns.length) throw new Error("The append statement has other parameters");
  return { opened, beside, shared, timed };
}

/** The further streams, one line per event. @throws Error when their rows are not those that the events name */
function furtherStreamsOf([alsoIn, streams, places]: readonly SqlValue[]): SqlValue | undefined {
  const named = readLines(alsoIn).flatMap((names, index) =>
    names === "" ? [] : names.split(",").map((name) => `${index + 1} ${name}`),
  );
  const rows = readLines(streams).map((name, row) => `${readNumbers(places)[row]} ${name}`);
  if (named.join("\n") !== rows.join("\n")) throw new Error("The rows of further streams are others");
  return alsoIn;
}

/** The rows of a batch for a side table. */
function sideRowsOf(columns: readonly SqlValue[] | null, table: string): unknown {
  const index = sideTables.findIndex(({ name }) => name === table);
  return columns === null ? [] : JSON.parse(columns[index] as string);
}

/** Parses the parameters of the append statement, in their order. */
export function appendRowsOf({ name = "", values = [] }: Statement): AppendRows {
  const [log, start, position, block, hash, recordedAt, previous, root, ...columns] = values;
  if (log !== LOG_ID || columns.length < COLUMNS)
    throw new Error("The append statement has other parameters");
  const { opened, beside, shared, timed } = partsOf(name, columns.slice(COLUMNS));
  const from = { position: Number(start), hash: previous as Uint8Array };
  const head = {
    position: Number(position),
    block: Number(block),
    hash: hash as Uint8Array,
    recordedAt: Number(recordedAt),
  };
  return {
    from,
    head,
    block: {
      number: head.block,
      from: from.position + 1,
      to: head.position,
      previous: from.hash,
      root: root as Uint8Array,
      hash: head.hash,
    },
    events: eventsOf(
      [...columns.slice(0, 13), shared === null ? undefined : furtherStreamsOf(shared)],
      from.position,
    ),
    entries: entriesOf(columns.slice(13, 16)),
    opened: opened === null ? [] : openedOf(opened),
    holdings: holdingsOf(columns.slice(16, 18)),
    commands: commandsOf(columns.slice(18, COLUMNS)),
    seeds: sideRowsOf(beside, "sealed_seeds") as SealedSeedRow[],
    identities: sideRowsOf(beside, "identities") as { player_id: string; platform_id: string }[],
    validBefore: timed === null ? null : Number(timed[0]),
  };
}

function eventsOf(columns: readonly (SqlValue | undefined)[], start: number): StoredEvent[] {
  const lines = (column: number) => readLines(columns[column]);
  const [streams, types, ids, commandIds] = [lines(0), lines(2), lines(4), lines(5)];
  const [actors, payloads] = [lines(6), lines(8)];
  const [versions, schemaVersions, times] = [1, 3, 7].map((column) => readNumbers(columns[column])) as [
    number[],
    number[],
    number[],
  ];
  const [accounts, assets, deltas] = [lines(9), lines(10), lines(11)];
  const leaves = readHashes(columns[12]);
  const alsoIn = columns[13] === undefined ? [] : lines(13);
  const legs = (texts: readonly string[], i: number) => (texts[i] ? texts[i].split(",") : []);
  return streams.map((stream, i) => ({
    position: BigInt(start + 1 + i),
    stream,
    version: BigInt(versions[i]!),
    type: types[i]!,
    schema_version: schemaVersions[i]!,
    event_id: ids[i]!,
    command_id: commandIds[i]!,
    actor: actors[i]!,
    recorded_at: BigInt(times[i]!),
    payload: payloads[i]!,
    accounts: legs(accounts, i),
    assets: legs(assets, i),
    deltas: legs(deltas, i).map(BigInt),
    also_in: alsoIn[i] ? alsoIn[i].split(",") : null,
    leaf: leaves[i]!,
  }));
}

const ENTRY = /\{(\d+),(-?\d+),(-?\d+)\}/g;

/** The entries of all runs, in the order of the log. */
function entriesOf([holdings, firsts, runs]: readonly SqlValue[]): NumberedEntry[] {
  const [numbers, begins, rows] = [readBigints(holdings), readBigints(firsts), readLines(runs)];
  const entries = rows.flatMap((row, i) => {
    const run = [...row.matchAll(ENTRY)].map(([, ...entry]) => entry.map(BigInt) as [bigint, bigint, bigint]);
    const rises = run.every(([after], nth) => after > (run[nth - 1]?.[0] ?? -1n));
    if (run[0]?.[0] !== 0n || run.length > RUN_ENTRIES_MAX || !rises)
      throw new SqlError("23514", "entry_runs_shape");
    return run.map(([after, delta, balanceAfter]) => {
      const number = (begins[i] ?? 0n) + after;
      const [position, leg] = [Number(number >> 16n), Number(number & 65_535n)];
      return { position, leg, holding: String(numbers[i]), delta, balanceAfter };
    });
  });
  const places = new Set(entries.map(({ position, leg }) => `${position}.${leg}`));
  if (places.size < entries.length) throw new Error("An entry was sent twice");
  return entries.sort((a, b) => a.position - b.position || a.leg - b.leg);
}

function openedOf([accounts, assets, numbers, amounts]: readonly SqlValue[]): OpenedHolding[] {
  const [assetOf, numberOf, amountOf] = [readLines(assets), readBigints(numbers), readBigints(amounts)];
  return readLines(accounts).map((account, i) => ({
    account,
    asset: assetOf[i]!,
    number: String(numberOf[i]!),
    amount: amountOf[i]!,
  }));
}

function holdingsOf([numbers, amounts]: readonly SqlValue[]): AppendRows["holdings"] {
  const amountOf = readBigints(amounts);
  return readBigints(numbers).map((number, i) => ({ number: String(number), amount: amountOf[i]! }));
}

function commandsOf([ids, hashes, positions, answers]: readonly SqlValue[]): AppendRows["commands"] {
  const [hashOf, positionOf, answerOf] = [readHashes(hashes), readNumbers(positions), readLines(answers)];
  return readLines(ids).map((id, i) => [
    id,
    { requestHash: hashOf[i]!, position: positionOf[i]!, answer: answerOf[i]! },
  ]);
}

/** The committed data, and the constraints of the tables. Pending appends are elsewhere. */
export class SimulatedLog implements StoredLog {
  head: Head = { position: 0, block: 0, hash: new Uint8Array(32), recordedAt: 0 };
  readonly events: StoredEvent[] = [];
  readonly blocks: StoredBlock[] = [];
  readonly entries: StoredEntry[] = [];
  readonly holdings = new Map<string, bigint>();
  readonly commands = new Map<string, CommittedCommand>();
  readonly seeds = new Map<string, SealedSeedRow>();
  readonly snapshots = new Map<string, StoredSnapshot>();
  readonly #streams = new Map<string, StoredEvent[]>();
  /** Events of other streams that are folded into a stream, by stream. */
  readonly #further = new Map<string, StoredEvent[]>();
  readonly #platformIds = new Set<string>();
  readonly #opened = new Map<string, OpenedHolding>();

  /** The number of a holding; null for one that was never opened. */
  numberOf(account: string, asset: string): bigint | null {
    for (const one of this.#opened.values())
      if (one.account === account && one.asset === asset) return BigInt(one.number);
    return null;
  }

  /** The committed events of a stream, by version. */
  stream(name: string): readonly StoredEvent[] {
    return this.#streams.get(name) ?? [];
  }

  /** The events to fold after a stream's own version and a position, in log order. */
  folded(
    name: string,
    after: { readonly version: number; readonly position: number },
  ): readonly StoredEvent[] {
    const own = this.stream(name).slice(after.version);
    const further = (this.#further.get(name) ?? []).filter(({ position }) => position > after.position);
    return [...own, ...further].sort((a, b) => Number(a.position - b.position));
  }

  /** Whether the head is where a statement saw it. */
  isAt({ position, hash }: Pick<Head, "position" | "hash">): boolean {
    return this.head.position === position && sameBytes(this.head.hash, hash);
  }

  /** Checks new rows against the tables' constraints. @throws SqlError */
  check(rows: AppendRows): void {
    if (rows.validBefore !== null && Date.now() >= rows.validBefore)
      throw new SqlError("22012", "division by zero");
    const ids = new Set<string>();
    for (const [id] of rows.commands) {
      if (this.commands.has(id) || ids.has(id)) throw new SqlError("23505", `commands_pkey: ${id}`);
      ids.add(id);
    }
    for (const { stream, version } of rows.events) {
      if (this.stream(stream).length >= Number(version))
        throw new SqlError("23505", `events: ${stream} ${version}`);
    }
    const commitments = new Set(this.seeds.keys());
    for (const { commitment } of rows.seeds) {
      if (commitments.has(commitment)) throw new SqlError("23505", "sealed_seeds_pkey");
      commitments.add(commitment);
    }
    const platformIds = new Set(this.#platformIds);
    for (const { platform_id } of rows.identities) {
      if (platformIds.has(platform_id)) throw new SqlError("23505", "identities_platform_id_key");
      platformIds.add(platform_id);
    }
    this.#checkHoldings(rows);
  }

  /** The service numbers holdings itself: only numbers that follow from the log are accepted. */
  #checkHoldings({ opened, holdings, entries }: AppendRows): void {
    for (const { account, asset, number } of opened) {
      if (this.numberOf(account, asset) !== null)
        throw new SqlError("23505", `holding_numbers_pkey: ${account} ${asset}`);
      const first = entries.find(({ holding }) => holding === number);
      if (first === undefined || number !== entryNumber(first.position, first.leg))
        throw new SqlError("23514", `the holding of ${account} in ${asset} has the number ${number}`);
    }
    const changed = holdings.map(({ number, amount }) => {
      const known = this.#opened.get(number);
      if (known === undefined) throw new SqlError("2201F", "cannot take square root of a negative number");
      return { ...known, amount };
    });
    for (const { account, asset, amount } of [...opened, ...changed]) {
      const least = leastHolding(account, asset);
      if (least !== null && amount < least)
        throw new SqlError("2201F", `${account} may not hold ${amount} of ${asset}`);
    }
  }

  #holding(number: string): OpenedHolding {
    const known = this.#opened.get(number);
    if (known === undefined) throw new Error(`There is no holding ${number}`);
    return known;
  }

  /** Commits rows that were checked while the head was locked. */
  commit(rows: AppendRows): void {
    this.head = rows.head;
    this.blocks.push(rows.block);
    for (const event of rows.events) {
      this.events.push(event);
      push(this.#streams, event.stream, event);
      for (const further of event.also_in ?? []) push(this.#further, further, event);
    }
    for (const one of rows.opened) this.#opened.set(one.number, one);
    for (const { number, amount } of [...rows.opened, ...rows.holdings]) {
      const { account, asset } = this.#holding(number);
      this.holdings.set(holdingKey(account, asset), amount);
    }
    for (const { holding, ...entry } of rows.entries) {
      const { account, asset } = this.#holding(holding);
      this.entries.push({ ...entry, account, asset });
    }
    for (const [id, command] of rows.commands) this.commands.set(id, command);
    for (const seed of rows.seeds) this.seeds.set(seed.commitment, seed);
    for (const { platform_id } of rows.identities) this.#platformIds.add(platform_id);
  }
}
