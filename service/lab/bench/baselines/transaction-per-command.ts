import { house } from "#domain/accounts/account.ts";
import { BANK_FUNDS } from "#domain/features/bank/bank.ts";
import { playerStream } from "#domain/features/players/events.ts";
import { eventTypes, playerStreamKind } from "#domain/features/registry.ts";
import type { Decision } from "#domain/kernel/decision.ts";
import type { NewEvent, RecordedEvent } from "#domain/kernel/events/event.ts";
import type { StreamRead } from "#domain/kernel/events/stream-kind.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { canonicalJson, type JsonObject } from "#domain/kernel/json.ts";
import { entryNumberSql } from "#domain/ledger/entry-number.ts";
import { isBalanced } from "#domain/ledger/posting.ts";
import { insertRunsSql } from "#projections/kernel/events/entry-runs.ts";
import { arrayLiteral, type Database, type Row, type Sql, type SqlValue } from "#projections/kernel/sql.ts";
import { asError } from "#service/db/errors.ts";
import type { SideRow } from "#service/event-store/append/side-tables.ts";
import type { HoldingRead, LogView, Outcome, Submission } from "#service/event-store/commands/submission.ts";
import { loadNeeds } from "#service/event-store/states/loader.ts";
import { NotLoaded } from "#service/event-store/states/not-loaded.ts";
import { holdingKey, type StreamEntry } from "#service/event-store/states/states.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import type { SealedSeedRow } from "#service/features/seed-pairs/sealed-seeds.ts";
import { Vault } from "#service/features/seed-pairs/vault.ts";
import type { Sealer } from "#service/keys/seal.ts";
import { type BetTaker, PLAYERS, playerId } from "#service/lab/bench/play/players.ts";
import { benchSealer } from "#service/lab/bench/settings.ts";
import type { HeldAmount } from "#service/ledger/verifier/log-model.ts";

/** The sequence that numbers events here; part of the template database. */
export const POSITIONS = "bench_positions";

/** Balances with a locked row each, as before amounts were read from the newest entries. In the template. */
export const BASELINE_HOLDINGS = "bench_holdings";
/** Entries by the account and asset of their holdings. */
export const BASELINE_ENTRIES = "bench_entries";

/** Creates both from the contents of the log. */
export const BASELINE_BOOKS = `
create table ${BASELINE_HOLDINGS} (
  log_id integer not null,
  account text not null,
  asset text not null,
  amount bigint not null,
  number bigint not null,
  primary key (log_id, account, asset),
  unique (log_id, number),
  check (holding_may_be(account, asset, amount))
) with (fillfactor = 50);
create index on ${BASELINE_HOLDINGS} (log_id, asset) where asset like 'item:%';
insert into ${BASELINE_HOLDINGS} (log_id, account, asset, amount, number)
  select log_id, account, asset, amount, number from holdings;
create view ${BASELINE_ENTRIES} as
  select e.log_id, e.position, e.leg, h.account, h.asset, e.delta, e.balance_after
  from holding_entries e left join ${BASELINE_HOLDINGS} h on h.log_id = e.log_id and h.number = e.holding;
`;

/** In every leaf: without a chain there is nothing to hash. */
const LEAF = new Uint8Array(32);

interface Loading {
  readonly sealer: Sealer;
  /** The state loaded before the first command. */
  readonly streams: readonly StreamRead[];
  /** How many seeds are kept. */
  readonly seedsMax: number;
  /** Whether a stream is complete and can be forgotten; by default none is. */
  readonly isOver?: (state: unknown) => boolean;
  /** Whether commands of one owner wait for each other. Otherwise the caller sends those about one stream in turn. */
  readonly inTurn?: boolean;
}

/** For all players of the template: two seeds each, and those of games under way. */
export const EVERYBODY = {
  sealer: benchSealer,
  seedsMax: PLAYERS * 3,
  streams: Array.from(
    { length: PLAYERS },
    (_, index) => ({ kind: playerStreamKind, name: playerStream(playerId(index)) }) as const,
  ),
} satisfies Loading;

/** The baseline for bets of any player. */
export const betsByTransaction = (db: Database): Promise<TransactionPerCommand> =>
  TransactionPerCommand.open(db, { ...EVERYBODY, inTurn: true });

/**
 * The baseline: a ledger as usually written, with one transaction for each command and the same durable rows (events
 * with their postings, entries, holdings, answer). Transactions share the disk's flushes but not their statements. It
 * locks the holdings that the decision reads, except the house's, and writes everything in one statement, in which
 * contended rows come last. Streams and seeds are kept in memory, like the writer's; it has no chain, which would make
 * transactions wait in line.
 */
export class TransactionPerCommand implements BetTaker {
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #isOver: NonNullable<Loading["isOver"]>;
  readonly #inTurn: boolean;
  readonly #streams = new Map<string, StreamEntry>();
  /** The newest command of each owner: the next one needs the state after it, and waits for it. */
  readonly #last = new Map<string, Promise<unknown>>();
  /** The newest position it has written. */
  readonly head = { position: 0 };
  /** Whether commands are taken: always. */
  readonly isTakingCommands = true;

  private constructor(db: Database, { sealer, seedsMax, isOver = () => false, inTurn = false }: Loading) {
    this.#db = db;
    this.#vault = new Vault({ sealer, logId: LOG_ID, max: seedsMax });
    this.#isOver = isOver;
    this.#inTurn = inTurn;
  }

  /** Loads the streams of the commands to come. */
  static async open(db: Database, loading: Loading): Promise<TransactionPerCommand> {
    const baseline = new TransactionPerCommand(db, loading);
    const needs = loading.streams.map((stream) => ({ stream }));
    const { streams } = await loadNeeds(needs, {
      sql: db,
      secrets: baseline.#vault,
      logId: LOG_ID,
      eventTypes,
    });
    for (const stream of streams) baseline.#streams.set(stream.name, stream);
    return baseline;
  }

  async submit<A extends JsonObject>(submission: Submission<A>): Promise<Outcome<A>> {
    if (!this.#inTurn) return this.#perform(submission);
    const { owner } = submission;
    const before = this.#last.get(owner);
    const own =
      before === undefined ? this.#perform(submission) : before.then(() => this.#perform(submission));
    this.#last.set(owner, own);
    const outcome = await own;
    if (this.#last.get(owner) === own) this.#last.delete(owner);
    return outcome;
  }

  async #perform<A extends JsonObject>(submission: Submission<A>): Promise<Outcome<A>> {
    const at = submission.writtenWithinMs === undefined ? submission.at : Date.now();
    try {
      return await this.#db.transaction(async (tx): Promise<Outcome<A>> => {
        const secrets = this.#vault.forCommand(submission.owner);
        const decision = await this.#decide(tx, submission, { at, secrets });
        if ("refused" in decision) return { kind: "refused", refusal: decision.refused };
        const { answer } = decision;
        const written = this.#numbered(decision.events, submission);
        const position = await write(tx, { submission, at, written, sideRows: secrets.used, answer });
        for (const { event, entry } of written) this.#follow(entry, { event, at });
        this.head.position = Math.max(this.head.position, position);
        return { kind: "committed", position, answer, duplicate: false };
      });
    } catch (error) {
      return { kind: "failed", error: asError(error) };
    }
  }

  /** Decides once the holdings it reads are locked: those known before, and those requested by the decision. */
  async #decide<A extends JsonObject>(
    tx: Sql,
    submission: Submission<A>,
    ground: Pick<LogView, "at" | "secrets">,
  ): Promise<Decision<A>> {
    const amounts = new Map<string, bigint>();
    const view: LogView = {
      ...ground,
      stream: ({ kind, name }) => (this.#streams.get(name)?.state ?? kind.initial) as never,
      needs: () => {},
      holding: (account, asset) => {
        // The bank covers every bet of the benchmark: locking or reading its row would only slow this side.
        if (account === house) return BANK_FUNDS;
        const amount = amounts.get(holdingKey(account, asset));
        if (amount === undefined) throw new NotLoaded({ holding: { account, asset } });
        return amount;
      },
    };
    for (let { holdings = [] } = submission.reads(); ; ) {
      await lock(tx, holdings, amounts);
      ground.secrets.begin();
      try {
        return submission.decide(view);
      } catch (error) {
        if (!(error instanceof NotLoaded)) throw error;
        holdings = error.needs.flatMap((need) => ("holding" in need ? [need.holding] : []));
        if (holdings.length === 0) throw error;
      }
    }
  }

  /** Events with their streams and versions. */
  #numbered(events: readonly NewEvent[], { reads }: Pick<Submission, "reads">): readonly Written[] {
    const versions = new Map<StreamEntry, number>();
    return events.map((event) => {
      invariant(isBalanced(event.postings), "the postings of an event sum to zero");
      const entry = this.#streams.get(event.stream) ?? this.#begun(event, reads());
      const version = (versions.get(entry) ?? entry.version) + 1;
      versions.set(entry, version);
      return { event, entry, version };
    });
  }

  #begun({ stream: name }: NewEvent, { streams }: ReturnType<Submission["reads"]>): StreamEntry {
    const kind = streams.find((read) => read.name === name)?.kind as StreamEntry["kind"] | undefined;
    invariant(kind !== undefined, "a stream that a command begins is one that it reads");
    const entry = { name, kind, state: kind.initial, version: 0, unsaved: 0 };
    this.#streams.set(name, { ...entry, asOf: 0, pins: 0, used: true });
    return this.#streams.get(name) as StreamEntry;
  }

  #follow(entry: StreamEntry, { event, at }: { readonly event: NewEvent; readonly at: number }): void {
    entry.state = entry.kind.evolve(entry.state, { ...event, recordedAt: at } as RecordedEvent, entry.name);
    entry.version += 1;
    if (this.#isOver(entry.state)) this.#streams.delete(entry.name);
  }
}

interface Written {
  readonly event: NewEvent;
  readonly entry: StreamEntry;
  readonly version: number;
}

/** Contended rows come last, so that they are locked for the shortest time. */
const LOCKED = (rows: string) => `select h.account, h.asset, h.amount from ${BASELINE_HOLDINGS} h
    join ${rows} on h.account = k.account and h.asset = k.asset
  where h.log_id = $1::int
  order by h.account in ('house', 'platform') or starts_with(h.account, 'payments:'), h.account, h.asset
  for update of h`;

const HOLD = LOCKED("unnest($2::text[], $3::text[]) as k(account, asset)");

/** Locks holdings, always in the same order, and remembers their amounts. */
async function lock(tx: Sql, read: readonly HoldingRead[], amounts: Map<string, bigint>): Promise<void> {
  const wanted = read.filter(({ account }) => account !== house);
  if (wanted.length === 0) return;
  for (const { account, asset } of wanted) amounts.set(holdingKey(account, asset), 0n);
  const [accounts, assets] = [wanted.map((one) => one.account), wanted.map((one) => one.asset)];
  const values = [LOG_ID, arrayLiteral(accounts), arrayLiteral(assets)];
  for (const row of await tx.run<Row & HeldAmount>({ name: "bench_hold_all", text: HOLD, values }))
    amounts.set(holdingKey(row.account, row.asset), row.amount);
}

const WRITE = `
with numbered as materialized (
  select n, nextval('${POSITIONS}') as position from generate_series(1, cardinality($8::text[])) as n
), event as (
  insert into events (log_id, position, stream, version, type, schema_version, event_id, command_id, actor,
    recorded_at, payload, accounts, assets, deltas, leaf)
  select $1::int, m.position, t.stream, t.version, t.type, t.schema_version, $2::text || '.' || (t.n - 1), $2::text,
    $3::text, $4::bigint, t.payload, coalesce(string_to_array(nullif(t.accounts, ''), ','), '{}'),
    coalesce(string_to_array(nullif(t.assets, ''), ','), '{}'),
    coalesce(string_to_array(nullif(t.deltas, ''), ',')::bigint[], '{}'), $7::bytea
  from numbered m join unnest($8::text[], $9::bigint[], $10::text[], $11::int[], $12::text[], $13::text[], $14::text[],
    $15::text[]) with ordinality as t(stream, version, type, schema_version, payload, accounts, assets, deltas, n)
    on t.n = m.n
  returning position
), command as (
  insert into commands (command_id, request_hash, position, answer)
  select $2::text, $5::bytea, max(position), $6::text from event returning position
), seeds_in as (
  insert into sealed_seeds (commitment, owner, pair, sealed)
  select * from unnest($16::text[], $17::text[], $18::int[], $19::text[])
), held as materialized (
  ${LOCKED("unnest($20::text[], $21::text[]) as k(account, asset)")}
), legs as materialized (
  select m.position, t.* from unnest($23::int[], $24::int[], $25::text[], $26::text[], $27::bigint[], $28::bigint[])
      as t(n, leg, account, asset, delta, later)
    join numbered m on m.n = t.n
), changed as (
  insert into ${BASELINE_HOLDINGS} (log_id, account, asset, number, amount)
  select $1::int, k.account, k.asset, o.number, coalesce(held.amount, 0) + k.delta
  from unnest($20::text[], $21::text[], $22::bigint[]) as k(account, asset, delta)
    join (select account, asset, min(${entryNumberSql("position", "leg")}) as number from legs group by account, asset) o
      on o.account = k.account and o.asset = k.asset
    left join held on held.account = k.account and held.asset = k.asset
  on conflict (log_id, account, asset) do update set amount = excluded.amount
  returning account, asset, number, amount
), entries_in as (
  ${insertRunsSql(`
  select $1::int as log_id, t.position, t.leg, c.number as holding, t.delta, c.amount - t.later as balance_after
  from legs t join changed c on c.account = t.account and c.asset = t.asset`)}
)
select position from command`;

/** Writes all rows of a command. @returns the position of its last event */
async function write(
  tx: Sql,
  what: {
    readonly submission: Submission;
    readonly at: number;
    readonly written: readonly Written[];
    readonly sideRows: readonly SideRow[];
    readonly answer: JsonObject;
  },
): Promise<number> {
  const { submission, written } = what;
  const seeds = what.sideRows.map(({ row }) => row as SealedSeedRow);
  const ofEvents = (value: (one: Written) => string | number): SqlValue => arrayLiteral(written.map(value));
  const joined = (key: "account" | "asset" | "delta") =>
    ofEvents(({ event }) => event.postings.map((leg) => leg[key]).join(","));
  const [row] = await tx.run<{ position: bigint }>({
    name: "bench_write_all",
    text: WRITE,
    values: [
      LOG_ID,
      submission.commandId,
      submission.actor,
      what.at,
      submission.requestHash,
      JSON.stringify(what.answer),
      LEAF,
      ofEvents(({ event }) => event.stream),
      ofEvents(({ version }) => version),
      ofEvents(({ event }) => event.type),
      ofEvents(({ event }) => event.schemaVersion),
      ofEvents(({ event }) => canonicalJson(event.payload)),
      joined("account"),
      joined("asset"),
      joined("delta"),
      ...(["commitment", "owner", "pair", "sealed"] as const).map((key) =>
        arrayLiteral(seeds.map((seed) => seed[key])),
      ),
      ...movesOf(written.map(({ event }) => event)),
    ],
  });
  invariant(row !== undefined, "events that were inserted have a position");
  return Number(row.position);
}

/** The total change of each holding, and each entry with the sum of later legs of its holding: as columns. */
function movesOf(events: readonly NewEvent[]): readonly SqlValue[] {
  const legs = events.flatMap(({ postings }, index) =>
    postings.map((posting, leg) => ({ n: index + 1, leg, ...posting })),
  );
  const sums = new Map<string, { readonly account: string; readonly asset: string; delta: bigint }>();
  const later = legs.map(() => 0n);
  for (let i = legs.length - 1; i >= 0; i -= 1) {
    const { account, asset, delta } = legs[i] as (typeof legs)[number];
    const sum = sums.get(holdingKey(account, asset)) ?? { account, asset, delta: 0n };
    later[i] = sum.delta;
    sum.delta += delta;
    sums.set(holdingKey(account, asset), sum);
  }
  const changes = [...sums.values()];
  return [
    ...(["account", "asset", "delta"] as const).map((key) => arrayLiteral(changes.map((one) => one[key]))),
    ...(["n", "leg", "account", "asset", "delta"] as const).map((key) =>
      arrayLiteral(legs.map((one) => one[key])),
    ),
    arrayLiteral(later),
  ];
}
