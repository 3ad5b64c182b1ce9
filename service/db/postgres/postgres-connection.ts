import type pg from "pg";
import type { Row, SqlValue, Statement } from "#projections/kernel/sql.ts";
import { identifier } from "#service/db/database.ts";
import type { Primary } from "#service/db/primary/primary.ts";
import { parserOf } from "#service/db/values.ts";

/** Time limit for connecting, and for waiting for a free connection, in milliseconds. */
const connectTimeoutMs = 5_000;

/** Idle time before TCP probes the other side, in milliseconds. */
const keepAliveDelayMs = 10_000;

/** Added to the server's statement limit before this side gives up the connection: the network may be gone. */
const silenceAllowanceMs = 5_000;

/** This side's limit for scripts, in milliseconds. They are migrations, without a limit on the server. */
const scriptTimeoutMs = 3_600_000;

/** The settings that all connections of one database share. */
export interface ConnectionSettings {
  /** Finds the primary. */
  readonly primary: Primary;
  readonly applicationName: string;
  readonly statementTimeoutMs: number;
  /** The role that each connection takes on, which limits its rights. */
  readonly role: string | null;
}

// `getTypeParser` has an overload for each format; only text is used here.
const types = { getTypeParser: (type: number) => parserOf(type) } as unknown as pg.CustomTypesConfig;

/** The settings of one connection in the driver's form. */
export function clientConfig(settings: ConnectionSettings, url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: settings.applicationName,
    statement_timeout: settings.statementTimeoutMs,
    query_timeout: settings.statementTimeoutMs + silenceAllowanceMs,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
    types,
  };
}

/** Sets a new connection's text formats, the same everywhere, and its role. */
export async function prepareConnection(client: pg.ClientBase, role: string | null): Promise<void> {
  const settings = ["set timezone to 'UTC'", "set datestyle to 'ISO'", "set bytea_output to 'hex'"];
  if (role !== null) settings.push(`set role ${identifier(role)}`);
  await client.query(settings.join("; "));
}

/** Runs one statement in the extended protocol, which refuses two statements in one text. */
export async function runOn<R extends Row>(
  client: pg.ClientBase,
  statement: Statement,
): Promise<readonly R[]> {
  const config = {
    text: statement.text,
    values: (statement.values ?? []) as SqlValue[],
    queryMode: "extended",
    ...(statement.name === undefined ? {} : { name: statement.name }),
    ...(statement.maxMs === undefined ? {} : { query_timeout: statement.maxMs + silenceAllowanceMs }),
  };
  const result = await client.query<R>(config);
  return result.rows;
}

/** Runs a script of several statements, without this side's statement limit. */
export async function runScript(client: pg.ClientBase, text: string): Promise<void> {
  const config = { text, query_timeout: scriptTimeoutMs };
  await client.query(config);
}
