import { invariant } from "#domain/kernel/invariant.ts";

/** Facts of a slice of the log, decoded once for every projection that reads them. */
export interface DecodedEvents {
  /** What statements call it. */
  readonly name: string;
  /** Columns by name, as SQL expressions; unused ones are not computed. */
  readonly columns: DecodedColumns;
  /** What comes after the columns: a `from` over `slice`, which has the columns of `events`, or over other facts. */
  readonly from: string;
  /** The facts that `from` names. */
  readonly needs?: readonly DecodedEvents[];
}

interface DecodedColumns {
  readonly [column: string]: string;
}

/** A name that needs no quotes in SQL and leaves room for a generation. */
export const NAME = /^[a-z][a-z0-9_]{0,47}$/;

const PLACE = { position: "position", stream: "stream", recorded_at: "recorded_at" };

/**
 * Declares how events of a type are decoded, by expressions over `payload`, which is `jsonb`. Besides the given
 * columns there are `position`, `stream` and `recorded_at`.
 * @example decodedEvents("renewals", "KeyRenewed", { number: "(payload #>> '{current,number}')::int" })
 */
export function decodedEvents(name: string, type: string, columns: DecodedColumns): DecodedEvents {
  // OFFSET 0 keeps the inner query apart: pulled up, the text would be parsed again for every column.
  const from = `from (select position, stream, recorded_at, payload::jsonb as payload
    from slice where ${ofTypes(type)} offset 0) as event`;
  return { name, columns: { ...PLACE, ...columns }, from };
}

/**
 * Declares how frequent events of a type are decoded: by cutting values out of their text, with `textAt` and
 * `wholeAt`, at a fraction of what parsing costs.
 * @example flatDecodedEvents("orders", "OrderPlaced", { order_id: textAt("orderId"), price: wholeAt("price") })
 */
export function flatDecodedEvents(name: string, type: string, columns: DecodedColumns): DecodedEvents {
  return { name, columns: { ...PLACE, ...columns }, from: `from slice where ${ofTypes(type)}` };
}

/** The condition for events of these types. Slices without any, which most are, are not scanned at all. */
export function ofTypes(...types: readonly string[]): string {
  const names = types.map((type) => `'${inSql(type)}'`).join(", ");
  return `type in (${names}) and (select present.types && array[${names}] from present)`;
}

/** A `from` over events of some types, with parsed payloads and these other columns. */
export const parsedOf = (columns: string, ...types: readonly string[]): string =>
  // OFFSET 0 keeps the inner query apart: pulled up, the text would be parsed again for every column.
  `from (select ${columns}, payload::jsonb as payload from slice
    where ${ofTypes(...types)} offset 0) as event`;

/** The condition that an event is of any other type than these, which make up most of a log. */
export function exceptTypes(...types: readonly string[]): string {
  const names = types.map((type) => `'${inSql(type)}'`).join(", ");
  return `type not in (${names}) and (select not present.types <@ array[${names}] from present)`;
}

const CONDITION = /\(select (?:not )?present\.types (&&|<@) array\[([^\]]*)\] from present\)/g;
const SCAN = /\bslice\b/g;

/** Whether events of a type may be among what is decoded: by `ofTypes` and `exceptTypes`, or else always. */
export function mayTell({ from, needs = [] }: DecodedEvents, type: string): boolean {
  if (needs.some((needed) => mayTell(needed, type))) return true;
  const conditions = [...from.matchAll(CONDITION)];
  if (conditions.length < [...from.matchAll(SCAN)].length) return true;
  return conditions.some(([, operator, list = ""]) => {
    const isNamed = list.replaceAll("'", "").split(", ").includes(type);
    return isNamed === (operator === "&&");
  });
}

/** The types that `exceptTypes` leaves out: those that make up most of a log. */
export function frequentTypes(read: readonly DecodedEvents[]): readonly string[] {
  const named = inOrderOfNeed(read).flatMap(({ from }) =>
    [...from.matchAll(CONDITION)].flatMap(([, operator, list = ""]) =>
      operator === "<@" ? list.replaceAll("'", "").split(", ") : [],
    ),
  );
  return [...new Set(named)];
}

/** The id of the thing whose stream an event belongs to, as an expression over `stream`. */
export const ID_OF_STREAM = "split_part(stream, ':', 2)";

/**
 * The text under a key: letters, digits, `_` and `-` alone. A payload is canonical JSON (RFC 8785), where a quote
 * within a text is escaped; so `"key":` stands nowhere but at the key, which the payload must have once.
 */
export const textAt = (key: string): string =>
  `split_part(split_part(payload, '"${inSql(key)}":"', 2), '"', 1)`;

/** The whole number under a key that the payload has once, be it written as a number or as text. */
export const wholeAt = (key: string): string =>
  `btrim(split_part(split_part(payload, '"${inSql(key)}":', 2), ',', 1), '"}')::bigint`;

function inSql(word: string): string {
  invariant(/^[A-Za-z]+$/.test(word), `${word} can stand in SQL`);
  return word;
}

/** SQL: an expression for events of some types, null for others. @param types quoted, with commas */
export const when = (types: string, expression: string): string =>
  `case when type in (${types}) then ${expression} end`;

/**
 * The `with` queries for facts that statements read, each after those it needs and with the columns that are used.
 * @param statements the SQL that reads them
 * @param rare where events are that are not of these types: the slice without them, gone through for all other facts
 */
export function decodedEventQueries(
  read: readonly DecodedEvents[],
  statements: readonly string[],
  rare?: { readonly slice: string; readonly without: readonly string[] },
): readonly string[] {
  let text = statements.join("\n");
  const queries: string[] = [];
  // Readers come before what they read, so that every use of a column is in the text before it is searched.
  for (const facts of inOrderOfNeed(read).toReversed()) {
    const { name, columns } = facts;
    invariant(NAME.test(name), `${name} can stand in SQL`);
    const isRare = rare?.without.every((type) => !mayTell({ ...facts, needs: [] }, type)) === true;
    const from = isRare ? facts.from.replaceAll(SCAN, rare.slice) : facts.from;
    const used = Object.entries(columns).filter(([column]) => new RegExp(`\\b${column}\\b`).test(text));
    const query = `select ${used.map(([column, expression]) => `${expression} as ${column}`).join(", ")} ${from}`;
    text += `\n${query}`;
    queries.push(`${name} as (\n  ${query}\n)`);
  }
  return queries.toReversed();
}

/** Each set of facts once, after all that it needs. */
function inOrderOfNeed(read: readonly DecodedEvents[]): readonly DecodedEvents[] {
  const ordered = new Map<string, DecodedEvents>();
  const visit = (one: DecodedEvents): void => {
    for (const needed of one.needs ?? []) visit(needed);
    const known = ordered.get(one.name);
    invariant(known === undefined || known === one, `there is one declaration of ${one.name}`);
    ordered.set(one.name, one);
  };
  for (const one of read) visit(one);
  return [...ordered.values()];
}
