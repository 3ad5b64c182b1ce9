import { z } from "zod";
import { askedTopics, playerTopics, publicTopics, reviewerTopics } from "#domain/features/topics.ts";

const messageSchema = z.strictObject({
  topic: z.enum([...publicTopics, ...playerTopics, ...reviewerTopics, ...askedTopics]),
  position: z.number().int().nonnegative(),
});

/** A message of the live stream, as the contract has it. */
export type Told = z.infer<typeof messageSchema>;

/** A stream of server-sent events that is read message by message. */
export class LiveStream {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #heard: (text: string) => void;
  readonly #decoder = new TextDecoder();
  #text = "";

  constructor(response: Response, heard: (text: string) => void) {
    if (response.body === null) throw new Error("The stream has no body");
    const type = response.headers.get("Content-Type");
    if (type?.split(";")[0] !== "text/event-stream") throw new Error(`The stream is ${type}`);
    this.#reader = response.body.getReader();
    this.#heard = heard;
  }

  /** Waits for the next message; null when the stream has ended. Comments are passed over. */
  async next(): Promise<Told | null> {
    for (;;) {
      const end = this.#text.indexOf("\n\n");
      if (end >= 0) {
        const block = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        const told = read(block);
        if (told !== null) return told;
      } else if (!(await this.#more())) return null;
    }
  }

  /** Waits until each of these topics was told about. @returns every message until then, in order */
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

  /** Goes away, as a browser does whose page is closed. */
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

/** A block of lines as a message; null for a comment. Throws when its parts do not say the same. */
function read(block: string): Told | null {
  const lines = block.split("\n").filter((line) => !line.startsWith(":"));
  if (lines.length === 0) return null;
  const field = (name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? "";
  const told = messageSchema.parse(JSON.parse(field("data")));
  if (field("event") !== told.topic || field("id") !== String(told.position)) {
    throw new Error(`A message contradicts itself: ${block}`);
  }
  return told;
}
