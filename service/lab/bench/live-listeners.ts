import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { answerParent } from "./child.ts";
import { sharedNow } from "./clock.ts";
import { Latencies } from "./report/latencies.ts";

/** An event that listeners should hear of: its position, and when it was known. */
export interface Told {
  readonly position: number;
  /** On the clock that all processes of one machine share. */
  readonly at: number;
}

/** A stream, and the pattern of its messages that count. */
export interface Stream {
  readonly path: string;
  readonly message: string;
}

const OPENED_AT_ONCE = 32;
/** The message sent to everybody about every bet; a player's own topics come earlier. */
const OF_BETS: Stream = { path: "/api/live", message: 'data: \\{"topic":"bets","position":(\\d+)\\}' };
const MESSAGE_END = "\n\n";
const HEARD_MAX_MS = 20_000;
const LOOK_EVERY_MS = 20;

/** One listening connection, with the positions it has heard of. */
class Listener {
  readonly heard: Told[] = [];
  readonly #socket: Socket;
  readonly #message: RegExp;
  #rest = "";

  constructor(port: number, cookie: string | null, { path, message }: Stream) {
    this.#message = new RegExp(message, "g");
    const session = cookie === null ? "" : `Cookie: ${cookie}\r\n`;
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.setEncoding("latin1");
    this.#socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n${session}\r\n`);
    this.#socket.on("data", (text: string) => this.#hear(text));
    this.#socket.on("error", () => {});
  }

  get newest(): number {
    return this.heard.at(-1)?.position ?? 0;
  }

  /** Waits for the answer's headers. */
  async open(): Promise<void> {
    const [text] = (await once(this.#socket, "data")) as [string];
    if (!text.startsWith("HTTP/1.1 200 ")) throw new Error(`A live stream was not opened:\n${text}`);
  }

  close(): void {
    this.#socket.destroy();
  }

  #hear(text: string): void {
    const at = sharedNow();
    const all = this.#rest + text;
    const end = all.lastIndexOf(MESSAGE_END) + 1;
    this.#rest = all.slice(end);
    for (const [, position] of all.slice(0, end).matchAll(this.#message))
      this.heard.push({ position: Number(position), at });
  }
}

let listeners: Listener[] = [];

const handlers = {
  /** Opens a live stream for each cookie; null for a signed-out visitor. */
  open: async ({
    port,
    cookies,
    stream = OF_BETS,
  }: {
    readonly port: number;
    readonly cookies: readonly (string | null)[];
    readonly stream?: Stream;
  }) => {
    for (let from = 0; from < cookies.length; from += OPENED_AT_ONCE) {
      const some = cookies
        .slice(from, from + OPENED_AT_ONCE)
        .map((cookie) => new Listener(port, cookie, stream));
      await Promise.all(some.map((listener) => listener.open()));
      listeners.push(...some);
    }
  },

  /** How long each listener waited for each of these, or for a later one, in milliseconds. */
  judge: async (all: readonly Told[]): Promise<{ readonly p50: number; readonly p99: number }> => {
    const last = all.at(-1)?.position ?? 0;
    const until = performance.now() + HEARD_MAX_MS;
    while (listeners.some(({ newest }) => newest < last)) {
      if (performance.now() > until) throw new Error("Somebody did not hear of everything");
      await sleep(LOOK_EVERY_MS);
    }
    const waits = new Latencies();
    for (const { heard } of listeners) {
      let next = 0;
      for (const { position, at } of all) {
        while ((heard[next]?.position ?? position) < position) next += 1;
        waits.add((heard[next]?.at ?? Number.NaN) - at);
      }
    }
    const [p50 = 0, p99 = 0] = waits.at(0.5, 0.99);
    return { p50, p99 };
  },

  /** Ends every stream. */
  close: async (_: null): Promise<void> => {
    for (const listener of listeners) listener.close();
    listeners = [];
  },
};

export type LiveListenersHandlers = typeof handlers;

answerParent(handlers);
