import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Acknowledged, type Tally } from "./acknowledged.ts";
import { answerParent } from "./child.ts";
import { type Loaded, loadedOf } from "./load.ts";
import { Latencies } from "./report/latencies.ts";
import { ProcessorTime } from "./report/processor-time.ts";

/** A load: one connection per session, each with one request at a time. */
export interface HttpLoad {
  readonly port: number;
  readonly path: string;
  /** `Cookie` headers, one for each connection. */
  readonly cookies: readonly string[];
  readonly warmMs: number;
}

export interface HttpLoaded extends Loaded {
  readonly told: Tally;
  /** Answers other than 200, and broken connections; any fails the run. */
  readonly errors: number;
  /** The first error, for the report. */
  readonly firstError: string | null;
  /** Processor time of the load per answer, in microseconds. */
  readonly cpuLoad: number;
}

const BODIES = ['{"betAmount":1,"betSide":"rbx"}', '{"betAmount":1,"betSide":"tix"}'];
const COLD_AT_ONCE = 8;
const HEAD_END = "\r\n\r\n";
const LENGTH = /\r\ncontent-length: *(\d+)/i;

/** The state shared by all connections. */
class Figures {
  latencies = new Latencies();
  readonly told = new Acknowledged();
  errors = 0;
  firstError: string | null = null;
  isOver = false;

  failed(what: string): void {
    this.errors += 1;
    this.firstError ??= what;
  }
}

/** One connection and its bettor, in minimal HTTP/1.1: load and service share the processors. */
class Connection {
  /** Settle at the first answer, and at the last. */
  readonly begun: Promise<void>;
  readonly ended: Promise<void>;
  readonly #figures: Figures;
  readonly #head: string;
  readonly #name: string;
  readonly #socket: Socket;
  #begin: () => void = () => {};
  #end: () => void = () => {};
  #sent = 0;
  #sentAt = 0;
  #received = "";

  constructor(load: HttpLoad, index: number, figures: Figures) {
    this.#figures = figures;
    this.#name = `bench-${load.port}-${index}`;
    this.#head =
      `POST ${load.path} HTTP/1.1\r\nHost: localhost:${load.port}\r\nContent-Type: application/json\r\n` +
      `Cookie: ${load.cookies[index]}\r\nContent-Length: ${BODIES[0]?.length}\r\nIdempotency-Key: `;
    this.begun = new Promise((resolve) => {
      this.#begin = resolve;
    });
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#socket = connect({ port: load.port, host: "127.0.0.1", noDelay: true });
    this.#socket.setEncoding("latin1");
    this.#socket.on("connect", () => this.#ask());
    this.#socket.on("data", (text: string) => this.#hear(text));
    this.#socket.on("error", (error) => figures.failed(error.message));
    this.#socket.on("close", () => {
      if (!figures.isOver) figures.failed("the connection was closed");
      this.#begin();
      this.#end();
    });
  }

  #ask(): void {
    if (this.#figures.isOver) {
      this.#socket.destroy();
      return;
    }
    this.#sent += 1;
    this.#sentAt = performance.now();
    this.#socket.write(`${this.#head}${this.#name}-${this.#sent}${HEAD_END}${BODIES[this.#sent % 2]}`);
  }

  #hear(text: string): void {
    this.#received += text;
    const headEnd = this.#received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.#received.slice(0, headEnd);
    const length = LENGTH.exec(head)?.[1];
    const body = this.#received.slice(headEnd + HEAD_END.length);
    if (length !== undefined && body.length < Number(length)) return;
    this.#received = "";
    this.#figures.latencies.add(performance.now() - this.#sentAt);
    if (length === undefined || !head.startsWith("HTTP/1.1 200 ")) this.#figures.failed(`${head}\n${body}`);
    else this.#remember(body);
    this.#begin();
    this.#ask();
  }

  #remember(body: string): void {
    const { id, position } = JSON.parse(body) as { readonly id?: string; readonly position?: number };
    if (id !== undefined && position !== undefined) this.#figures.told.add(id, position);
  }
}

interface Running {
  readonly figures: Figures;
  readonly connections: readonly Connection[];
}

let running: Running | null = null;

const handlers = {
  /** Connects, and sends requests until all is warm. */
  begin: async ({ cookies, warmMs, ...load }: HttpLoad): Promise<void> => {
    const figures = new Figures();
    const connections: Connection[] = [];
    // A few at a time: a cold service under full load is not what is measured.
    for (let index = 0; index < cookies.length; index += 1) {
      const connection = new Connection({ ...load, cookies, warmMs }, index, figures);
      connections.push(connection);
      if (index % COLD_AT_ONCE === 0) await connection.begun;
    }
    await Promise.all(connections.map(({ begun }) => begun));
    await sleep(warmMs);
    running = { figures, connections };
  },

  /** Measures for a while, then ends. */
  measure: async ({ measureMs }: { readonly measureMs: number }): Promise<HttpLoaded> => {
    if (running === null) throw new Error("Nobody asks");
    const { figures, connections } = running;
    const latencies = new Latencies();
    figures.latencies = latencies;
    const processor = new ProcessorTime(null);
    await processor.begin();
    const began = performance.now();
    await sleep(measureMs);
    const seconds = (performance.now() - began) / 1_000;
    figures.latencies = new Latencies();
    await processor.end();
    figures.isOver = true;
    await Promise.all(connections.map(({ ended }) => ended));
    const { errors, firstError, told } = figures;
    const { cpu = 0 } = processor.each(latencies.count);
    return { ...loadedOf(latencies, seconds), told: told.tally, errors, firstError, cpuLoad: cpu };
  },
};

export type HttpLoadHandlers = typeof handlers;

answerParent(handlers);
