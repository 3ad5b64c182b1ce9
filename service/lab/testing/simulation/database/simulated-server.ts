import type { Row, Statement } from "#projections/kernel/sql.ts";
import type { Dice } from "#service/lab/testing/simulation/dice.ts";
import { type FaultPlan, isAppend } from "./faults.ts";
import { type AppendRows, appendRowsOf, SimulatedLog, SqlError } from "./simulated-log.ts";
import { runQuery } from "./simulated-queries.ts";

/** The server's time limits, as the writer sets them. */
const LOCK_TIMEOUT_MS = 1_000;
const IDLE_IN_TRANSACTION_MS = 500;
/** Longest duration of a commit. */
const FLUSH_MS = 4;
const LATENCY_MS = 3;
/** The percentage of exchanges that take much longer. */
const LONG_PERCENT = 3;
const LONG_MS = 60;

/** Waits in the simulation's time. */
export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The error of a client whose server process has ended. */
export const connectionLost = (): Error => new Error("Connection terminated unexpectedly");

/** An append that is checked and not yet committed. */
interface PendingAppend {
  readonly rows: AppendRows;
  readonly statement: Statement;
}

const END_OF_TIME = Date.UTC(9999, 0);

/** A committed statement, to be replayed on another database. */
const whenever = (statement: Statement): Statement =>
  statement.name?.endsWith("_timed")
    ? { ...statement, values: [...(statement.values ?? []).slice(0, -1), END_OF_TIME] }
    : statement;

/** The database server: one log, one lock on its head, and a process for each session. */
export class SimulatedServer {
  readonly tables = new SimulatedLog();
  /** The append statements that were committed. */
  readonly appends: Statement[] = [];
  readonly lock = new HeadLock();
  readonly dice: Dice;
  readonly faults: FaultPlan;
  readonly backends = new Set<Backend>();
  readonly listeners = new Set<(payload: string) => void>();
  /** Kills a process by its number; set by the run that starts processes. */
  crash: (process: number) => void = () => {};
  #awayUntil = 0;

  constructor(dice: Dice, faults: FaultPlan) {
    this.dice = dice;
    this.faults = faults;
  }

  get isAway(): boolean {
    return Date.now() < this.#awayUntil;
  }

  /** The random transit time of a message. */
  latency(): number {
    return this.dice.percent(LONG_PERCENT) ? this.dice.below(LONG_MS) : this.dice.below(LATENCY_MS);
  }

  /** Ends every server process; connections are refused for a while. */
  restart(awayMs: number): void {
    this.#awayUntil = Date.now() + awayMs;
    for (const backend of [...this.backends]) backend.kill();
  }

  committed({ rows, statement }: PendingAppend): void {
    this.tables.commit(rows);
    this.appends.push(whenever(statement));
  }
}

/** The lock on the head row: granted in the order of asking. */
export class HeadLock {
  #holder: Backend | null = null;
  readonly #waiting: { readonly backend: Backend; readonly grant: (error: Error | null) => void }[] = [];

  get isHeld(): boolean {
    return this.#holder !== null;
  }

  /** Waits for the lock. @throws SqlError when that takes too long, or the waiting process was killed */
  async take(backend: Backend): Promise<void> {
    if (this.#holder === backend) return;
    if (this.#holder === null) {
      this.#holder = backend;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => this.#refuse(backend, new SqlError("55P03", "canceling statement due to lock timeout")),
        LOCK_TIMEOUT_MS,
      );
      const grant = (error: Error | null) => {
        clearTimeout(timer);
        if (error === null) resolve();
        else reject(error);
      };
      this.#waiting.push({ backend, grant });
    });
  }

  /** Releases the lock, or stops waiting for it. */
  letGo(backend: Backend): void {
    this.#refuse(backend, connectionLost());
    if (this.#holder !== backend) return;
    const next = this.#waiting.shift();
    this.#holder = next?.backend ?? null;
    next?.grant(null);
  }

  #refuse(backend: Backend, error: Error): void {
    const place = this.#waiting.findIndex((waiter) => waiter.backend === backend);
    if (place < 0) return;
    const [waiter] = this.#waiting.splice(place, 1);
    waiter?.grant(error);
  }
}

/** The server process of one session. It handles one message after the other. */
export class Backend {
  readonly #server: SimulatedServer;
  readonly #onKilled: () => void;
  #isKilled = false;
  #inTransaction = false;
  #pending: PendingAppend | null = null;
  #idleTimer: NodeJS.Timeout | null = null;

  constructor(server: SimulatedServer, onKilled: () => void) {
    this.#server = server;
    this.#onKilled = onKilled;
    server.backends.add(this);
  }

  get isKilled(): boolean {
    return this.#isKilled;
  }

  /** Ends the process: uncommitted work is lost. */
  kill(): void {
    if (this.#isKilled) return;
    this.#isKilled = true;
    this.#end();
    this.#server.lock.letGo(this);
    this.#server.backends.delete(this);
    this.#onKilled();
  }

  /** Runs one statement as a transaction of its own. */
  async alone(statement: Statement): Promise<readonly Row[]> {
    this.#demandAlive();
    if (!isAppend(statement)) return runQuery(this.#server.tables, statement);
    const rows = appendRowsOf(statement);
    const { tables: log, lock } = this.#server;
    // The statement's snapshot shows the head elsewhere: nothing to wait for.
    if (!log.isAt(rows.from)) return [];
    try {
      await lock.take(this);
      // It waited for the lock: the newest row counts.
      if (!log.isAt(rows.from)) return [];
      log.check(rows);
      await this.#flush();
      this.#server.committed({ rows, statement });
      return [{ appended: 1 }];
    } finally {
      lock.letGo(this);
    }
  }

  begin(): void {
    this.#demandAlive();
    this.#inTransaction = true;
  }

  /** Runs a statement within the transaction; its writes are invisible before the commit. */
  async inside(statement: Statement): Promise<readonly Row[]> {
    this.#demandAlive();
    this.#wake();
    const { tables: log, lock } = this.#server;
    if (statement.name === "lock_head") await lock.take(this);
    if (!isAppend(statement)) return runQuery(log, statement);
    const rows = appendRowsOf(statement);
    if (!log.isAt(rows.from)) return [];
    await lock.take(this);
    if (!log.isAt(rows.from)) return [];
    log.check(rows);
    this.#pending = { rows, statement };
    return [{ appended: 1 }];
  }

  async commit(): Promise<void> {
    this.#demandAlive();
    this.#wake();
    await this.#flush();
    if (this.#pending !== null) this.#server.committed(this.#pending);
    this.rollback();
  }

  rollback(): void {
    this.#end();
    this.#server.lock.letGo(this);
  }

  /** Waits for the client; with a timeout while a transaction is open. */
  idle(): void {
    this.#wake();
    if (this.#inTransaction && !this.#isKilled)
      this.#idleTimer = setTimeout(() => this.kill(), IDLE_IN_TRANSACTION_MS);
  }

  #wake(): void {
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    this.#idleTimer = null;
  }

  #end(): void {
    this.#wake();
    this.#inTransaction = false;
    this.#pending = null;
  }

  async #flush(): Promise<void> {
    await sleep(1 + this.#server.dice.below(FLUSH_MS));
    this.#demandAlive();
  }

  #demandAlive(): void {
    if (this.#isKilled) throw connectionLost();
  }
}
