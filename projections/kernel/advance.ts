import type { EventTypes } from "#domain/kernel/events/stream-kind.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { decodedEventQueries, exceptTypes, frequentTypes, mayTell } from "./events/decoded-events.ts";
import type { Projection } from "./projection.ts";
import { arrayLiteral, type Row, type Sql, type SqlValue, type Statement } from "./sql.ts";
import { tableNames } from "./tables.ts";

/** A projection's position: one generation of it, with the epoch of the lease under which it may move. */
export interface ProjectionCursor {
  readonly projection: Projection;
  readonly generation: number;
  readonly epoch: number;
}

/** A step along the log: from where all its cursors stand, to a position or the head, whichever comes first. */
export interface Step {
  readonly logId: number;
  readonly from: number;
  readonly limit: number;
  /** Which types of events there are up to the limit; absent where that is not known. */
  readonly types?: ReadonlySet<string>;
}

/** An older event brought to its present shape outside SQL. */
export interface UpcastEvent {
  readonly position: number;
  /** JSON text. */
  readonly payload: string;
}

/** What became of a step. `strange` is the first event of a type or version that the statements cannot read. */
export interface Advanced {
  /** Whether all cursors were where expected; if not, nothing was read or written. */
  readonly standing: boolean;
  readonly upTo: number;
  readonly moved: number;
  readonly strange: number | null;
}

/** How long a lease lasts, by the database's clock. Every step renews it. */
export const LEASE_MS = 10_000;

/**
 * Carries one slice of the log into the tables of all cursors and moves their checkpoints, in one statement, so that
 * the slice is read and decoded once. Nothing of it may be committed unless all cursors moved and nothing was
 * strange: a checkpoint that is not where it should be, or a lease lost, shows in the count.
 */
export async function advance(
  tx: Sql,
  { cursors, step }: { readonly cursors: readonly ProjectionCursor[]; readonly step: Step },
  {
    statements,
    upcasts = [],
  }: { readonly statements: Statements; readonly upcasts?: readonly UpcastEvent[] },
): Promise<Advanced> {
  invariant(cursors.length > 0 && step.limit >= step.from, "a step goes forward, with somebody");
  const values: SqlValue[] = [
    step.logId,
    step.from,
    step.limit,
    arrayLiteral(cursors.map(({ projection }) => projection.name)),
    arrayLiteral(cursors.map(({ generation }) => generation)),
    arrayLiteral(cursors.map(({ epoch }) => epoch)),
  ];
  if (upcasts.length > 0) {
    values.push(arrayLiteral(upcasts.map(({ position }) => position)));
    values.push(arrayLiteral(upcasts.map(({ payload }) => payload)));
  }
  const [row] = await tx.run<AdvancedRow>({
    ...statements.get(cursors, { upcast: upcasts.length > 0, types: step.types }),
    values,
  });
  invariant(row !== undefined, "the log has a head");
  return {
    standing: row.standing,
    upTo: Number(row.up_to),
    moved: Number(row.moved),
    strange: row.strange === null ? null : Number(row.strange),
  };
}

interface AdvancedRow extends Row {
  readonly standing: boolean;
  readonly up_to: bigint;
  readonly moved: bigint;
  readonly strange: bigint | null;
}

/** How many statements a process keeps: groups of projections come and go, but slowly. */
const STATEMENTS_MAX = 200;
/** How many of them are for a part of the projections: each is a plan that every connection keeps. */
const PARTS_MAX = 48;

/** Shared within the process, by event types: texts of 100 kB take long to build. */
const knownStatements = new WeakMap<EventTypes, Map<string, Statement>>();
/** Which types concern a projection, by their names. */
const knownConcerns = new WeakMap<Projection, Map<string, boolean>>();
/** Tells projections of one name apart. */
const numbers = new WeakMap<Projection, number>();

/** A map's value for a key, created if missing. */
function kept<K extends object, V>(map: WeakMap<K, V>, key: K, make: () => V): V {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}

let numbered = 0;
const numberOf = (projection: Projection): number =>
  kept(numbers, projection, () => {
    numbered += 1;
    return numbered;
  });

/** The statements of one process's projections, each put together once. */
export class Statements {
  readonly types: EventTypes;
  readonly #known: Map<string, Statement>;
  readonly #parts = new Set<string>();

  constructor(types: EventTypes) {
    this.types = types;
    this.#known = kept(knownStatements, types, () => new Map());
  }

  /**
   * The statement that moves these cursors, and changes the tables of those that events of these types concern.
   * @param upcast whether payloads of older events come in beside the log's own
   */
  get(
    cursors: readonly ProjectionCursor[],
    { upcast, types }: { readonly upcast: boolean; readonly types: ReadonlySet<string> | undefined },
  ): Statement {
    const concerned = this.#concerned(cursors, types);
    const key = `${concerned.map(({ projection, generation }) => `${numberOf(projection)} ${generation}`)} ${upcast}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= STATEMENTS_MAX) this.#known.clear();
    const text = advanceText(concerned, { types: this.types, upcast });
    const statement = { name: `advance_${fingerprint(text)}`, text };
    this.#known.set(key, statement);
    return statement;
  }

  /** Small slices concern few projections, and each projection's part is most of a step's cost. */
  #concerned(
    cursors: readonly ProjectionCursor[],
    types: ReadonlySet<string> | undefined,
  ): readonly ProjectionCursor[] {
    if (types === undefined) return cursors;
    const concerned = cursors.filter(({ projection }) =>
      [...types].some((type) => concerns(projection, type)),
    );
    const part = concerned.map(({ projection }) => projection.name).join(" ");
    if (!this.#parts.has(part) && this.#parts.size >= PARTS_MAX) return cursors;
    this.#parts.add(part);
    return concerned;
  }
}

function concerns(projection: Projection, type: string): boolean {
  const known = kept(knownConcerns, projection, () => new Map<string, boolean>());
  const found = known.get(type) ?? isConcerned(projection, type);
  known.set(type, found);
  return found;
}

/** Whether events of a type may change a projection's tables. */
const isConcerned = ({ reads, apply }: Projection, type: string): boolean =>
  reads.some((read) => mayTell(read, type)) || apply((table) => table).some((fold) => READS_SLICE.test(fold));
const READS_SLICE = /\b(?:slice|bound)\b/;

interface Variant {
  readonly types: EventTypes;
  readonly upcast: boolean;
}

const RANGE = "log_id = $1::int and position > $2::bigint and position <= (select up_to from bound)";

// An applied slice must not be read again: its rows already exist and would conflict.
const BOUND = `select standing, case when standing then least($3::bigint, h.position) else $2::bigint end as up_to
  from log_heads h, (
    select count(*) = cardinality($4::text[]) as standing
    from projections p, unnest($4::text[], $5::int[], $6::bigint[]) as r(name, generation, epoch)
    where p.name = r.name and p.generation = r.generation and p.lease_epoch = r.epoch and p.position = $2::bigint
  ) s
  where h.log_id = $1::int`;

const MOVED = `update projections p
    set position = b.up_to, moved_at = clock_timestamp(),
      lease_until = clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'
    from bound b, unnest($4::text[], $5::int[], $6::bigint[]) as r(name, generation, epoch)
    where p.name = r.name and p.generation = r.generation and p.lease_epoch = r.epoch
      and p.position = $2::bigint and b.up_to > $2::bigint and (p.stop_at is null or p.stop_at >= b.up_to)
    returning 1`;

function advanceText(cursors: readonly ProjectionCursor[], { types, upcast }: Variant): string {
  const facts = cursors.flatMap(({ projection }) => projection.reads);
  const folds = cursors.flatMap(({ projection, generation }) =>
    projection.apply(tableNames(projection, generation)),
  );
  const frequent = frequentTypes(facts);
  const rare =
    frequent.length === 0
      ? []
      : [`${RARE} as materialized (\n  select * from slice where ${exceptTypes(...frequent)}\n)`];
  return [
    `with bound as materialized (\n  ${BOUND}\n)`,
    `slice as not materialized (\n  ${upcast ? UPCAST_SLICE : PLAIN_SLICE}\n)`,
    `present as materialized (\n  ${presentText(types, upcast)}\n)`,
    ...rare,
    ...decodedEventQueries(
      facts,
      folds,
      frequent.length === 0 ? undefined : { slice: RARE, without: frequent },
    ),
    ...folds.map((fold, index) => `fold_${index} as (\n  ${fold}\n)`),
    `moved as (\n  ${MOVED}\n)
select standing, up_to, (select count(*) from moved) as moved,
  (select strange from present) as strange
from bound`,
  ].join(", ");
}

/** The slice without its most frequent events, so that those are scanned once and not for every fact. */
const RARE = "rare_slice";

const COLUMNS = "stream, also_in, type, schema_version, recorded_at, accounts, assets, deltas";

const PLAIN_SLICE = `select position, ${COLUMNS}, payload from events where ${RANGE}`;

const UPCAST_SLICE = `select e.position, ${COLUMNS}, coalesce(u.payload, e.payload) as payload
  from (select * from events where ${RANGE}) e
    left join unnest($7::bigint[], $8::text[]) as u(position, payload) on u.position = e.position`;

/** The types in a slice and its first unreadable event, in one pass. */
const presentText = (types: EventTypes, upcast: boolean): string =>
  `select coalesce(array_agg(type), '{}') as types, min(first) filter (where ${unreadable(types, upcast)}) as strange
    from (select type, schema_version, min(position) as first from slice group by type, schema_version) t`;

/** The condition that an event is of no type, or no version, that the statements can read. */
function unreadable(types: EventTypes, upcast: boolean): string {
  const cases = Object.entries(types).map(([type, { version }]) => {
    invariant(/^[A-Za-z]+$/.test(type) && Number.isSafeInteger(version), `${type} can stand in SQL`);
    const readable = upcast ? `between 1 and ${version}` : `= ${version}`;
    return `when '${type}' then schema_version ${readable}`;
  });
  return `not case type ${cases.join(" ")} else false end`;
}

/** A stable short name for a text (64-bit FNV-1a). */
function fingerprint(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < text.length; i += 1)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(i))) * 0x100000001b3n);
  return hash.toString(16).padStart(16, "0");
}
