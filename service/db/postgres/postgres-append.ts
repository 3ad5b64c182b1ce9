import pg from "pg";
import type { Row, Sql, Statement } from "#projections/kernel/sql.ts";
import {
  type AppendSession,
  type AppendSessionOptions,
  NotCommittedError,
  SessionBusyError,
  type TurnWork,
} from "#service/db/append-session.ts";
import { plannedOnce } from "#service/db/planned-once.ts";
import {
  type ConnectionSettings,
  clientConfig,
  prepareConnection,
  runOn,
} from "#service/db/postgres/postgres-connection.ts";

/** One statement runs while the next waits at the server. A third would only wait longer. */
const pipelineDepth = 2;

/** How long closing waits for statements in flight, in milliseconds. */
const closeTimeoutMs = 2_000;

/** Added to the server's limits before this side gives up a silent connection, in milliseconds. */
const silenceAllowanceMs = 2_000;

/** Opens the writer's own connection. Throws when the database cannot be reached. */
export async function openPostgresAppendSession(
  settings: ConnectionSettings,
  options: AppendSessionOptions,
): Promise<AppendSession> {
  // Looked up each time: a writer that reconnects may have lost its primary.
  const { primary } = settings;
  const url = await primary.find();
  const client = new pg.Client({
    ...clientConfig(settings, url),
    application_name: `${settings.applicationName} append`,
    statement_timeout: options.statementTimeoutMs,
    lock_timeout: options.lockTimeoutMs,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs,
    // Keep-alive probes stop while data is unacknowledged: without this, a dead network goes unnoticed for minutes.
    query_timeout: pipelineDepth * options.statementTimeoutMs + silenceAllowanceMs,
    pipeline: true,
  });
  const session = new PostgresAppendSession(client);
  // An old primary may never answer its last statements: nothing waits for them.
  session.onEnd(primary.onMoved(() => client.connection.stream.destroy()));
  try {
    await client.connect();
    await prepareConnection(client, settings.role);
    await client.query(
      `set session characteristics as transaction isolation level read committed, read write; ${plannedOnce}`,
    );
  } catch (error) {
    await session.close();
    throw error;
  }
  return session;
}

class PostgresAppendSession implements AppendSession {
  readonly depth = pipelineDepth;
  readonly #client: pg.Client;
  #inTurn = false;
  #lostWith: Error | null = null;
  #onLost: ((error: Error) => void)[] = [];
  #onEnd: (() => void) | null = null;
  #closing: Promise<void> | null = null;

  constructor(client: pg.Client) {
    this.#client = client;
    client.on("error", (error) => this.#lost(error));
    client.on("end", () => this.#lost(new Error("Connection terminated")));
  }

  get isAlive(): boolean {
    return this.#lostWith === null && this.#closing === null;
  }

  async send<R extends Row = Row>(statement: Statement): Promise<readonly R[]> {
    if (this.#inTurn) throw new SessionBusyError();
    // Each statement has its own Sync and so is its own transaction: see pipelining in the wire protocol.
    return runOn<R>(this.#client, statement);
  }

  async turn<R extends Row = Row>(
    opening: readonly Statement[],
    work: TurnWork,
  ): Promise<readonly R[] | null> {
    if (this.#inTurn) throw new SessionBusyError();
    this.#inTurn = true;
    try {
      const results = await this.#open(opening);
      const last = await this.#work(results, work);
      return await this.#commit<R>(last);
    } catch (error) {
      // Without a transaction, as after a failed COMMIT, ROLLBACK only warns.
      await this.#client.query("rollback").catch(() => {});
      throw error;
    } finally {
      this.#inTurn = false;
    }
  }

  onLost(callback: (error: Error) => void): void {
    if (this.#lostWith !== null) callback(this.#lostWith);
    else this.#onLost.push(callback);
  }

  /** Calls `work` once the session is lost or closed. */
  onEnd(work: () => void): void {
    if (this.isAlive) this.#onEnd = work;
    else work();
  }

  close(): Promise<void> {
    this.#onEnd?.();
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #open(opening: readonly Statement[]): Promise<(readonly Row[])[]> {
    const [, ...results] = await this.#together(() => [
      this.#client.query("begin isolation level read committed read write").then(() => []),
      ...opening.map((statement) => runOn(this.#client, statement)),
    ]);
    return results;
  }

  async #work(results: readonly (readonly Row[])[], work: TurnWork): Promise<Statement | null> {
    let isOpen = true;
    const run: Sql["run"] = (statement) => {
      if (!isOpen) throw new Error("The turn has ended: its transaction can no longer be used");
      return runOn(this.#client, statement);
    };
    try {
      return await work(results, { run, query: (text, values = []) => run({ text, values }) });
    } finally {
      isOpen = false;
    }
  }

  async #commit<R extends Row>(last: Statement | null): Promise<readonly R[] | null> {
    let tag = "";
    const commit = (): Promise<readonly Row[]> =>
      this.#client.query("commit").then((result) => {
        tag = result.command;
        return [];
      });
    const answers = await this.#together(() =>
      last === null ? [commit()] : [runOn(this.#client, last), commit()],
    );
    if (tag !== "COMMIT") throw new NotCommittedError(tag);
    return last === null ? null : ((answers[0] ?? []) as readonly R[]);
  }

  // Waits for every answer, also after a failure: until then the transaction is not over.
  async #together(send: () => Promise<readonly Row[]>[]): Promise<(readonly Row[])[]> {
    const { stream } = this.#client.connection;
    stream.cork();
    let sent: Promise<readonly Row[]>[];
    try {
      sent = send();
    } finally {
      stream.uncork();
    }
    const answers = await Promise.allSettled(sent);
    return answers.map((answer) => {
      if (answer.status === "rejected") throw answer.reason;
      return answer.value;
    });
  }

  #lost(error: Error): void {
    if (this.#lostWith !== null) return;
    this.#lostWith = error;
    this.#onEnd?.();
    const callbacks = this.#onLost;
    this.#onLost = [];
    if (this.#closing !== null) return;
    this.#client.end().catch(() => {});
    for (const callback of callbacks) callback(error);
  }

  async #end(): Promise<void> {
    const timer = setTimeout(() => this.#client.connection.stream.destroy(), closeTimeoutMs);
    try {
      await this.#client.end();
    } catch {
      // Closed already, which is all that was wanted.
    } finally {
      clearTimeout(timer);
    }
  }
}
