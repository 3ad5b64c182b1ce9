import { playerStream } from "#domain/features/players/events.ts";
import type { Row } from "#projections/kernel/sql.ts";
import type { PersonalTable } from "#service/features/service-feature.ts";
import type { Deps } from "#service/http/deps.ts";
import type { Sealer } from "#service/keys/seal.ts";

/** Rows or events per query. */
const SLICE = 1_000;

interface From extends Pick<Deps, "db" | "features" | "now"> {
  readonly logId: number;
  readonly sealer: Sealer;
}

const textOf = (value: object): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? Number(part) : part));

/** All data about a player as one JSON document, in parts: first rows beside the log, then the player's events. */
export async function* ownData(playerId: string, from: From): AsyncGenerator<string> {
  const exportedAt = new Date(from.now()).toISOString();
  const tables = from.features.flatMap(({ personal }) => personal).filter(({ shown }) => shown.length > 0);
  yield `{"playerId":${JSON.stringify(playerId)},"exportedAt":"${exportedAt}","rows":`;
  yield* listed(tables, (table) => rowsOf(playerId, table, from));
  yield ',"events":';
  yield* listed([playerId], () => eventsOf(playerId, from));
  yield "}";
}

/** The items of several sources as one JSON list. */
async function* listed<T>(sources: readonly T[], of: (source: T) => AsyncGenerator<object>) {
  let before = "[";
  for (const source of sources) {
    for await (const value of of(source)) {
      yield `${before}${textOf(value)}`;
      before = ",\n";
    }
  }
  yield before === "[" ? "[]" : "]";
}

async function* rowsOf(
  playerId: string,
  { table, player, shown, opened }: PersonalTable,
  { db, sealer }: From,
) {
  for (let offset = 0; ; offset += SLICE) {
    const rows = await db.query<Row>(
      `select ${shown.join(", ")} from ${table} where ${player} = $1
        order by ${shown.map((_, index) => index + 1).join(", ")} limit ${SLICE} offset $2::bigint`,
      [playerId, offset],
    );
    for (const row of rows) yield { table, row: opened === undefined ? row : open(row, { opened, sealer }) };
    if (rows.length < SLICE) return;
  }
}

function open(
  row: Row,
  { opened, sealer }: { readonly opened: NonNullable<PersonalTable["opened"]>; readonly sealer: Sealer },
): Row {
  const plain = sealer.open(String(row[opened.column]), opened.placeOf(row));
  return { ...row, [opened.column]: plain === null ? null : Buffer.from(plain).toString("utf8") };
}

async function* eventsOf(playerId: string, { db, logId }: From) {
  let after = 0n;
  for (;;) {
    const events = await db.query<Row & { readonly position: bigint; readonly payload: string }>(
      `select position, type, recorded_at, payload from events
        where log_id = $1 and position > $3::bigint and position in (
          select position from events where log_id = $1 and stream = $2
          union select position from event_streams where log_id = $1 and stream = $2)
        order by position limit ${SLICE}`,
      [logId, playerStream(playerId), after],
    );
    for (const { position, type, recorded_at, payload } of events)
      yield { position, type, recordedAt: recorded_at, payload: JSON.parse(payload) as unknown };
    const last = events.at(-1);
    if (last === undefined || events.length < SLICE) return;
    after = last.position;
  }
}
