/** Parses the text form of one value, as PostgreSQL sends it. */
export type ValueParser = (text: string) => unknown;

const oid = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  oid: 26,
  float4: 700,
  float8: 701,
} as const;

const arrayOid = {
  bool: 1000,
  bytea: 1001,
  int2: 1005,
  int4: 1007,
  int8: 1016,
  float4: 1021,
  float8: 1022,
  oid: 1028,
} as const;

/** Array types whose items stay text: json, name, text, varchar, dates and times, numeric, uuid, jsonb. */
const textArrayOids = [199, 1003, 1009, 1014, 1015, 1115, 1182, 1183, 1185, 1231, 2951, 3807];

/** Types that drivers would parse themselves; they stay text, so that nothing is rounded or shifted. */
const textOids = [25, 114, 1042, 1043, 1082, 1114, 1184, 1186, 1700, 3802];

/** Length of the prefix `\x` of hexadecimal bytea output. */
const hexPrefixLength = 2;

const asText: ValueParser = (text) => text;

const scalars = new Map<number, ValueParser>([
  [oid.bool, (text) => text === "t"],
  [oid.bytea, parseBytes],
  [oid.int8, BigInt],
  [oid.int2, Number],
  [oid.int4, Number],
  [oid.oid, Number],
  [oid.float4, Number],
  [oid.float8, Number],
]);

const parsers = new Map<number, ValueParser>([
  ...scalars,
  ...textOids.map((type): [number, ValueParser] => [type, asText]),
  ...textArrayOids.map((type): [number, ValueParser] => [type, (text) => parseArray(text, asText)]),
  ...Object.entries(arrayOid).map(([name, type]): [number, ValueParser] => {
    const item = scalars.get(oid[name as keyof typeof oid]) ?? asText;
    return [type, (text) => parseArray(text, item)];
  }),
]);

/**
 * The parser for a type, the same on both engines, so that a query returns the same JavaScript values on each. Unknown
 * types (enums, intervals, network addresses) stay text.
 */
export function parserOf(type: number): ValueParser {
  return parsers.get(type) ?? asText;
}

// A plain Uint8Array with a buffer of its own: a Buffer would keep 8 KB of Node's pool alive for each 32-byte hash.
function parseBytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text.slice(hexPrefixLength), "hex"));
}

/**
 * Parses the text form of a PostgreSQL array, also a nested one.
 * @example parseArray('{"a",NULL,"b\\""}', (item) => item) // ["a", null, 'b"']
 */
export function parseArray(text: string, item: ValueParser): unknown[] {
  const start = text.indexOf("{");
  if (text.length === start + 2) return [];
  const isPlain = !text.includes('"') && text.indexOf("{", start + 1) < 0;
  if (!isPlain) return new ArrayReader(text, start, item).read();
  return text
    .slice(start + 1, -1)
    .split(",")
    .map((part) => (part === "NULL" ? null : item(part)));
}

class ArrayReader {
  readonly #text: string;
  readonly #item: ValueParser;
  #at: number;

  constructor(text: string, at: number, item: ValueParser) {
    this.#text = text;
    this.#at = at;
    this.#item = item;
  }

  read(): unknown[] {
    const items: unknown[] = [];
    this.#at += 1;
    while (this.#text[this.#at] !== "}") {
      if (this.#at >= this.#text.length) throw new Error("An array ended before its closing brace");
      items.push(this.#next());
      if (this.#text[this.#at] === ",") this.#at += 1;
    }
    this.#at += 1;
    return items;
  }

  #next(): unknown {
    const first = this.#text[this.#at];
    if (first === "{") return this.read();
    if (first === '"') return this.#item(this.#quoted());
    const from = this.#at;
    while (this.#at < this.#text.length && this.#text[this.#at] !== "," && this.#text[this.#at] !== "}")
      this.#at += 1;
    const bare = this.#text.slice(from, this.#at);
    return bare === "NULL" ? null : this.#item(bare);
  }

  #quoted(): string {
    let value = "";
    let from = this.#at + 1;
    for (let i = from; i < this.#text.length; i += 1) {
      const character = this.#text[i];
      if (character === "\\") {
        value += this.#text.slice(from, i);
        from = i + 1;
        i += 1;
      } else if (character === '"') {
        this.#at = i + 1;
        return value + this.#text.slice(from, i);
      }
    }
    throw new Error("An array ended inside a quoted item");
  }
}
