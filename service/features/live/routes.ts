import { setImmediate as nextTurn } from "node:timers/promises";
import type { Context, Hono } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { z } from "zod";
import type { LiveMessage } from "#domain/features/topics.ts";
import type { Env } from "#service/http/access/caller.ts";
import { callerOf } from "#service/http/access/session.ts";
import type { Deps } from "#service/http/deps.ts";
import { addressOf, isExempt, networkOf } from "#service/http/limits/address.ts";
import { invalidInput, tooMany } from "#service/http/problem.ts";
import { BodyLine, DirectLine, type Line } from "./line.ts";
import type { Listener, LiveHub } from "./live-hub.ts";
import { Reviewer } from "./reviewer.ts";
import type { Rooms } from "./rooms.ts";
import type { StreamExtension, StreamParameter } from "./stream-extension.ts";

/** Interval of comments, which keep proxies from closing a quiet stream, in milliseconds. */
const HEARTBEAT_MS = 15_000;
/**
 * A listener that reads nothing for this long is cut off, in milliseconds: it may be a request queued behind another on
 * one connection, whose answer nobody will see. A live client reconnects and gets every topic.
 */
const TAKES_WITHIN_MS = 30_000;
const RETRY_SECONDS = 5;
const EVENT_ID = /^\d{1,15}$/;

/** Set by a page that loaded its figures before its stream opened: it receives recent events, too. */
const LATELY: StreamParameter = { name: "lately", schema: z.literal("1") };

/** The live stream's own services. */
export interface LiveServices {
  readonly hub: LiveHub;
  /** Added by features that build on this one, before the first stream begins. */
  readonly extensions: StreamExtension[];
  readonly rooms: Rooms;
}

/** `GET /live`: pushes topics with the positions of their changes, as server-sent events. */
export function liveRoutes(app: Hono<Env>, deps: Deps & LiveServices): void {
  const { hub, extensions, rooms } = deps;
  app.get("/live", async function live(context) {
    // A HEAD request does not listen, and its end would never be noticed.
    if (context.req.method === "HEAD")
      return context.body(null, 200, { "Content-Type": "text/event-stream" });
    const asked = askedFor(context.req.query(), [
      ...extensions.map(({ parameter }) => parameter),
      ...rooms.parameters,
      LATELY,
    ]);
    const wanted = extensions.flatMap((extension) => {
      const value = asked.get(extension.parameter.name);
      return value === undefined ? [] : [{ extension, value }];
    });
    const caller = await callerOf(context, deps);
    const address = addressOf(context, deps.config);
    const network = networkOf(address);
    const mailbox = new Mailbox();
    const inRooms = rooms.topicsOf(asked);
    const send = (message: LiveMessage) => {
      if (!inRooms.has(message.topic)) mailbox.put(message);
    };
    const head = deps.writer.head.position;
    const reviewer = caller === null ? null : new Reviewer(caller, deps, { send, head });
    const listener: Listener = {
      network: caller !== null || isExempt(address, deps.config) ? null : network,
      playerId: caller?.playerId ?? null,
      session: caller?.session ?? null,
      alsoHears: new Set(wanted.map(({ extension }) => extension.topic)),
      send,
      asReviewer: reviewer,
      close: () => mailbox.close(),
    };
    const remove = hub.add(listener);
    if (remove === null) {
      reviewer?.close();
      throw tooMany("Too many live streams are open.", RETRY_SECONDS);
    }
    const who = caller === null ? `address ${network}` : `player ${caller.playerId}`;
    const endings = wanted.map(({ extension, value }) => extension.opened(value, who));
    const missed = context.req.header("Last-Event-ID") ?? "";
    if (EVENT_ID.test(missed) && Number(missed) < head) hub.tellEverything(listener, head);
    else if (asked.has(LATELY.name)) hub.tellLately(listener, { at: deps.now(), head });
    context.header("X-Accel-Buffering", "no");
    return streamSSE(context, async (stream) => {
      stream.onAbort(() => mailbox.close());
      const write = (text: string) => inTime(stream, stream.write(text));
      try {
        await write(": connected\n\n");
        endings.push(
          rooms.enter(asked, { caller, line: await lineTo(stream, context), access: deps.access }),
        );
        for (let messages = await mailbox.take(); messages !== null; messages = await mailbox.take())
          await write(messages.length === 0 ? ": still here\n\n" : messages.map(textOf).join(""));
      } finally {
        remove();
        reviewer?.close();
        for (const end of endings) end();
      }
    });
  });
}

/** The parameters of the address. @throws HttpProblem 400 */
function askedFor(
  query: Record<string, string>,
  parameters: readonly StreamParameter[],
): ReadonlyMap<string, string> {
  const shape = parameters.map(({ name, schema }) => [name, schema.optional()] as const);
  const read = z.strictObject(Object.fromEntries(shape)).safeParse(query);
  if (!read.success) throw invalidInput(read.error);
  return new Map(
    Object.entries(read.data).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Each message as text, made once for all listeners. */
const texts = new WeakMap<LiveMessage, string>();

function textOf(message: LiveMessage): string {
  const known = texts.get(message);
  if (known !== undefined) return known;
  const { topic, position } = message;
  const text = `event: ${topic}\ndata: ${JSON.stringify(message)}\nid: ${position}\n\n`;
  texts.set(message, text);
  return text;
}

/** How rooms write to a stream: to its connection, once the headers are sent. */
async function lineTo(stream: SSEStreamingApi, { env }: Context<Env>): Promise<Line> {
  const outgoing = env?.outgoing;
  if (outgoing === undefined) return new BodyLine(stream);
  while (!outgoing.headersSent && !stream.aborted) await nextTurn();
  return new DirectLine(outgoing);
}

/** Waits for a write; aborts the stream if that takes too long. */
async function inTime(stream: { abort(): void }, taken: Promise<unknown>): Promise<void> {
  const timer = setTimeout(() => stream.abort(), TAKES_WITHIN_MS);
  await taken.finally(() => clearTimeout(timer));
}

/** Messages for one listener, the newest of each topic, until they can be sent. */
class Mailbox {
  readonly #messages = new Map<string, LiveMessage>();
  #wake: (() => void) | null = null;
  #closed = false;

  put(message: LiveMessage): void {
    this.#messages.delete(message.topic);
    this.#messages.set(message.topic, message);
    this.#wake?.();
  }

  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  /** Waits for messages. Empty after a quiet while, null when the stream is over. */
  async take(): Promise<LiveMessage[] | null> {
    if (this.#messages.size === 0 && !this.#closed) await this.#quietWhile();
    if (this.#closed) return null;
    const messages = [...this.#messages.values()].sort((a, b) => a.position - b.position);
    this.#messages.clear();
    return messages;
  }

  #quietWhile(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, HEARTBEAT_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
