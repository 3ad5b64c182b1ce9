import { HASH_BYTES } from "#domain/ledger/block.ts";

/**
 * Parses the text of a one-dimensional PostgreSQL array, the form in which the event store sends its columns.
 * @throws on any other text
 * @example readArrayText('{"a",NULL,"b\\""}') // ["a", null, 'b"']
 */
export function readArrayText(text: string): (string | null)[] {
  if (!text.startsWith("{") || !text.endsWith("}")) throw new Error(`"${text}" is not an array's text`);
  const items: (string | null)[] = [];
  let place = 1;
  while (place < text.length - 1) {
    const [item, after] = text[place] === '"' ? quotedItem(text, place + 1) : bareItem(text, place);
    items.push(item);
    if (after < text.length - 1 && text[after] !== ",") throw new Error(`"${text}" has no comma at ${after}`);
    place = after + 1;
  }
  return items;
}

function bareItem(text: string, start: number): readonly [string | null, number] {
  let end = text.indexOf(",", start);
  if (end < 0) end = text.length - 1;
  const item = text.slice(start, end);
  return [item === "NULL" ? null : item, end];
}

function quotedItem(text: string, start: number): readonly [string, number] {
  let item = "";
  for (let place = start; place < text.length; place += 1) {
    const character = text[place] as string;
    if (character === '"') return [item, place + 1];
    if (character === "\\") place += 1;
    item += text[place];
  }
  throw new Error(`"${text}" has a quote that does not end`);
}

/** The items of an array without NULL. */
export function readTexts(text: unknown): string[] {
  return readArrayText(text as string).map((item) => {
    if (item === null) throw new Error("NULL stands where a value is needed");
    return item;
  });
}

/** Parses an array of safe whole numbers. */
export const readNumbers = (text: unknown): number[] => readTexts(text).map(Number);

/** Parses an array of whole numbers of any size. */
export const readBigints = (text: unknown): bigint[] => readTexts(text).map(BigInt);

/** Splits lines as `string_to_array` does: an empty text has none. */
export const readLines = (text: unknown): string[] => (text === "" ? [] : (text as string).split("\n"));

/** Splits concatenated hashes. */
export function readHashes(bytes: unknown): Uint8Array[] {
  const whole = bytes as Uint8Array;
  const hashes: Uint8Array[] = [];
  for (let at = 0; at < whole.length; at += HASH_BYTES)
    hashes.push(Uint8Array.from(whole.subarray(at, at + HASH_BYTES)));
  return hashes;
}
