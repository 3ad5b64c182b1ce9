import { coinflipSecrets } from "#domain/features/live-coinflips/coinflip.ts";
import { coinflipStreamKind, playerStreamKind } from "#domain/features/registry.ts";
import type { RecordedEvent, StreamName } from "#domain/kernel/event.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { PAIR_OF_GAME } from "#service/features/seed-pairs/command-seeds.ts";
import { BooksCheck, readPostings } from "./books-check.ts";
import { ChainCheck, type ChainEnd, readPayload } from "./chain-check.ts";
import { CoinflipsCheck } from "./coinflips-check.ts";
import { CommandsCheck } from "./commands-check.ts";
import { BadLog, expectAt } from "./problem.ts";
import { SeedsCheck } from "./seeds-check.ts";
import type { LogSlice, StoredCommand, StoredEntries, StoredEvent, StoredSnapshot } from "./slices.ts";
import { StreamsCheck } from "./streams-check.ts";

/** A seed that a player was promised and that is not revealed yet. */
export interface Commitment {
  readonly commitment: string;
  /** To whose place it is sealed: a player's id, or a game's stream. */
  readonly owner: string;
  readonly pair: number;
}

/** What a log comes to once all of it was found right. */
export interface VerifiedLog {
  readonly end: ChainEnd;
  readonly flipsRecomputed: number;
  readonly books: BooksCheck;
  /** Every commitment that is still to be revealed. */
  commitments(): Iterable<Commitment>;
}

/**
 * Verifies a log from its stored rows alone, in one pass, in the order of positions: chain, streams, books, draws and
 * commands. Needs nothing but Node, so that it can be run far from the database.
 * @throws BadLog at the first position that is wrong
 */
export async function verifyEvents(
  slices: AsyncIterable<LogSlice>,
  { logId, snapshots }: { readonly logId: number; readonly snapshots: readonly StoredSnapshot[] },
): Promise<VerifiedLog> {
  const pass = new Pass(logId, snapshots);
  for await (const slice of slices) pass.slice(slice);
  return pass.close();
}

/** What else stands at the position of an event. */
interface RowsOfEvent {
  /** Null where entries are not part of what is verified. */
  readonly entries: StoredEntries | null | undefined;
  readonly commands: readonly StoredCommand[];
}

class Pass {
  readonly #chain: ChainCheck;
  readonly #streams: StreamsCheck;
  readonly #books = new BooksCheck();
  readonly #seeds = new SeedsCheck();
  readonly #coinflips = new CoinflipsCheck();
  readonly #commands = new CommandsCheck();

  constructor(logId: number, snapshots: readonly StoredSnapshot[]) {
    this.#chain = new ChainCheck(logId);
    this.#streams = new StreamsCheck(snapshots);
  }

  slice({ events, blocks, entries: stored, commands }: LogSlice): void {
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
        if (ended !== undefined) this.#chain.block(ended);
      }
    }
    const end = this.#chain.end.position;
    expectNoneBefore(Number.POSITIVE_INFINITY, entries[entry], "an entry");
    expectNoneBefore(Number.POSITIVE_INFINITY, commands[command], "the answer to a command");
    const late = blocks[block];
    expectAt(end + 1, late === undefined, () => {
      return `Block ${late?.number} goes on to position ${late?.to}, where there is no event.`;
    });
  }

  /** A payload that nothing can follow is the log's fault as well, and has a position. */
  #readable(stored: StoredEvent, rows: RowsOfEvent): void {
    try {
      this.#event(stored, rows);
    } catch (error) {
      if (error instanceof BadLog) throw error;
      throw new BadLog(stored.position, `The event cannot be followed: ${(error as Error).message}.`);
    }
  }

  #event(stored: StoredEvent, rows: RowsOfEvent): void {
    this.#commands.begin(stored.commandId);
    this.#chain.place(stored);
    const before = this.#streams.next(stored);
    const postings = readPostings(stored);
    const payload = readPayload(stored) as JsonObject;
    const columns = {
      position: stored.position,
      stream: stored.stream as StreamName,
      version: stored.version,
      type: stored.type,
      schemaVersion: stored.schemaVersion,
      eventId: stored.eventId,
      commandId: stored.commandId,
      actor: stored.actor,
      recordedAt: stored.recordedAt,
      payload,
      postings,
    };
    const event: RecordedEvent =
      stored.alsoIn === null ? columns : { ...columns, alsoIn: stored.alsoIn as StreamName[] };
    this.#chain.leaf(event, stored);
    this.#books.post(event, rows.entries);
    this.#seeds.event(event, before, this.#amountOf);
    this.#coinflips.event(event, before);
    this.#streams.fold(event);
    this.#commands.event(event, rows.commands, this.#amountOf);
  }

  readonly #amountOf = (account: string, asset: string): bigint | null =>
    this.#books.amountOf(account, asset);

  close(): VerifiedLog {
    this.#chain.close();
    this.#commands.close();
    const { end } = this.#chain;
    this.#streams.close(end.position);
    return {
      end,
      flipsRecomputed: this.#seeds.recomputed + this.#coinflips.recomputed,
      books: this.#books,
      commitments: () => commitmentsOf(this.#streams),
    };
  }
}

function* commitmentsOf(streams: StreamsCheck): Generator<Commitment> {
  for (const [stream, player] of streams.states(playerStreamKind)) {
    if (player.status === "absent") continue;
    const owner = stream.slice(stream.indexOf(":") + 1);
    yield { commitment: player.serverSeedHash, owner, pair: player.pair };
    yield { commitment: player.nextServerSeedHash, owner, pair: player.pair + 1 };
  }
  for (const [owner, coinflip] of streams.states(coinflipStreamKind))
    for (const commitment of coinflipSecrets(coinflip)) yield { commitment, owner, pair: PAIR_OF_GAME };
}

function expectNoneBefore(
  position: number,
  row: { readonly position: number } | undefined,
  what: string,
): void {
  if (row === undefined) return;
  expectAt(row.position, row.position >= position, () => `There is no event, but ${what}.`);
}
