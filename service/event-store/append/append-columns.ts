import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { entryNumber } from "#domain/ledger/entry-number.ts";
import type { Posting } from "#domain/ledger/posting.ts";
import type { SqlValue } from "#projections/kernel/sql.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import type { EntryRun, HoldingEntry } from "#service/event-store/states/states.ts";
import { type SideRow, type SideTable, sideValues } from "./side-tables.ts";

/** Texts as one parameter, for `string_to_array`. No column holds a line break: JSON escapes it, ids have none. */
const lines = (texts: readonly string[]): string => texts.join("\n");
/** A name in a comma-separated line. One with a comma would be stored as two names, which the leaf does not cover. */
function listed(name: string): string {
  invariant(!name.includes(","), `the name ${name} has no comma`);
  return name;
}
/** The accounts or assets of an event's postings, as one line. */
function legs(postings: readonly Posting[], part: "account" | "asset"): string {
  let line = "";
  for (let leg = 0; leg < postings.length; leg += 1) {
    const text = listed((postings[leg] as Posting)[part]);
    line = leg === 0 ? text : `${line},${text}`;
  }
  return line;
}
/** Whole numbers as the text of a PostgreSQL array. */
const numbers = (values: readonly (number | bigint | string)[]): string => `{${values.join(",")}}`;

/** The rows of a batch as parallel columns, ready to be sent as arrays. */
export class AppendColumns {
  readonly #events = {
    stream: [] as string[],
    version: [] as number[],
    type: [] as string[],
    schemaVersion: [] as number[],
    eventId: [] as string[],
    commandId: [] as string[],
    actor: [] as string[],
    recordedAt: [] as number[],
    payload: [] as string[],
    accounts: [] as string[],
    assets: [] as string[],
    deltas: [] as string[],
    alsoIn: [] as string[],
  };
  readonly #runs = { holding: [] as string[], first: [] as string[], entries: [] as string[] };
  readonly #opened = {
    account: [] as string[],
    asset: [] as string[],
    number: [] as string[],
    amount: [] as bigint[],
  };
  readonly #holdings = { number: [] as string[], amount: [] as bigint[] };
  readonly #commands = {
    commandId: [] as string[],
    position: [] as number[],
    answer: [] as string[],
  };
  /** Hashes of 32 bytes, one character per byte, sent end to end and cut apart in SQL. */
  readonly #leaves: string[] = [];
  readonly #requestHashes: Uint8Array[] = [];
  readonly #sideTables: readonly SideTable[];
  readonly #sideRows: SideRow[] = [];
  #characters = 0;
  readonly #mark = { events: 0, runs: 0, commands: 0, sideRows: 0, characters: 0 };

  constructor(sideTables: readonly SideTable[]) {
    this.#sideTables = sideTables;
  }

  /** Length of all payloads and answers. */
  get characters(): number {
    return this.#characters;
  }

  event(
    event: RecordedEvent,
    { payload, deltas, leaf }: { readonly payload: string; readonly deltas: string; readonly leaf: string },
  ): void {
    const to = this.#events;
    to.stream.push(event.stream);
    to.version.push(event.version);
    to.type.push(event.type);
    to.schemaVersion.push(event.schemaVersion);
    to.eventId.push(event.eventId);
    to.commandId.push(event.commandId);
    to.actor.push(event.actor);
    to.recordedAt.push(event.recordedAt);
    to.payload.push(payload);
    to.accounts.push(legs(event.postings, "account"));
    to.assets.push(legs(event.postings, "asset"));
    to.deltas.push(deltas);
    to.alsoIn.push(event.alsoIn === undefined ? "" : event.alsoIn.map(listed).join(","));
    this.#leaves.push(leaf);
    this.#characters += payload.length;
  }

  /** Adds a run of entries to the holding with this number. */
  run(holding: string, { position, leg, entries }: EntryRun): void {
    this.#runs.holding.push(holding);
    this.#runs.first.push(entryNumber(position, leg));
    this.#runs.entries.push(`{${entries}}`);
  }

  /** A holding that the batch opened. */
  openedHolding({ account, asset, number, amount }: HoldingEntry): void {
    this.#opened.account.push(account);
    this.#opened.asset.push(asset);
    this.#opened.number.push(number);
    this.#opened.amount.push(amount);
  }

  /** A holding that was there before the batch. */
  holding({ number, amount }: HoldingEntry): void {
    this.#holdings.number.push(number);
    this.#holdings.amount.push(amount);
  }

  command(command: {
    readonly submission: Submission;
    readonly position: number;
    readonly text: string;
    /** A decided command with the rows that its decision wrote beside the events; the submission may bring more. */
    readonly sideRows: readonly SideRow[];
  }): void {
    this.#commands.commandId.push(command.submission.commandId);
    this.#requestHashes.push(command.submission.requestHash);
    this.#commands.position.push(command.position);
    this.#commands.answer.push(command.text);
    this.#bring(command.sideRows);
    if (command.submission.sideRows !== undefined) this.#bring(command.submission.sideRows);
    this.#characters += command.text.length;
  }

  /** Adds rows beside the log. A row of a table that the statement does not write would be lost: it throws. */
  #bring(rows: readonly SideRow[]): void {
    for (const row of rows) {
      const { name } = row.table;
      invariant(this.#sideTables.includes(row.table), `the append statement writes the rows of ${name}`);
      this.#sideRows.push(row);
    }
  }

  /** Sets the mark for `cutToMark`. */
  mark(): void {
    const to = this.#mark;
    to.events = this.#leaves.length;
    to.runs = this.#runs.holding.length;
    to.commands = this.#requestHashes.length;
    to.sideRows = this.#sideRows.length;
    to.characters = this.#characters;
  }

  /** Drops every row after the mark. Holdings are added when the batch is sealed, and need no cutting. */
  cutToMark(): void {
    const to = this.#mark;
    for (const column of Object.values(this.#events)) column.length = to.events;
    for (const column of Object.values(this.#runs)) column.length = to.runs;
    for (const column of Object.values(this.#commands)) column.length = to.commands;
    this.#leaves.length = to.events;
    this.#requestHashes.length = to.commands;
    this.#sideRows.length = to.sideRows;
    this.#characters = to.characters;
  }

  /** The leaves end to end, 32 bytes each. */
  leaves(): Uint8Array {
    return Buffer.from(this.#leaves.join(""), "latin1");
  }

  /**
   * The further streams: one line per event, then each alone with the place of its event, from 1. Null in a batch
   * without any, which uses the shorter statement.
   */
  shared(): SqlValue[] | null {
    const { alsoIn } = this.#events;
    const streams: string[] = [];
    const places: number[] = [];
    for (const [index, names] of alsoIn.entries()) {
      if (names === "") continue;
      for (const name of names.split(",")) {
        streams.push(name);
        places.push(index + 1);
      }
    }
    return streams.length === 0 ? null : [lines(alsoIn), lines(streams), numbers(places)];
  }

  /** The columns of the holdings that the batch opened; null without one. */
  opened(): SqlValue[] | null {
    const { account, asset, number, amount } = this.#opened;
    return number.length === 0 ? null : [lines(account), lines(asset), numbers(number), numbers(amount)];
  }

  /** The rows beside the log, for each table; null without one. */
  beside(): SqlValue[] | null {
    return sideValues(this.#sideTables, this.#sideRows);
  }

  /** The columns that every batch has, in the order of the append statement's parameters. */
  values(): SqlValue[] {
    const e = this.#events;
    const r = this.#runs;
    const h = this.#holdings;
    const c = this.#commands;
    return [
      lines(e.stream),
      numbers(e.version),
      lines(e.type),
      numbers(e.schemaVersion),
      lines(e.eventId),
      lines(e.commandId),
      lines(e.actor),
      numbers(e.recordedAt),
      lines(e.payload),
      lines(e.accounts),
      lines(e.assets),
      lines(e.deltas),
      this.leaves(),
      numbers(r.holding),
      numbers(r.first),
      lines(r.entries),
      numbers(h.number),
      numbers(h.amount),
      lines(c.commandId),
      Buffer.concat(this.#requestHashes),
      numbers(c.position),
      lines(c.answer),
    ];
  }
}
