import type { ServerResponse } from "node:http";
import type { SSEStreamingApi } from "hono/streaming";

/** One open stream, as rooms write to it. */
export interface Line {
  /** Bytes written that the connection has not taken yet. */
  readonly unwritten: number;
  /** Writes whole messages. Never waits. */
  write(messages: Uint8Array): void;
  /** Ends the stream at once. */
  cut(): void;
}

/** Writes to the connection directly: one buffer serves a thousand streams, without a stream object for each. */
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

/** Writes through the answer's body, if there is no connection object. */
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
