import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { decodeEvent } from "#domain/kernel/events/stored-event.ts";
import { readEvent, UnreadableEventError } from "#domain/kernel/events/stream-kind.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import type { Sql } from "#projections/kernel/sql.ts";
import type { SeenIds } from "../exported/seen-ids.ts";
import { BooksCheck, expectWholePostings } from "./books-check.ts";
import { ChainCheck, type ChainEnd, readPayload } from "./chain-check.ts";
import { CommandsCheck } from "./commands-check.ts";
import { beginChecks, type CheckPass, flushing } from "./log-check.ts";
import type { LogModel } from "./log-model.ts";
import { BadLog, expectAt } from "./problem.ts";
import type { LogSlice, StoredCommand, StoredEntries, StoredEvent, StoredSnapshot } from "./slices.ts";
import { StreamsCheck } from "./streams-check.ts";

/** The result for a log that verified completely. */
export interface VerifiedLog {
  readonly end: ChainEnd;
  /** How many results were recomputed from revealed secrets. */
  readonly recomputed: number;
  readonly books: BooksCheck;
  /** Compares tables beside the log with it. @throws BadLog when they differ */
  checkTables(tx: Sql): Promise<void>;
}

/**
 * Verifies a log from its stored rows alone, in one pass in the order of positions: chain, streams, books, draws and
 * commands. Needs nothing but Node, so it can run far from the database.
 * @throws BadLog at the first wrong position
 */
export async function verifyEvents(
  slices: AsyncIterable<LogSlice>,
  options: {
    readonly logId: number;
    readonly snapshots: readonly StoredSnapshot[];
    readonly model: LogModel;
    /** The ids of commands before, which are checked to be used once; left out where a primary key does that. */
    readonly seen?: SeenIds;
  },
): Promise<VerifiedLog> {
  const chain = new ChainCheck(options.logId);
  const pass = new Pass(options, chain);
  for await (const slice of slices) pass.slice(slice);
  return { ...pass.close(), end: chain.end };
}

/**
 * The same without the chain, which other threads follow meanwhile: its result holds only if the chain is right.
 * @throws BadLog or Error at the first problem found
 */
export async function verifyContents(
  slices: AsyncIterable<LogSlice>,
  options: Parameters<typeof verifyEvents>[1],
): Promise<Omit<VerifiedLog, "end">> {
  const pass = new Pass(options, null);
  for await (const slice of slices) pass.slice(slice);
  return pass.close();
}

/** The other rows at the position of an event. */
interface RowsOfEvent {
  /** Null if entries are not verified. */
  readonly entries: StoredEntries | null | undefined;
  readonly commands: readonly StoredCommand[];
}

class Pass {
  readonly #eventTypes: LogModel["eventTypes"];
  /** Null if other threads follow it. */
  readonly #chain: ChainCheck | null;
  #position = 0;
  readonly #streams: StreamsCheck;
  readonly #books: BooksCheck;
  readonly #commands: CommandsCheck;
  readonly #passes: readonly CheckPass[];

  constructor({ snapshots, model, seen }: Parameters<typeof verifyEvents>[1], chain: ChainCheck | null) {
    this.#eventTypes = model.eventTypes;
    this.#chain = chain;
    this.#streams = new StreamsCheck(snapshots, model);
    this.#books = new BooksCheck(model.leastHolding);
    this.#commands = new CommandsCheck(model.checks, seen ?? null);
    this.#passes = beginChecks(model.checks);
  }

  slice(slice: LogSlice): void {
    flushing(this.#passes, () => this.#follow(slice));
  }

  #follow({ events, blocks, entries: stored, commands }: LogSlice): void {
    const entries = stored ?? [];
    let block = 0;
    let entry = 0;
    let command = 0;
    for (const event of events) {
      const { position } = event;
      expectNoneBefore(position, entries[entry], "an entry");
      expectNoneBefore(position, commands[command], "the answer to a command");
      const found = entries[entry]?.position === position ? entries[entry] : undefined;
      if (found !== undefined) entry += 1;
      const first = command;
      while (commands[command]?.position === position) command += 1;
      const own = stored === null ? null : found;
      this.#readable(event, { entries: own, commands: commands.slice(first, command) });
      for (; (blocks[block]?.to ?? position + 1) <= position; block += 1) {
        const ended = blocks[block];
        if (ended !== undefined) this.#chain?.block(ended);
      }
    }
    const end = this.#position;
    expectNoneBefore(Number.POSITIVE_INFINITY, entries[entry], "an entry");
    expectNoneBefore(Number.POSITIVE_INFINITY, commands[command], "the answer to a command");
    const late = blocks[block];
    expectAt(end + 1, late === undefined, () => {
      return `Block ${late?.number} goes on to position ${late?.to}, where there is no event.`;
    });
  }

  /** An error while following an event is a problem of the log, with its position. */
  #readable(stored: StoredEvent, rows: RowsOfEvent): void {
    try {
      this.#event(stored, rows);
    } catch (error) {
      if (error instanceof BadLog) throw error;
      throw new BadLog(stored.position, `The event cannot be followed: ${(error as Error).message}.`);
    }
  }

  #event(stored: StoredEvent, rows: RowsOfEvent): void {
    this.#commands.begin(stored);
    this.#chain?.place(stored);
    this.#position = stored.position;
    const before = this.#streams.next(stored);
    expectWholePostings(stored);
    const chain = this.#chain;
    const payload = chain === null ? JSON.parse(stored.payload) : readPayload(stored);
    const raw = decodeEvent(stored, payload as JsonObject);
    chain?.leaf(raw, stored);
    this.#books.post(raw, rows.entries);
    const event = this.#present(raw);
    for (const pass of this.#passes) pass.event?.(event, before, this.#amountOf);
    this.#streams.fold(event);
    this.#commands.event(event, rows.commands, this.#amountOf);
  }

  /** The event as passes and folds see it: upcast to the present schema version. */
  #present(event: RecordedEvent): RecordedEvent {
    try {
      const { payload } = readEvent(event, this.#eventTypes);
      return { ...event, payload };
    } catch (error) {
      if (error instanceof UnreadableEventError) throw new BadLog(event.position, error.message);
      throw error;
    }
  }

  readonly #amountOf = (account: string, asset: string): bigint | null =>
    this.#books.amountOf(account, asset);

  close(): Omit<VerifiedLog, "end"> {
    this.#chain?.close();
    this.#commands.close();
    const position = this.#position;
    this.#streams.close(position);
    for (const pass of this.#passes) pass.end?.(position);
    return {
      recomputed: this.#passes.reduce((sum, { recomputed = 0 }) => sum + recomputed, 0),
      books: this.#books,
      checkTables: async (tx) => {
        const folded = { position, states: this.#streams.states.bind(this.#streams) };
        for (const pass of this.#passes) await pass.tables?.(folded, tx);
      },
    };
  }
}

function expectNoneBefore(
  position: number,
  row: { readonly position: number } | undefined,
  what: string,
): void {
  if (row === undefined) return;
  expectAt(row.position, row.position >= position, () => `There is no event, but ${what}.`);
}
