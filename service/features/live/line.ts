import type { ServerResponse } from "node:http";
import type { SSEStreamingApi } from "hono/streaming";

/** One open stream, as far as rooms write to it. */
export interface Line {
  /** Bytes that were written and that the connection has not taken yet. */
  readonly unwritten: number;
  /** Writes whole messages. Never waits. */
  write(messages: Uint8Array): void;
  /** Ends the stream at once. */
  cut(): void;
}

/** Writes to the connection itself: a buffer for a thousand streams passes through no stream of its own for each. */
export class DirectLine implements Line {
  readonly #outgoing: ServerResponse;

  constructor(outgoing: ServerResponse) {
    this.#outgoing = outgoing;
  }

  get unwritten(): number {
    return this.#outgoing.writableLength;
  }

  write(messages: Uint8Array): void {
    // An ended response would throw.
    if (!this.#outgoing.destroyed && !this.#outgoing.writableEnded) this.#outgoing.write(messages);
  }

  cut(): void {
    this.#outgoing.destroy();
  }
}

/** Writes by the answer's body, where there is no connection to be had. */
export class BodyLine implements Line {
  readonly #stream: SSEStreamingApi;
  #unwritten = 0;

  constructor(stream: SSEStreamingApi) {
    this.#stream = stream;
  }

  get unwritten(): number {
    return this.#unwritten;
  }

  write(messages: Uint8Array): void {
    this.#unwritten += messages.length;
    void this.#stream.write(messages).finally(() => {
      this.#unwritten -= messages.length;
    });
  }

  cut(): void {
    this.#stream.abort();
  }
}
