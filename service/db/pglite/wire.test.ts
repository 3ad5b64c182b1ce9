import { protocol } from "@electric-sql/pglite";
import { describe, expect, it } from "vitest";
import { Answer, Request } from "./wire.ts";

const { serialize } = protocol;

const int16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};
const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const string = (text: string): Buffer => Buffer.from(`${text}\0`);
/** A message of the server. */
const message = (type: string, ...body: readonly Buffer[]): Buffer => {
  const bytes = Buffer.concat(body);
  return Buffer.concat([Buffer.from(type), int32(bytes.length + 4), bytes]);
};
const field = (name: string, type: number) =>
  Buffer.concat([string(name), int32(7), int16(1), int32(type), int16(8), int32(-1), int16(0)]);
const value = (text: string | null) =>
  text === null ? int32(-1) : Buffer.concat([int32(Buffer.byteLength(text)), Buffer.from(text)]);
const row = (...values: readonly (string | null)[]) =>
  message("D", int16(values.length), ...values.map(value));

const TEXT = 25;
const INT8 = 20;
const described = message("T", int16(2), field("name", TEXT), field("count", INT8));

/** Reads what comes in pieces of a size. */
function read(bytes: Buffer, size = bytes.length, answer = new Answer()) {
  const heard: string[] = [];
  answer.begin();
  for (let at = 0; at < bytes.length; at += size) answer.add(bytes.subarray(at, at + size));
  return { ...answer.read((channel, payload) => void heard.push(`${channel}: ${payload}`)), heard };
}

describe("requests", () => {
  it("are written as PGlite writes them", () => {
    const values = ["text", "Grüße, 世界", "", null, 12, -3n, true, new Uint8Array([0, 255, 7])];
    const own = new Request().begin().close("old").parse("own", "select $1").bind("own", values).execute();
    const given = values.map((one) => (one === null || one instanceof Uint8Array ? one : String(one)));
    expect(Buffer.from(own.bytes).toString("hex")).toBe(
      Buffer.concat([
        serialize.close({ type: "S", name: "old" }),
        serialize.parse({ name: "own", text: "select $1" }),
        serialize.bind({ statement: "own", values: given }),
        serialize.describe({ type: "P" }),
        serialize.execute({}),
        serialize.sync(),
      ]).toString("hex"),
    );
  });

  it("hold nothing of the one before, and as much as there is", () => {
    const request = new Request();
    request.begin().query("select 'before'");
    const long = `select '${"ä".repeat(300_000)}'`;
    for (const text of [long, "commit"])
      expect(Buffer.from(request.begin().query(text).bytes).equals(serialize.query(text))).toBe(true);
  });
});

describe("answers", () => {
  it("are rows by the types of their columns, whatever pieces they come in", () => {
    const long = "ä".repeat(100_000);
    const bytes = Buffer.concat([
      message("1"),
      described,
      row("Grüße", "9007199254740993"),
      row(null, "-1"),
      row(long, null),
      message("C", string("SELECT 3")),
      message("Z", Buffer.from("I")),
    ]);
    const rows = [
      { name: "Grüße", count: 9007199254740993n },
      { name: null, count: -1n },
      { name: long, count: null },
    ];
    for (const size of [1, 7, 8_192, bytes.length])
      expect(read(bytes, size)).toEqual({ rows, tag: "SELECT 3", heard: [] });
  });

  it("tell the tag of the last statement, and what was notified", () => {
    const bytes = Buffer.concat([
      message("C", string("BEGIN")),
      message("N", string("ignored")),
      message("A", int32(1), string("log"), string("17")),
      message("C", string("COMMIT")),
    ]);
    expect(read(bytes)).toEqual({ rows: [], tag: "COMMIT", heard: ["log: 17"] });
  });

  it("throw the first error, with what it says, and hold nothing of it in the next", () => {
    const error = (code: string, constraint: string) =>
      message(
        "E",
        ...[`SERROR`, `C${code}`, `Mduplicate key`, `n${constraint}`].map(string),
        Buffer.alloc(1),
      );
    const answer = new Answer();
    const bytes = Buffer.concat([described, row("a", "1"), error("23505", "one"), error("25P02", "two")]);
    expect(() => read(bytes, bytes.length, answer)).toThrow(
      expect.objectContaining({ message: "duplicate key", code: "23505", constraint: "one" }),
    );
    expect(read(message("C", string("ROLLBACK")), 3, answer).tag).toBe("ROLLBACK");
  });
});
