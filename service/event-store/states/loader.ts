import type { StreamName } from "#domain/kernel/events/event.ts";
import { stateOf } from "#domain/kernel/events/snapshot.ts";
import {
  type EventTypes,
  readEvent,
  type StreamKind,
  type StreamRead,
} from "#domain/kernel/events/stream-kind.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import type { Account, Asset } from "#domain/ledger/account.ts";
import { EVENT_COLUMNS, type EventRow, eventOf } from "#projections/kernel/events/event-rows.ts";
import { arrayLiteral, type Sql } from "#projections/kernel/sql.ts";
import type { SecretStore } from "#service/event-store/append/secrets.ts";
import type { Need } from "./not-loaded.ts";
import { type HoldingEntry, holdingKey, type StreamEntry } from "./states.ts";

/** How many events of one stream are read at a time. */
const SLICE_EVENTS = 2_000;

/** Where states are loaded from. */
export interface LoadSource {
  readonly sql: Sql;
  readonly secrets: SecretStore;
  readonly logId: number;
  readonly eventTypes: EventTypes;
}

/** The result of a load; not yet in the caches. */
export interface Loaded {
  readonly streams: readonly StreamEntry[];
  readonly holdings: readonly HoldingEntry[];
}

interface NeededStates {
  readonly streams: Map<string, StreamKind<unknown>>;
  readonly holdings: Map<string, { readonly account: Account; readonly asset: Asset }>;
  readonly secrets: Set<string>;
}

function wantedOf(needs: readonly Need[]): NeededStates {
  const wanted: NeededStates = { streams: new Map(), holdings: new Map(), secrets: new Set() };
  for (const need of needs) {
    if ("stream" in need) wanted.streams.set(need.stream.name, need.stream.kind as StreamKind<unknown>);
    else if ("holding" in need)
      wanted.holdings.set(holdingKey(need.holding.account, need.holding.asset), need.holding);
    else wanted.secrets.add(need.secret);
  }
  return wanted;
}

/**
 * Loads what decisions need, each thing with the head it is as of, and the secrets that the streams may use. The needs
 * of several commands take a few statements.
 * @throws UnreadableEventError when a stream holds an event that this program cannot read
 */
export async function loadNeeds(needs: readonly Need[], from: LoadSource): Promise<Loaded> {
  const wanted = wantedOf(needs);
  const holdings = await loadHoldings([...wanted.holdings.values()], from);
  const streams = await loadStreams(wanted.streams, from);
  for (const { kind, state } of streams)
    for (const key of kind.secrets?.(state) ?? []) wanted.secrets.add(key);
  const missing = [...wanted.secrets].filter((key) => !from.secrets.has(key));
  if (missing.length > 0) await from.secrets.load(missing, from.sql);
  return { streams, holdings };
}

/**
 * A stream as of the newest event in the log, for views that must be current.
 * @throws UnreadableEventError when it holds an event that this program cannot read
 */
export async function readStream<S>(
  { kind, name }: StreamRead<S>,
  from: Omit<LoadSource, "secrets">,
): Promise<S> {
  const [entry] = await loadStreams(new Map([[name, kind as StreamKind<unknown>]]), from);
  return (entry?.state ?? kind.initial) as S;
}

async function loadHoldings(
  wanted: readonly { readonly account: Account; readonly asset: Asset }[],
  { sql, logId }: { readonly sql: Sql; readonly logId: number },
): Promise<HoldingEntry[]> {
  if (wanted.length === 0) return [];
  const rows = await sql.run<{
    as_of: bigint;
    account: string;
    asset: string;
    amount: bigint | null;
    number: bigint | null;
  }>({
    name: "load_holdings",
    text: `select h.position as as_of, k.account, k.asset, g.amount, g.number
      from log_heads h cross join unnest($2::text[], $3::text[]) as k(account, asset)
      left join holdings g on g.log_id = h.log_id and g.account = k.account and g.asset = k.asset
      where h.log_id = $1`,
    values: [logId, arrayLiteral(wanted.map((w) => w.account)), arrayLiteral(wanted.map((w) => w.asset))],
  });
  invariant(
    rows.every(({ number, amount }) => (number === null) === (amount === null)),
    "every holding that has a number has an entry",
  );
  return rows.map((row) => ({
    account: row.account as Account,
    asset: row.asset as Asset,
    amount: row.amount ?? 0n,
    number: row.number === null ? "" : String(row.number),
    openedBy: 0,
    asOf: Number(row.as_of),
    batch: 0,
    run: null,
    pins: 0,
    used: true,
  }));
}

/** A stream being loaded: folded as far as `position`, and at its own event `version`. */
interface Folding {
  readonly kind: StreamKind<unknown>;
  readonly name: StreamName;
  state: unknown;
  version: number;
  position: number;
  unsaved: number;
}

async function loadStreams(
  wanted: ReadonlyMap<string, StreamKind<unknown>>,
  from: Omit<LoadSource, "secrets">,
): Promise<StreamEntry[]> {
  if (wanted.size === 0) return [];
  const entries: StreamEntry[] = [];
  let folding = await beginFolds(wanted, from);
  while (folding.length > 0) {
    const slice = await readSlice(folding, from);
    const unfinished: Folding[] = [];
    for (const fold of folding) {
      const rows = slice.rows.get(fold.name) ?? [];
      for (const row of rows) {
        const event = eventOf(row);
        fold.state = fold.kind.evolve(fold.state, readEvent(event, from.eventTypes), fold.name);
        if (event.stream === fold.name) fold.version = event.version;
        fold.position = event.position;
      }
      fold.unsaved += rows.length;
      if (rows.length === SLICE_EVENTS) unfinished.push(fold);
      else entries.push(entryOf(fold, slice.asOf));
    }
    folding = unfinished;
  }
  return entries;
}

const entryOf = ({ kind, name, state, version, unsaved }: Folding, asOf: number): StreamEntry => ({
  kind,
  name,
  state,
  version,
  unsaved,
  asOf,
  pins: 0,
  used: true,
});

/** Starts each fold from its newest snapshot of the present fold version, or from nothing. */
async function beginFolds(
  wanted: ReadonlyMap<string, StreamKind<unknown>>,
  { sql, logId }: { readonly sql: Sql; readonly logId: number },
): Promise<Folding[]> {
  const rows = await sql.run<{
    stream: string;
    version: bigint;
    position: bigint;
    fold_version: number;
    state: string;
  }>({
    name: "load_snapshots",
    text: `select stream, version, position, fold_version, state from snapshots where log_id = $1 and stream = any($2::text[])`,
    values: [logId, arrayLiteral([...wanted.keys()])],
  });
  const snapshots = new Map(rows.map((row) => [row.stream, row]));
  return [...wanted].map(([name, kind]) => {
    const snapshot = snapshots.get(name);
    const fold = { kind, name: name as StreamName, unsaved: 0 };
    if (snapshot?.fold_version !== kind.foldVersion)
      return { ...fold, state: kind.initial, version: 0, position: 0 };
    const [version, position] = [Number(snapshot.version), Number(snapshot.position)];
    return { ...fold, state: stateOf(snapshot.state), version, position };
  });
}

/**
 * The next events of each stream, in log order: its own by their versions, and those of other streams that name it. A
 * row of `event_streams` counts only if its event says the same, since the leaf covers the event alone.
 *
 * PGlite keeps a plan made while the log was empty, when every index looks as cheap. A range of positions in their
 * order fits the right one alone; another would read the whole log for each further event.
 */
const LOAD_STREAMS = `select h.position as as_of, k.stream as folded, e.*
  from log_heads h cross join unnest($2::text[], $3::bigint[], $4::bigint[]) as k(stream, version, position)
  left join lateral (
    (select ${EVENT_COLUMNS} from events
      where log_id = $1 and stream = k.stream and version > k.version order by version limit ${SLICE_EVENTS})
    union all
    (select further.*
      from (
        select position as found from event_streams
        where log_id = $1 and stream = k.stream and position > k.position order by position offset 0
      ) s cross join lateral (
        select ${EVENT_COLUMNS} from events
        where log_id = $1 and position between s.found and s.found and k.stream = any(also_in)
        order by position limit 1
      ) further
      order by s.found limit ${SLICE_EVENTS})
    order by position limit ${SLICE_EVENTS}
  ) e on true
  where h.log_id = $1 order by k.stream, e.position`;

async function readSlice(
  folding: readonly Folding[],
  { sql, logId }: { readonly sql: Sql; readonly logId: number },
): Promise<{ readonly asOf: number; readonly rows: ReadonlyMap<string, EventRow[]> }> {
  const found = await sql.run<EventRow & { as_of: bigint; folded: string }>({
    // Without a name, PostgreSQL plans it each time: a plan kept from when event_streams was empty would read all of it
    // for each stream.
    text: LOAD_STREAMS,
    values: [
      logId,
      arrayLiteral(folding.map(({ name }) => name)),
      arrayLiteral(folding.map(({ version }) => version)),
      arrayLiteral(folding.map(({ position }) => position)),
    ],
  });
  const rows = new Map<string, EventRow[]>();
  for (const row of found) {
    if ((row.stream as string | null) === null) continue;
    const list = rows.get(row.folded);
    if (list === undefined) rows.set(row.folded, [row]);
    else list.push(row);
  }
  return { asOf: Number(found[0]?.as_of ?? 0n), rows };
}
