import { toHex } from "#domain/kernel/bytes.ts";
import { GENESIS_HASH } from "#domain/ledger/block.ts";
import type { LedgerKeys } from "#domain/ledger/proof.ts";
import type { SignedHead } from "#domain/ledger/receipt.ts";
import type { Database, Sql } from "#projections/kernel/sql.ts";
import { LOG_ID } from "#service/event-store/writer-options.ts";
import { logName, SIGNED_HEAD_COLUMNS, signedHeadOf } from "#service/ledger/heads/signed-heads.ts";
import { databaseSlices } from "../verifier/database-slices.ts";
import type { LogSlice, StoredBlock, StoredCommand, StoredEvent } from "../verifier/slices.ts";
import { rowsOf } from "../verifier/tables/tables-check.ts";
import { EXPORT_FORMAT, lineText } from "./lines.ts";

/** Approximate characters per piece, so that the next is read while this one is written. */
const PIECE_CHARS = 256 * 1024;

export interface ExportOptions {
  readonly logId?: number;
  /** The public keys whose signatures count, for readers of the export. */
  readonly keys: LedgerKeys["keys"];
  /** Milliseconds. */
  readonly now: () => number;
  /** Receives a piece of the text; the next one follows when its promise is fulfilled. */
  readonly write: (piece: string) => Promise<void>;
}

/** The size of the export. */
export interface Exported {
  readonly events: number;
  readonly blocks: number;
}

/** Writes a log line by line, as of one moment, in constant memory; a writer may run meanwhile. */
export async function exportLog(db: Database, options: ExportOptions): Promise<Exported> {
  return db.transaction((tx) => exportIn(tx, options), { isolation: "repeatable read", readOnly: true });
}

async function exportIn(tx: Sql, options: ExportOptions): Promise<Exported> {
  const { logId = LOG_ID, keys, now, write } = options;
  await tx.query("set local statement_timeout = 0");
  await tx.query("set local cursor_tuple_fraction = 1");
  const heads = new HeadsInOrder(tx, logId);
  const last = { position: 0, block: 0, hash: toHex(GENESIS_HASH) };
  let text =
    lineText({
      kind: "log",
      format: EXPORT_FORMAT,
      log: logName(logId),
      exportedAt: new Date(now()).toISOString(),
    }) + lineText({ kind: "keys", keys: [...keys] });
  for await (const slice of databaseSlices(tx, logId, { withEntries: false })) {
    for (const line of linesOf(slice)) {
      text += line.text;
      last.position = line.position;
      if (line.block !== null) {
        last.block = line.block.number;
        last.hash = toHex(line.block.hash);
        for (const head of await heads.of(line.block.number)) text += lineText({ kind: "head", ...head });
      }
      if (text.length < PIECE_CHARS) continue;
      await write(text);
      text = "";
    }
  }
  // Heads of blocks that the log lacks: left out, a log that was cut off would look right.
  for (const head of await heads.of(Number.POSITIVE_INFINITY)) text += lineText({ kind: "head", ...head });
  await write(text + lineText({ kind: "end", ...last }));
  return { events: last.position, blocks: last.block };
}

interface Line {
  readonly text: string;
  readonly position: number;
  /** The block that ends at this line. */
  readonly block: StoredBlock | null;
}

/** The lines of a slice: each event, then the answers at its position, then the block that ends there. */
function* linesOf({ events, commands, blocks }: LogSlice): Generator<Line> {
  let command = 0;
  let block = 0;
  for (const event of events) {
    const { position } = event;
    yield { text: eventText(event), position, block: null };
    for (let answered = commands[command]; (answered?.position ?? position + 1) <= position; ) {
      yield { text: commandText(answered as StoredCommand), position, block: null };
      command += 1;
      answered = commands[command];
    }
    for (let ended = blocks[block]; (ended?.to ?? position + 1) <= position; ) {
      yield { text: blockText(ended as StoredBlock), position, block: ended as StoredBlock };
      block += 1;
      ended = blocks[block];
    }
  }
}

function eventText(event: StoredEvent): string {
  return lineText({
    kind: "event",
    position: event.position,
    stream: event.stream,
    version: event.version,
    type: event.type,
    schemaVersion: event.schemaVersion,
    eventId: event.eventId,
    commandId: event.commandId,
    actor: event.actor,
    recordedAt: event.recordedAt,
    payload: event.payload,
    accounts: [...event.accounts],
    assets: [...event.assets],
    deltas: event.deltas.map(String),
    ...(event.alsoIn === null ? {} : { alsoIn: [...event.alsoIn] }),
    leaf: toHex(event.leaf),
  });
}

const commandText = ({ position, commandId, requestHash, answer }: StoredCommand): string =>
  lineText({ kind: "command", position, commandId, requestHash: toHex(requestHash), answer });

function blockText({ number, from, to, previous, root, hash }: StoredBlock): string {
  const hashes = { previous: toHex(previous), root: toHex(root), hash: toHex(hash) };
  return lineText({ kind: "block", number, from, to, ...hashes });
}

/** The stored signatures in the order of their blocks, a few thousand in memory at a time. */
class HeadsInOrder {
  readonly #rows: AsyncGenerator<SignedHead>;
  #next: SignedHead | null | undefined;

  constructor(tx: Sql, logId: number) {
    const query = {
      name: "exported_heads",
      text: `select ${SIGNED_HEAD_COLUMNS} from signed_heads where log_id = $1
        order by number, signed_at, key_id collate "C"`,
      values: [logId],
    };
    this.#rows = headsOf(rowsOf(tx, query));
  }

  /** The signatures of a block, and of those before it that were not requested. Blocks must be requested in order. */
  async of(number: number): Promise<readonly SignedHead[]> {
    const found: SignedHead[] = [];
    for (;;) {
      const next: SignedHead | null =
        this.#next === undefined ? ((await this.#rows.next()).value ?? null) : this.#next;
      this.#next = next;
      if (next === null || next.number > number) return found;
      found.push(next);
      this.#next = undefined;
    }
  }
}

async function* headsOf(
  rows: AsyncIterable<{ readonly [column: string]: unknown }>,
): AsyncGenerator<SignedHead, undefined> {
  for await (const row of rows) yield signedHeadOf(row);
}
