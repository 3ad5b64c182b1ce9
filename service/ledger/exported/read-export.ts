import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { jsonOf } from "#domain/kernel/json.ts";
import type { LedgerKeys } from "#domain/ledger/proof.ts";
import type { SignedHead } from "#domain/ledger/receipt.ts";
import type { LogSlice, StoredBlock, StoredCommand, StoredEvent } from "../verifier/slices.ts";
import { EXPORT_FORMAT_1, EXPORT_LINE_CHARS_MAX, type ExportLine, exportLine } from "./lines.ts";

/** Events in memory at a time. */
const SLICE_EVENTS = 4_000;

/** The file is not an exported log, or is incomplete. */
export class ExportedLogError extends Error {
  override readonly name = "ExportedLogError";
}

/** The first line of an exported log. */
export interface ExportHeading {
  readonly logId: number;
  readonly exportedAt: string;
  /** The keys named in the file: as trustworthy as the file. */
  readonly keys: LedgerKeys["keys"];
}

/** The end of the log, as the file's last line says. */
export type ExportEnd = Extract<ExportLine, { kind: "end" }>;

/** Reads the first line of an exported log. @throws ExportedLogError when the file is none */
export async function readHeading(path: string): Promise<ExportHeading> {
  const lines = linesOf(path);
  const log = (await lines.next()).value;
  const keys = (await lines.next()).value;
  await lines.return(undefined);
  if (log?.kind !== "log" || keys?.kind !== "keys")
    throw new ExportedLogError(`${path}: this is not an exported log.`);
  return { logId: Number(log.log), exportedAt: log.exportedAt, keys: keys.keys };
}

/**
 * Reads the log in the file slice by slice, and returns the end that its last line names.
 * @throws ExportedLogError at a line that cannot be read, and when the file ends before its last line
 */
export async function* exportedSlices(
  path: string,
  onEnd: (end: ExportEnd) => void = () => {},
): AsyncGenerator<LogSlice> {
  let slice = new Slice();
  let end: ExportEnd | null = null;
  let format = "";
  let count = 0;
  for await (const line of linesOf(path)) {
    count += 1;
    if (end !== null) throw new ExportedLogError(`${path}: there is more behind its last line.`);
    if ((line.kind === "log") !== (count === 1) || (line.kind === "keys") !== (count === 2))
      throw new ExportedLogError(`${path}: its heading is not at its beginning alone.`);
    if (line.kind === "log") format = line.format;
    if (line.kind === "end") end = line;
    else if (line.kind === "event") {
      // Cut only before an event, so that everything at one position is in one slice.
      if (slice.events.length >= SLICE_EVENTS) {
        yield slice;
        slice = new Slice();
      }
      if (format === EXPORT_FORMAT_1 && line.alsoIn !== undefined)
        throw new ExportedLogError(`${path}: ${format} has no events of several streams.`);
      slice.events.push(eventOf(line));
    } else if (line.kind === "command") slice.commands.push(commandOf(line));
    else if (line.kind === "block") slice.blocks.push(blockOf(line));
  }
  if (end === null)
    throw new ExportedLogError(`${path}: the file ends before its last line; it was cut off.`);
  yield slice;
  // Without events, like the last slice of any log.
  yield new Slice();
  onEnd(end);
}

/** The signed heads in the file, in its order. */
export async function* exportedHeads(path: string): AsyncGenerator<SignedHead> {
  for await (const line of linesOf(path, '{"kind":"head",')) {
    if (line.kind !== "head") continue;
    const { kind: _kind, ...head } = line;
    yield head;
  }
}

class Slice implements LogSlice {
  readonly events: StoredEvent[] = [];
  readonly blocks: StoredBlock[] = [];
  readonly commands: StoredCommand[] = [];
  /** An export has no entries: they follow from the postings. */
  readonly entries = null;
}

const bytesOf = (hex: string): Uint8Array => Buffer.from(hex, "hex");

function eventOf({
  kind: _kind,
  deltas,
  alsoIn,
  leaf,
  ...event
}: Extract<ExportLine, { kind: "event" }>): StoredEvent {
  return { ...event, deltas: deltas.map(BigInt), alsoIn: alsoIn ?? null, leaf: bytesOf(leaf) };
}

function commandOf(line: Extract<ExportLine, { kind: "command" }>): StoredCommand {
  const { position, commandId, requestHash, answer } = line;
  return { position, commandId, requestHash: bytesOf(requestHash), answer };
}

function blockOf({ number, from, to, ...hashes }: Extract<ExportLine, { kind: "block" }>): StoredBlock {
  const { previous, root, hash } = hashes;
  return { number, from, to, previous: bytesOf(previous), root: bytesOf(root), hash: bytesOf(hash) };
}

/** The lines of the file; with a prefix, those that begin with it. */
async function* linesOf(path: string, beginning = ""): AsyncGenerator<ExportLine, undefined> {
  const input = createReadStream(path, { encoding: "utf8" });
  let number = 0;
  try {
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1;
      if (text.startsWith(beginning)) yield lineOf(text, `${path}, line ${number}`);
    }
  } finally {
    input.destroy();
  }
}

function lineOf(text: string, where: string): ExportLine {
  const read = text.length <= EXPORT_LINE_CHARS_MAX ? exportLine.safeParse(jsonOf(text)) : null;
  if (read?.success !== true) throw new ExportedLogError(`${where}: this is not a line of an exported log.`);
  return read.data;
}
