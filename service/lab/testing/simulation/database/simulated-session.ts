import type { Row, Sql, Statement } from "#projections/kernel/sql.ts";
import { type AppendSession, SessionBusyError, type TurnWork } from "#service/db/append-session.ts";
import { type Fault, isAppend, sqlStateOf } from "./faults.ts";
import { SqlError } from "./simulated-log.ts";
import { Backend, connectionLost, type SimulatedServer, sleep } from "./simulated-server.ts";

/** How long the client waits for an answer, and for statements in flight when it closes. */
const QUERY_TIMEOUT_MS = 4_000;
const CLOSE_TIMEOUT_MS = 2_000;
const CLOSE_LOOK_MS = 5;
/** Percentage of messages in transit that arrive after a cut. */
const ARRIVES_PERCENT = 50;

/** One message to the server and its answer. */
interface Exchange {
  /** Whether it appends: nothing else can break a constraint. */
  readonly appends: boolean;
  readonly work: () => Promise<unknown>;
  readonly fault: Fault | null;
  resolve(answer: never): void;
  reject(error: Error): void;
  /** True once the server has begun, or can no longer be kept from beginning. */
  isTaken: boolean;
  isDropped: boolean;
  isAnswered: boolean;
}

/** The process that owns a session. */
export interface SessionOwner {
  readonly process: number;
  readonly isDead: boolean;
}

/** The writer's connection, as PostgreSQL gives it: pipelined, each statement a transaction of its own, or a turn. */
export class SimulatedSession implements AppendSession {
  readonly depth = 2;
  readonly #server: SimulatedServer;
  readonly #owner: SessionOwner;
  readonly #backend: Backend;
  readonly #open = new Set<Exchange>();
  #line: Promise<unknown> = Promise.resolve();
  #lastReplyAt = 0;
  #inTurn = false;
  #lostWith: Error | null = null;
  #isClosed = false;
  #onLost: ((error: Error) => void)[] = [];

  constructor(server: SimulatedServer, owner: SessionOwner) {
    this.#server = server;
    this.#owner = owner;
    this.#backend = new Backend(server, () => this.cut());
  }

  get isAlive(): boolean {
    return this.#lostWith === null && !this.#isClosed;
  }

  async send<R extends Row = Row>(statement: Statement): Promise<readonly R[]> {
    if (this.#inTurn) throw new SessionBusyError();
    return this.#exchange<readonly R[]>(() => this.#backend.alone(statement), statement);
  }

  async turn<R extends Row = Row>(
    opening: readonly Statement[],
    work: TurnWork,
  ): Promise<readonly R[] | null> {
    if (this.#inTurn) throw new SessionBusyError();
    this.#inTurn = true;
    const backend = this.#backend;
    const inside = (statements: readonly Statement[]) => async () => {
      const answers: (readonly Row[])[] = [];
      try {
        for (const statement of statements) answers.push(await backend.inside(statement));
        return answers;
      } finally {
        backend.idle();
      }
    };
    const run: Sql["run"] = async (statement) => {
      const [rows] = await this.#exchange<(readonly never[])[]>(inside([statement]));
      return rows ?? [];
    };
    try {
      const results = await this.#exchange<(readonly Row[])[]>(async () => {
        backend.begin();
        return inside(opening)();
      });
      const last = await work(results, { run, query: (text, values = []) => run({ text, values }) });
      return await this.#exchange<readonly R[] | null>(async () => {
        const rows = last === null ? null : await backend.inside(last);
        await backend.commit();
        return rows;
      }, last);
    } catch (error) {
      await this.#exchange(async () => backend.rollback()).catch(() => {});
      throw error;
    } finally {
      this.#inTurn = false;
    }
  }

  onLost(callback: (error: Error) => void): void {
    if (this.#lostWith !== null) callback(this.#lostWith);
    else this.#onLost.push(callback);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const until = Date.now() + CLOSE_TIMEOUT_MS;
    while (this.#open.size > 0 && Date.now() < until && this.#lostWith === null) await sleep(CLOSE_LOOK_MS);
    this.cut();
  }

  /** The connection is lost. Messages in transit may still arrive, in order. */
  cut(): void {
    if (this.#lostWith !== null) return;
    const error = connectionLost();
    this.#lostWith = error;
    let arrives = true;
    for (const exchange of this.#open) {
      arrives = arrives && (exchange.isTaken || this.#server.dice.percent(ARRIVES_PERCENT));
      if (arrives) exchange.isTaken = true;
      else exchange.isDropped = true;
    }
    // The server notices after it has handled the received messages.
    void this.#line.then(() => this.#backend.kill());
    const callbacks = this.#onLost;
    this.#onLost = [];
    const open = [...this.#open];
    this.#open.clear();
    if (this.#owner.isDead) return;
    for (const exchange of open) exchange.reject(error);
    if (!this.#isClosed) for (const callback of callbacks) callback(error);
  }

  #exchange<T>(work: () => Promise<unknown>, statement: Statement | null = null): Promise<T> {
    if (this.#lostWith !== null || (this.#isClosed && !this.#inTurn)) return Promise.reject(connectionLost());
    return new Promise<T>((resolve, reject) => {
      const fault = this.#server.faults.next(this.#owner.process);
      const exchange: Exchange = {
        appends: isAppend(statement),
        work,
        fault,
        resolve: resolve as (answer: never) => void,
        reject,
        isTaken: false,
        isDropped: false,
        isAnswered: false,
      };
      this.#open.add(exchange);
      this.#line = this.#line.then(() => this.#carry(exchange));
    });
  }

  async #carry(exchange: Exchange): Promise<void> {
    const { fault } = exchange;
    if (exchange.isDropped) return;
    await sleep(this.#server.latency() + (fault?.kind === "slow" ? fault.ms : 0));
    if (fault !== null) await this.#befall(exchange, fault);
    if (exchange.isDropped || this.#backend.isKilled) return;
    exchange.isTaken = true;
    try {
      const state = fault === null ? null : sqlStateOf(fault.kind, exchange.appends);
      if (state !== null) throw new SqlError(state, "This is what the simulation wants");
      const answer = await exchange.work();
      if (fault?.kind === "lost after") this.cut();
      this.#reply(exchange, () => exchange.resolve(answer as never));
    } catch (error) {
      this.#reply(exchange, () => exchange.reject(error as Error));
    }
  }

  /** Faults before the server sees a message. */
  async #befall(exchange: Exchange, { kind, ms }: Fault): Promise<void> {
    const { dice } = this.#server;
    if (kind === "lost before") {
      exchange.isDropped = true;
      this.cut();
    } else if (kind === "orphaned") {
      exchange.isTaken = true;
      this.cut();
      await sleep(ms);
    } else if (kind === "killed") {
      setTimeout(() => this.#backend.kill(), dice.below(6));
    } else if (kind === "silent") {
      if (dice.percent(50)) exchange.isDropped = true;
      this.#open.delete(exchange);
      setTimeout(() => {
        if (!this.#owner.isDead) exchange.reject(new Error("Query read timeout"));
      }, QUERY_TIMEOUT_MS);
    } else if (kind === "crash") {
      exchange.isTaken = dice.percent(ARRIVES_PERCENT);
      this.#server.crash(this.#owner.process);
      await sleep(dice.below(ms));
    } else if (kind === "away") this.#server.restart(ms);
  }

  #reply(exchange: Exchange, deliver: () => void): void {
    const wait = this.#server.latency() + (exchange.fault?.kind === "slow reply" ? exchange.fault.ms : 0);
    this.#lastReplyAt = Math.max(this.#lastReplyAt, Date.now() + wait);
    setTimeout(() => {
      // Not among the open ones: the connection was cut, or its client has given up.
      if (!this.#open.delete(exchange) || this.#owner.isDead) return;
      deliver();
    }, this.#lastReplyAt - Date.now());
  }
}
