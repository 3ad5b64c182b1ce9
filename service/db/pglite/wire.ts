import { protocol } from "@electric-sql/pglite";
import type { Row, SqlValue } from "#projections/kernel/sql.ts";
import { parserOf, type ValueParser } from "#service/db/values.ts";

/*
 * As much of PostgreSQL's wire protocol as a connection to PGlite speaks. PGlite's own reader and writer make an object
 * of each message and a copy of each field, which takes a quarter as long as PostgreSQL itself.
 */

/** Types of messages that are sent, and of those that are answered: letters of ASCII. */
const sent = { bind: 66, close: 67, describe: 68, execute: 69, parse: 80, query: 81, sync: 83 } as const;
const answered = { notification: 65, commandComplete: 67, dataRow: 68, error: 69, description: 84 } as const;
/** What is described, and what is closed. */
const PORTAL = "P";
const STATEMENT = "S";

/** A message is its type, and its length, which counts itself but not the type. */
const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;
const HEADER_BYTES = TYPE_BYTES + LENGTH_BYTES;
/** Stands for the length of a value that is null. */
const NULL_LENGTH = -1;
/** Of a field: the table, the column in it; the type; its size, its modifier, the format. In bytes. */
const FIELD_BYTES = { beforeType: 6, type: 4, afterType: 8 } as const;
const FORMAT = { text: 0, binary: 1 } as const;

/** What a buffer begins with, and up to what size one that has grown is kept, in bytes. */
const BUFFER_BYTES = 65_536;
const BUFFER_KEPT_MAX = 4_194_304;

/** Bytes one after the other, in a buffer that is used again and again. */
class GrowingBuffer {
  bytes = Buffer.allocUnsafe(BUFFER_BYTES);
  length = 0;

  clear(): void {
    this.length = 0;
    if (this.bytes.length > BUFFER_KEPT_MAX) this.bytes = Buffer.allocUnsafe(BUFFER_BYTES);
  }

  /** Makes room. @returns where it begins */
  take(size: number): number {
    const at = this.length;
    this.length += size;
    if (this.length > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.length, 2 * this.bytes.length));
      this.bytes.copy(larger, 0, 0, at);
      this.bytes = larger;
    }
    return at;
  }
}

/** Messages that go to the server together. */
export class Request {
  readonly #buffer = new GrowingBuffer();

  /** Begins anew, without what was written before. */
  begin(): this {
    this.#buffer.clear();
    return this;
  }

  /** All that was written, which is void once something else is. */
  get bytes(): Uint8Array {
    return this.#buffer.bytes.subarray(0, this.#buffer.length);
  }

  /** Statements without parameters, by the simple protocol. */
  query(text: string): this {
    return this.#message(sent.query, () => this.#string(text));
  }

  parse(name: string, text: string): this {
    return this.#message(sent.parse, () => {
      this.#string(name);
      this.#string(text);
      // No types of parameters are given.
      this.#int16(0);
    });
  }

  bind(statement: string, values: readonly SqlValue[]): this {
    return this.#message(sent.bind, () => {
      this.#string("");
      this.#string(statement);
      this.#int16(values.length);
      for (const value of values) this.#int16(value instanceof Uint8Array ? FORMAT.binary : FORMAT.text);
      this.#int16(values.length);
      for (const value of values) this.#value(value);
      // Without formats for the columns all of them are text.
      this.#int16(0);
    });
  }

  /** Has the statement that was bound described, executed without a limit of rows, and ended. */
  execute(): this {
    this.#message(sent.describe, () => this.#string(PORTAL));
    this.#message(sent.execute, () => {
      this.#string("");
      this.#int32(0);
    });
    return this.#message(sent.sync, () => undefined);
  }

  /** Closes a named statement; no error for a name without one. */
  close(name: string): this {
    return this.#message(sent.close, () => this.#string(`${STATEMENT}${name}`));
  }

  #message(type: number, body: () => void): this {
    const at = this.#buffer.take(HEADER_BYTES);
    this.#buffer.bytes[at] = type;
    body();
    this.#buffer.bytes.writeInt32BE(this.#buffer.length - at - TYPE_BYTES, at + TYPE_BYTES);
    return this;
  }

  #string(text: string): void {
    const size = Buffer.byteLength(text);
    const at = this.#buffer.take(size + 1);
    this.#buffer.bytes.write(text, at, size);
    this.#buffer.bytes[at + size] = 0;
  }

  #value(value: SqlValue): void {
    if (value === null) {
      this.#int32(NULL_LENGTH);
    } else if (value instanceof Uint8Array) {
      this.#int32(value.length);
      const at = this.#buffer.take(value.length);
      this.#buffer.bytes.set(value, at);
    } else {
      const text = String(value);
      const size = Buffer.byteLength(text);
      this.#int32(size);
      const at = this.#buffer.take(size);
      this.#buffer.bytes.write(text, at, size);
    }
  }

  #int16(value: number): void {
    const at = this.#buffer.take(2);
    this.#buffer.bytes.writeUInt16BE(value, at);
  }

  #int32(value: number): void {
    const at = this.#buffer.take(LENGTH_BYTES);
    this.#buffer.bytes.writeInt32BE(value, at);
  }
}

/** What came back for a request. */
export interface Reply {
  readonly rows: readonly Row[];
  /** The tag of the last statement, such as COMMIT; empty where none ended. */
  readonly tag: string;
}

/** What is done with a notification, which may come with any answer. */
type OnNotification = (channel: string, payload: string) => void;

interface Column {
  readonly name: string;
  readonly parse: ValueParser;
}

/** Messages of an answer, as they come: in pieces that end anywhere. */
export class Answer {
  readonly #buffer = new GrowingBuffer();
  /** Where the next message or field begins. */
  #at = 0;

  begin(): void {
    this.#buffer.clear();
  }

  /** Takes a piece, which is copied: PGlite's memory changes afterwards. */
  add(piece: Uint8Array): void {
    const at = this.#buffer.take(piece.length);
    this.#buffer.bytes.set(piece, at);
  }

  /** Reads all of it. @throws the first error in it, as PGlite makes it */
  read(onNotification: OnNotification): Reply {
    const { bytes, length } = this.#buffer;
    const rows: Row[] = [];
    let columns: readonly Column[] = [];
    let tag = "";
    for (let next = 0; next < length; ) {
      const begins = next;
      next += TYPE_BYTES + bytes.readInt32BE(begins + TYPE_BYTES);
      this.#at = begins + HEADER_BYTES;
      switch (bytes[begins]) {
        case answered.description:
          columns = this.#columns();
          break;
        case answered.dataRow:
          rows.push(this.#row(columns));
          break;
        case answered.commandComplete:
          tag = this.#string();
          break;
        case answered.notification:
          this.#at += LENGTH_BYTES;
          onNotification(this.#string(), this.#string());
          break;
        case answered.error:
          throw errorIn(bytes.subarray(begins, next));
      }
    }
    return { rows, tag };
  }

  #columns(): readonly Column[] {
    return Array.from({ length: this.#int16() }, () => {
      const name = this.#string();
      this.#at += FIELD_BYTES.beforeType;
      const type = this.#buffer.bytes.readUInt32BE(this.#at);
      this.#at += FIELD_BYTES.type + FIELD_BYTES.afterType;
      return { name, parse: parserOf(type) };
    });
  }

  #row(columns: readonly Column[]): Row {
    const { bytes } = this.#buffer;
    const row: Record<string, unknown> = {};
    // The number of values is that of the columns.
    this.#at += 2;
    for (const { name, parse } of columns) {
      const size = bytes.readInt32BE(this.#at);
      this.#at += LENGTH_BYTES;
      if (size === NULL_LENGTH) {
        row[name] = null;
        continue;
      }
      row[name] = parse(bytes.toString("utf8", this.#at, this.#at + size));
      this.#at += size;
    }
    return row;
  }

  #string(): string {
    const { bytes } = this.#buffer;
    const end = bytes.indexOf(0, this.#at);
    const text = bytes.toString("utf8", this.#at, end);
    this.#at = end + 1;
    return text;
  }

  #int16(): number {
    const value = this.#buffer.bytes.readUInt16BE(this.#at);
    this.#at += 2;
    return value;
  }
}

/** The error that PGlite itself would throw for a message of the server. */
function errorIn(message: Uint8Array): Error {
  let found: unknown = null;
  new protocol.Parser().parse(message, (read) => {
    found = read;
  });
  return found instanceof Error ? found : new Error("The server answered with an error that cannot be read");
}
