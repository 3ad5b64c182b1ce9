import type { Row } from "#projections/kernel/sql.ts";
import type { PgliteDatabase } from "#service/db/pglite/pglite.ts";

/** A database right after it was made: its definitions, and the rows of each table, as JSON text. */
export interface MadeDatabase {
  readonly definitions: string;
  readonly schemas: readonly string[];
  readonly tables: readonly string[];
  readonly rows: readonly { readonly table: string; readonly json: string }[];
}

/** Schemas of the product. */
const OWN = "nspname !~ '^pg_' and nspname <> 'information_schema'";

/** A hash over everything that statements which define or grant can change. */
const DEFINITIONS = `with own as (select * from pg_namespace where ${OWN}),
  rel as (select * from pg_class where relnamespace in (select oid from own))
select md5(string_agg(text, ' ' order by text)) as hash from (
  select concat_ws('|', 's', nspname, nspowner, nspacl) as text from own
  union all select concat_ws('|', 'c', oid, relname, relkind, relowner, relacl, reloptions, relrowsecurity) from rel
  union all select concat_ws('|', 'a', attrelid, attnum, attname, atttypid, attnotnull, atthasdef, attacl)
    from pg_attribute where attrelid in (select oid from rel)
  union all select concat_ws('|', 'd', oid, adbin) from pg_attrdef where adrelid in (select oid from rel)
  union all select concat_ws('|', 'k', oid, convalidated) from pg_constraint where connamespace in (select oid from own)
  union all select concat_ws('|', 't', oid, tgenabled) from pg_trigger where tgrelid in (select oid from rel)
  union all select concat_ws('|', 'r', oid, ev_enabled) from pg_rewrite where ev_class in (select oid from rel)
  union all select concat_ws('|', 'p', oid, prosrc, proacl, proconfig) from pg_proc
    where pronamespace in (select oid from own)
  union all select concat_ws('|', 'y', oid, typname) from pg_type where typnamespace in (select oid from own)
  union all select concat_ws('|', 'g', setdatabase, setrole, setconfig) from pg_db_role_setting
  union all select concat_ws('|', 'f', oid, defaclacl) from pg_default_acl
) defined`;

/** The tables that the hash is made of. */
const CATALOGS = [
  ...["namespace", "class", "attribute", "attrdef", "constraint", "trigger"],
  ...["rewrite", "proc", "type", "db_role_setting", "default_acl"],
];

/**
 * The number of rows in each of those tables, and its newest transaction: equal while no row was added, changed or
 * removed. It takes half as long as the hash, and spares looking for added tables too.
 */
const CATALOG_MARKS = `select string_agg(concat_ws(':', name, rows, newest), ' ' order by name) as marks from (
  ${CATALOGS.map(
    (name) => `select '${name}' as name, count(*) as rows,
      txid_snapshot_xmax(txid_current_snapshot()) - min(nullif(age(xmin), 2147483647)) as newest from pg_${name}`,
  ).join(" union all ")}) counted`;

/** The marks of databases when their definitions were last found unchanged. */
const knownMarks = new WeakMap<PgliteDatabase, string>();

const SCHEMAS = `select format('%I', nspname) as name from pg_namespace where ${OWN} order by 1`;

const TABLES = `select format('%I.%I', nspname, relname) as name
  from pg_class join pg_namespace n on n.oid = relnamespace where ${OWN} and relkind = 'r' order by 1`;

/**
 * Pages of a table that was never analysed, up to which the planner takes it for this size: it can keep its pages
 * without a change of plans (`estimate_rel_size` in PostgreSQL's plancat.c).
 */
const ASSUMED_PAGES = 10;

/** Tables that have, or had, rows. A large or analysed one has to be truncated to be like new for the planner. */
const FILLED = `select format('%I.%I', nspname, relname) as name,
    reltuples >= 0 or pg_relation_size(c.oid) + coalesce(pg_relation_size(nullif(reltoastrelid, 0::oid)), 0)
      > ${ASSUMED_PAGES} * current_setting('block_size')::int as truncated
  from pg_class c join pg_namespace n on n.oid = relnamespace
  where ${OWN} and relkind = 'r' and pg_relation_size(c.oid) > 0 order by 1`;

interface Filled extends Row {
  readonly name: string;
  readonly truncated: boolean;
}

/** Remembers a fresh database, for {@link empty}. */
export async function remember(database: PgliteDatabase): Promise<MadeDatabase> {
  const rows = [];
  for (const { name: table } of await database.query<Filled>(FILLED)) {
    const [row] = await database.query<{ json: string }>(`select json_agg(t)::text as json from ${table} t`);
    rows.push({ table, json: row?.json ?? "[]" });
  }
  return {
    definitions: await definitions(database),
    schemas: await names(database, SCHEMAS),
    tables: await names(database, TABLES),
    rows,
  };
}

/**
 * Restores a database to its fresh state without recreating it.
 * @returns whether it could: not after a changed definition or grant, or a new definition other than a table
 */
export async function empty(database: PgliteDatabase, made: MadeDatabase): Promise<boolean> {
  const isUnchanged = knownMarks.get(database) === (await catalogMarks(database));
  if (!isUnchanged) {
    await dropAdded(database, made);
    if ((await definitions(database)) !== made.definitions) return false;
  }
  const filled = await database.query<Filled>(FILLED);
  const large = filled.filter(({ truncated }) => truncated).map(({ name }) => name);
  await database.transaction(async (tx) => {
    // The log refuses deletions: its triggers are disabled here.
    await tx.script("set local session_replication_role = replica");
    // Deleting few rows takes less than new files for a table and its indexes, and plans of its statements stay valid.
    for (const { name } of filled.filter(({ truncated }) => !truncated))
      await tx.script(`delete from only ${name}`);
    if (large.length > 0) await tx.script(`truncate ${large.join(", ")} cascade`);
    await tx.script("select setval(seqrelid::regclass, seqstart, false) from pg_sequence");
    for (const { table, json } of made.rows) {
      await tx.query(
        `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
        [json],
      );
    }
  });
  // A truncated table has another file, which its catalog row names.
  if (!isUnchanged || large.length > 0) knownMarks.set(database, await catalogMarks(database));
  return true;
}

async function catalogMarks(database: PgliteDatabase): Promise<string> {
  const [row] = await database.query<Row & { readonly marks: string }>(CATALOG_MARKS);
  return row?.marks ?? "";
}

/** The first projector creates read models: dropping their tables is cheaper than recreating all others. */
async function dropAdded(database: PgliteDatabase, made: MadeDatabase): Promise<void> {
  const schemas = (await names(database, SCHEMAS)).filter((name) => !made.schemas.includes(name));
  for (const name of schemas) await database.query(`drop schema ${name} cascade`);
  const tables = (await names(database, TABLES)).filter((name) => !made.tables.includes(name));
  if (tables.length > 0) await database.query(`drop table ${tables.join(", ")} cascade`);
  // Kept statements may stand for tables of the same names.
  if (schemas.length + tables.length > 0) await database.forget();
}

async function names(database: PgliteDatabase, text: string): Promise<readonly string[]> {
  const rows = await database.query<Row & { readonly name: string }>(text);
  return rows.map(({ name }) => name);
}

async function definitions(database: PgliteDatabase): Promise<string> {
  const [row] = await database.query<Row & { readonly hash: string }>(DEFINITIONS);
  return row?.hash ?? "";
}
