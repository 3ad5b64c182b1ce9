import { type Account, type Asset, house, playerAccount } from "#domain/accounts/account.ts";
import { BANK_FUNDS } from "#domain/features/bank/bank.ts";
import { eventTypes, playerStreamKind } from "#domain/features/registry.ts";
import type { Decision } from "#domain/kernel/decision.ts";
import type { NewEvent, RecordedEvent } from "#domain/kernel/events/event.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { canonicalJson, type JsonObject } from "#domain/kernel/json.ts";
import { entryNumberSql } from "#domain/ledger/entry-number.ts";
import { isBalanced } from "#domain/ledger/posting.ts";
import { arrayLiteral, type Database, type Row, type Sql } from "#projections/kernel/sql.ts";
import { asError, sqlState } from "#service/db/errors.ts";
import { outcomeOf } from "#service/event-store/append/outcomes.ts";
import { lookUpCommands } from "#service/event-store/commands/command-lookup.ts";
import type { LogView, Outcome, Submission } from "#service/event-store/commands/submission.ts";
import { loadNeeds } from "#service/event-store/states/loader.ts";
import type { StreamEntry } from "#service/event-store/states/states.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { Vault } from "#service/features/seed-pairs/vault.ts";
import type { Sealer } from "#service/keys/seal.ts";
import type { BetTaker } from "#service/lab/bench/play/players.ts";

/** The sequence that numbers events here; part of the template database. */
export const POSITIONS = "bench_positions";

/**
 * What accounts hold, a row for each that its transactions lock and change, as the product kept it before it read
 * amounts from the newest entries; part of the template database.
 */
export const BASELINE_HOLDINGS = "bench_holdings";
/** Entries under the names of those holdings. */
export const BASELINE_ENTRIES = "bench_entries";

/** Makes both from what the log holds. */
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

/** Stands in every leaf: without a chain there is nothing to hash. */
export const LEAF = new Uint8Array(32);
const SEEDS_PER_PLAYER = 3;
const UNIQUE_VIOLATION = "23505";

/**
 * The baseline: a ledger as it is usually written, with one transaction for each bet and the same durable rows
 * (event with its postings, entries, both holdings, answer). Transactions share the disk's flushes but not their
 * statements; the house's holding is a row that all of them change, so it is locked last and for the shortest time.
 * Streams and seeds are kept in memory, as the writer does; there is no chain, which would make them wait in line.
 */
export class TransactionPerBet implements BetTaker {
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #streams = new Map<string, StreamEntry>();
  /** The newest command of each player: the next one waits for it, as it needs the state that it leaves. */
  readonly #last = new Map<string, Promise<unknown>>();
  /** The newest position it has made. */
  readonly head = { position: 0 };

  private constructor(db: Database, vault: Vault) {
    this.#db = db;
    this.#vault = vault;
  }

  /** Loads the streams and seeds of these players. */
  static async open(
    db: Database,
    { sealer, players }: { readonly sealer: Sealer; readonly players: readonly string[] },
  ): Promise<TransactionPerBet> {
    const vault = new Vault({ sealer, logId: LOG_ID, max: players.length * SEEDS_PER_PLAYER });
    const baseline = new TransactionPerBet(db, vault);
    const needs = players.map(
      (id) => ({ stream: { kind: playerStreamKind, name: `player:${id}` } }) as const,
    );
    const { streams } = await loadNeeds(needs, { sql: db, secrets: vault, logId: LOG_ID, eventTypes });
    for (const stream of streams) baseline.#streams.set(stream.name, stream);
    return baseline;
  }

  /** Whether commands are taken: always. */
  readonly isTakingCommands = true;

  async submit<A extends JsonObject>(submission: Submission<A>): Promise<Outcome<A>> {
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
    try {
      const done = await this.#db.transaction((tx) => this.#inTransaction(submission, tx));
      if (done.kind === "refused") return done;
      const { entry, event, position, answer } = done;
      entry.state = entry.kind.evolve(
        entry.state,
        { ...event, recordedAt: submission.at } as RecordedEvent,
        entry.name,
      );
      entry.version += 1;
      this.head.position = Math.max(this.head.position, position);
      return { kind: "committed", position, answer, duplicate: false };
    } catch (error) {
      if (sqlState(error) !== UNIQUE_VIOLATION) return { kind: "failed", error: asError(error) };
      const found = await lookUpCommands([submission.commandId], this.#db);
      const committed = found.get(submission.commandId);
      if (committed === undefined) return { kind: "failed", error: asError(error) };
      return outcomeOf(committed, submission.requestHash) as Outcome<A>;
    }
  }

  async #inTransaction<A extends JsonObject>(submission: Submission<A>, tx: Sql): Promise<Done<A>> {
    const account = playerAccount(submission.owner);
    const held = await tx.run<HeldRow>({ name: "bench_hold", text: HOLD, values: [LOG_ID, account] });
    const decision = submission.decide(this.#viewOf(submission, held));
    if ("refused" in decision) return { kind: "refused", refusal: decision.refused };
    const { answer } = decision;
    const { event, entry } = this.#single(decision);
    const position = await record(tx, { submission, event, version: entry.version + 1, answer });
    await settle(tx, { event, account, position });
    return { kind: "written", position, answer, event, entry };
  }

  #viewOf({ owner, at }: Submission, held: readonly HeldRow[]): LogView {
    return {
      at,
      secrets: this.#vault.forCommand(owner),
      stream: (kind, name) => (this.#streams.get(name)?.state ?? kind.initial) as never,
      needs: () => {},
      holding: (account: Account, asset: Asset) => {
        // The bank carries every bet of the bench: locking its row, or reading it, would only slow this side.
        if (account === house) return BANK_FUNDS;
        return held.find((row) => row.asset === asset)?.amount ?? 0n;
      },
    };
  }

  #single(decision: Exclude<Decision, { readonly refused: unknown }>): {
    readonly event: NewEvent;
    readonly entry: StreamEntry;
  } {
    const [event, ...more] = decision.events;
    invariant(event !== undefined && more.length === 0, "a bet is one event");
    invariant(isBalanced(event.postings), "the postings of a bet sum to zero");
    const entry = this.#streams.get(event.stream);
    invariant(entry !== undefined, "a bet is of a player who was loaded");
    return { event, entry };
  }
}

type Done<A> =
  | Extract<Outcome, { readonly kind: "refused" }>
  | {
      readonly kind: "written";
      readonly position: number;
      readonly answer: A;
      readonly event: NewEvent;
      readonly entry: StreamEntry;
    };

interface HeldRow extends Row {
  readonly asset: string;
  readonly amount: bigint;
}

const HOLD = `select asset, amount from ${BASELINE_HOLDINGS}
  where log_id = $1::int and account = $2::text and asset in ('RBX', 'TIX') for update`;

const RECORD = `
with event as (
  insert into events (log_id, position, stream, version, type, schema_version, event_id, command_id, actor,
    recorded_at, payload, accounts, assets, deltas, leaf)
  values ($1::int, nextval('${POSITIONS}'), $2::text, $3::bigint, $4::text, $5::int, $6::text, $7::text, $8::text,
    $9::bigint, $10::text, $11::text[], $12::text[], $13::bigint[], $14::bytea)
  returning position
)
insert into commands (command_id, request_hash, position, answer)
select $7::text, $15::bytea, position, $16::text from event returning position`;

async function record(
  tx: Sql,
  what: {
    readonly submission: Submission;
    readonly event: NewEvent;
    readonly version: number;
    readonly answer: JsonObject;
  },
): Promise<number> {
  const { submission, event } = what;
  const [row] = await tx.run<{ position: bigint }>({
    name: "bench_record",
    text: RECORD,
    values: [
      LOG_ID,
      event.stream,
      what.version,
      event.type,
      event.schemaVersion,
      `${submission.commandId}.0`,
      submission.commandId,
      submission.actor,
      submission.at,
      canonicalJson(event.payload),
      arrayLiteral(event.postings.map((leg) => leg.account)),
      arrayLiteral(event.postings.map((leg) => leg.asset)),
      arrayLiteral(event.postings.map((leg) => leg.delta)),
      LEAF,
      submission.requestHash,
      JSON.stringify(what.answer),
    ],
  });
  invariant(row !== undefined, "an event that was inserted has a position");
  return Number(row.position);
}

/** Both holdings and all entries in one statement; the house's row is changed once the player's is. */
const SETTLE = `
with own as (
  update ${BASELINE_HOLDINGS} set amount = amount + $4::bigint
  where log_id = $1::int and account = $2::text and asset = $3::text returning amount, number
), bank as (
  update ${BASELINE_HOLDINGS} h set amount = h.amount - $4::bigint from own
  where h.log_id = $1::int and h.account = 'house' and h.asset = $3::text returning h.amount, h.number
)
insert into entry_runs (log_id, holding, first_entry, entries)
select $1::int, case when t.account = 'house' then bank.number else own.number end, min(t.leg) + ${entryNumberSql("$5::bigint", "0")},
  array_agg(array[t.leg - t.first_leg, t.delta, case when t.account = 'house' then bank.amount else own.amount end - t.later]
    order by t.leg)
from own, bank, (
  select *, min(leg) over (partition by account) as first_leg
  from unnest($6::int[], $7::text[], $8::bigint[], $9::bigint[]) as t(leg, account, delta, later)
) t group by 2`;

async function settle(
  tx: Sql,
  {
    event,
    account,
    position,
  }: { readonly event: NewEvent; readonly account: Account; readonly position: number },
): Promise<void> {
  const { postings } = event;
  const asset = postings[0]?.asset ?? "";
  const isPlain = postings.every((leg) => leg.asset === asset && [account, house].includes(leg.account));
  invariant(isPlain, "a bet moves one asset between its player and the house");
  const own = postings.reduce((sum, leg) => (leg.account === account ? sum + leg.delta : sum), 0n);
  // What an account holds after a leg is what it holds in the end less what later legs add.
  const later = postings.map((leg, index) =>
    postings
      .slice(index + 1)
      .reduce((sum, next) => (next.account === leg.account ? sum + next.delta : sum), 0n),
  );
  await tx.run({
    name: "bench_settle",
    text: SETTLE,
    values: [
      LOG_ID,
      account,
      asset,
      own,
      position,
      arrayLiteral(postings.map((_, leg) => leg)),
      arrayLiteral(postings.map((leg) => leg.account)),
      arrayLiteral(postings.map((leg) => leg.delta)),
      arrayLiteral(later),
    ],
  });
}
