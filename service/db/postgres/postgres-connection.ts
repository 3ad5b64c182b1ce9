import type pg from "pg";
import type { Row, SqlValue, Statement } from "#projections/kernel/sql.ts";
import { identifier } from "#service/db/database.ts";
import type { Primary } from "#service/db/primary/primary.ts";
import { parserOf } from "#service/db/values.ts";

/** How long a connection may take to be made, and a caller may wait for a free one, in milliseconds. */
const connectTimeoutMs = 5_000;

/** Idle time after which TCP asks whether the other side is still there, in milliseconds. */
const keepAliveDelayMs = 10_000;

/** Added to the server's own limit on a statement before this side gives the connection up: the network may be gone. */
const silenceAllowanceMs = 5_000;

/** Scripts are migrations: they have no limit on the server, and this one here, in milliseconds. */
const scriptTimeoutMs = 3_600_000;

/** What every connection of one database shares. */
export interface ConnectionSettings {
  /** Where the primary is. */
  readonly primary: Primary;
  readonly applicationName: string;
  readonly statementTimeoutMs: number;
  /** Role that each connection takes on, so that it cannot do more than that role may. */
  readonly role: string | null;
}

// `getTypeParser` is declared with an overload for each format; only text is ever asked for here.
const types = { getTypeParser: (type: number) => parserOf(type) } as unknown as pg.CustomTypesConfig;

/** The settings of one connection in the form that the driver takes. */
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

/** Gives a new connection the settings that make its text forms the same everywhere, and its role. */
export async function prepareConnection(client: pg.ClientBase, role: string | null): Promise<void> {
  const settings = ["set timezone to 'UTC'", "set datestyle to 'ISO'", "set bytea_output to 'hex'"];
  if (role !== null) settings.push(`set role ${identifier(role)}`);
  await client.query(settings.join("; "));
}

/** Runs one statement on a connection. Always the extended protocol, which refuses two statements in one text. */
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

/** Runs a script of several statements on a connection, without this side's limit on a statement. */
export async function runScript(client: pg.ClientBase, text: string): Promise<void> {
  const config = { text, query_timeout: scriptTimeoutMs };
  await client.query(config);
}
