import { z } from "zod";
import { askedTopics, playerTopics, publicTopics, reviewerTopics } from "#domain/features/topics.ts";

const messageSchema = z.strictObject({
  topic: z.enum([...publicTopics, ...playerTopics, ...reviewerTopics, ...askedTopics]),
  position: z.number().int().nonnegative(),
});

/** A message of the live stream, by the contract. */
export type Told = z.infer<typeof messageSchema>;

/** A room's message, under a name. */
export interface HeardFrame {
  readonly name: string;
  readonly data: { readonly [field: string]: unknown };
}

const frameSchema = z.record(z.string(), z.unknown());

/** A stream of server-sent events, read message by message. */
export class LiveStream {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #heard: (text: string) => void;
  readonly #decoder = new TextDecoder();
  #text = "";
  #frames: HeardFrame[] = [];

  constructor(response: Response, heard: (text: string) => void) {
    if (response.body === null) throw new Error("The stream has no body");
    const type = response.headers.get("Content-Type");
    if (type?.split(";")[0] !== "text/event-stream") throw new Error(`The stream is ${type}`);
    this.#reader = response.body.getReader();
    this.#heard = heard;
  }

  /** Waits for the next message; null at the end of the stream. Comments are skipped, frames kept. */
  async next(): Promise<Told | null> {
    for (;;) {
      const block = await this.#block();
      if (block === null) return null;
      const told = this.#read(block);
      if (told !== null) return told;
    }
  }

  /** Frames received and not returned yet. */
  get frames(): readonly HeardFrame[] {
    return this.#frames;
  }

  /** Waits for a frame. @returns all new frames up to it, in order; messages are skipped */
  async untilFrame(isIt: (frame: HeardFrame) => boolean): Promise<HeardFrame[]> {
    let looked = 0;
    for (;;) {
      const at = this.#frames.findIndex((frame, index) => index >= looked && isIt(frame));
      if (at >= 0) return this.#frames.splice(0, at + 1);
      looked = this.#frames.length;
      const block = await this.#block();
      if (block === null) throw new Error("The stream ended before the frame");
      this.#read(block);
    }
  }

  async #block(): Promise<string | null> {
    for (;;) {
      const end = this.#text.indexOf("\n\n");
      if (end >= 0) {
        const block = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        return block;
      }
      if (!(await this.#more())) return null;
    }
  }

  /** A block of lines as a message; null for a comment or a frame. Throws when its parts contradict each other. */
  #read(block: string): Told | null {
    const lines = block.split("\n").filter((line) => !line.startsWith(":"));
    if (lines.length === 0) return null;
    const field = (name: string) =>
      lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    const data: unknown = JSON.parse(field("data") ?? "");
    const name = field("event") ?? "";
    if (field("id") === undefined) {
      this.#frames.push({ name, data: frameSchema.parse(data) });
      return null;
    }
    const told = messageSchema.parse(data);
    if (name !== told.topic || field("id") !== String(told.position))
      throw new Error(`A message contradicts itself: ${block}`);
    return told;
  }

  /** Waits until each of these topics arrived. @returns every message until then, in order */
  async until(...topics: readonly Told["topic"][]): Promise<Told[]> {
    const missing = new Set<string>(topics);
    const all: Told[] = [];
    while (missing.size > 0) {
      const told = await this.next();
      if (told === null) throw new Error(`The stream ended before it told about ${[...missing].join(", ")}`);
      all.push(told);
      missing.delete(told.topic);
    }
    return all;
  }

  /** Disconnects, as a browser does whose page is closed. */
  close(): Promise<void> {
    return this.#reader.cancel();
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#reader.read();
    if (done) return false;
    const text = this.#decoder.decode(value, { stream: true });
    this.#heard(text);
    this.#text += text;
    return true;
  }
}
