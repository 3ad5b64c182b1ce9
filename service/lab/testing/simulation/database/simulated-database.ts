import type { Row, SqlValue, Statement } from "#projections/kernel/sql.ts";
import type { AppendSession } from "#service/db/append-session.ts";
import { ANNOUNCE } from "#service/event-store/head-announcer.ts";
import type { ProcessDatabase } from "#service/lab/testing/simulation/stage.ts";
import { sqlStateOf } from "./faults.ts";
import { SqlError } from "./simulated-log.ts";
import { runQuery } from "./simulated-queries.ts";
import { connectionLost, type SimulatedServer, sleep } from "./simulated-server.ts";
import { type SessionOwner, SimulatedSession } from "./simulated-session.ts";

/** Percentage of lost notifications, which are hints only. */
const NOTIFICATION_LOST_PERCENT = 60;
/** How long a reader waits for an answer that does not come. */
const READ_TIMEOUT_MS = 2_000;

const refusedConnection = (): Error =>
  Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
const forever = (): Promise<never> => new Promise(() => {});

/** The database for one process. Once that process is dead, it gets no more answers. */
export class SimulatedDatabase implements ProcessDatabase, SessionOwner {
  readonly engine = "postgres";
  readonly process: number;
  readonly #server: SimulatedServer;
  readonly #sessions = new Set<SimulatedSession>();
  #isDead = false;

  constructor(server: SimulatedServer, process: number) {
    this.#server = server;
    this.process = process;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  get openSessions(): number {
    return [...this.#sessions].filter(({ isAlive }) => isAlive).length;
  }

  die(): void {
    this.#isDead = true;
    for (const session of this.#sessions) session.cut();
  }

  async run<R extends Row = Row>(statement: Statement): Promise<readonly R[]> {
    const server = this.#server;
    if (statement.name === ANNOUNCE.name) return this.#announce<R>(statement);
    const fault = server.faults.next(this.process);
    const kind = fault?.kind;
    const isSlow = kind === "slow" || kind === "slow reply" || kind === "orphaned";
    if (kind === "crash") server.crash(this.process);
    if (kind === "away") server.restart(fault?.ms ?? 0);
    await sleep(server.latency());
    if (kind === "slow") await sleep(fault?.ms ?? 0);
    if (server.isAway) return this.#answer(() => Promise.reject(refusedConnection()));
    const state = fault === null ? null : sqlStateOf(fault.kind, false);
    if (state !== null)
      return this.#answer(() => Promise.reject(new SqlError(state, "As the simulation wants")));
    if (kind === "lost before" || kind === "killed")
      return this.#answer(() => Promise.reject(connectionLost()));
    const rows = runQuery(server.tables, statement) as readonly R[];
    await sleep(server.latency() + (isSlow && kind !== "slow" ? (fault?.ms ?? 0) : 0));
    if (kind === "silent") await sleep(READ_TIMEOUT_MS);
    const isLost = kind === "lost after" || kind === "orphaned" || kind === "silent";
    return this.#answer(() => (isLost ? Promise.reject(connectionLost()) : Promise.resolve(rows)));
  }

  query<R extends Row = Row>(text: string, values: readonly SqlValue[] = []): Promise<readonly R[]> {
    return this.run({ text, values });
  }

  transaction(): Promise<never> {
    return Promise.reject(new Error("The writer has no transactions but its turns"));
  }

  async listen(_channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    const { listeners, dice } = this.#server;
    const hear = (payload: string) => {
      if (dice.percent(NOTIFICATION_LOST_PERCENT)) return;
      setTimeout(() => {
        if (!this.#isDead) onPayload(payload);
      }, this.#server.latency());
    };
    listeners.add(hear);
    return async () => {
      listeners.delete(hear);
    };
  }

  async openAppendSession(): Promise<AppendSession> {
    await sleep(this.#server.latency());
    return this.#answer(async () => {
      if (this.#server.isAway) throw refusedConnection();
      const session = new SimulatedSession(this.#server, this);
      this.#sessions.add(session);
      return session;
    });
  }

  async close(): Promise<void> {}

  /** No faults needed: notifications are often lost anyway. */
  async #announce<R extends Row>({ values = [] }: Statement): Promise<readonly R[]> {
    await sleep(this.#server.latency());
    if (this.#isDead || this.#server.isAway) throw refusedConnection();
    for (const listener of this.#server.listeners) listener(String(values[0]));
    return [];
  }

  #answer<T>(give: () => Promise<T>): Promise<T> {
    return this.#isDead ? forever() : give();
  }
}
