import type { LiveMessage, Topic } from "#domain/features/topics.ts";
import { createStore, type Store } from "#web/lib/store/store.ts";

export const LIVE_PATH = "/api/live";
/** The wait before the first new attempt; each further one doubles it. */
export const RECONNECT_DELAY_MS = 1000;
export const RECONNECT_DELAY_MS_MAX = 30_000;

/** `off`: not wanted, or the page is hidden. `down`: wanted, and not there. */
export type StreamStatus = "off" | "connecting" | "up" | "down";

export interface EventStreamHandlers {
  readonly onMessage: (message: LiveMessage) => void;
  /** The stream is there again after a gap in which anything may have happened. */
  readonly onResumed: () => void;
  readonly onDown: () => void;
}

export interface EventStream {
  readonly status: Store<StreamStatus>;
  /** Opens the stream and keeps it open; the function it returns closes it. */
  readonly open: () => () => void;
  /** Passes on messages about a topic from now on. */
  readonly hear: (topic: Topic) => void;
  /** Passes on frames, which are not topics, until the returned function is called. */
  readonly listen: (names: readonly string[], hear: (name: string, data: unknown) => void) => () => void;
  /**
   * Adds a parameter to the stream's address until the returned function is called. An open stream is reopened, since
   * the address tells the service what the page shows. Of several values the newest counts. Nothing is missed.
   */
  readonly ask: (parameter: string, value: string) => () => void;
}

/** What the page may have missed: recent changes before its first stream, anything after a gap. */
type Missed = "what came lately" | "anything" | "nothing";

const asking = (address: string, missed: Missed): string =>
  missed === "what came lately" ? `${address}${address.includes("?") ? "&" : "?"}lately=1` : address;

function readData(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}

function readMessage(topic: Topic, data: string): LiveMessage | null {
  const parsed = readData(data) as Partial<LiveMessage> | null;
  if (parsed?.topic !== topic || !Number.isSafeInteger(parsed.position)) return null;
  return { topic, position: Number(parsed.position) };
}

/** The address of the stream, with the parameters that the page's parts ask for at the moment. */
function createAddress(onChange: () => void): { readonly text: () => string } & Pick<EventStream, "ask"> {
  const asked = new Map<string, readonly string[]>();
  return {
    text: () => {
      const query = new URLSearchParams([...asked].map(([name, values]) => [name, values.at(-1) ?? ""]));
      return query.size === 0 ? LIVE_PATH : `${LIVE_PATH}?${query}`;
    },
    ask: (parameter, value) => {
      asked.set(parameter, [...(asked.get(parameter) ?? []), value]);
      onChange();
      return () => {
        const values = asked.get(parameter) ?? [];
        const at = values.lastIndexOf(value);
        const left = values.filter((_, index) => index !== at);
        if (left.length > 0) asked.set(parameter, left);
        else asked.delete(parameter);
        onChange();
      };
    },
  };
}

/** Messages about topics, on whatever streams are open. */
function createTopics(
  onMessage: EventStreamHandlers["onMessage"],
): { readonly follow: (source: EventSource) => void } & Pick<EventStream, "hear"> {
  const heard = new Set<Topic>();
  let source: EventSource | null = null;
  const listenTo = (topic: Topic) =>
    source?.addEventListener(topic, (event: MessageEvent<string>) => {
      const message = readMessage(topic, event.data);
      if (message) onMessage(message);
    });
  return {
    follow: (opened) => {
      source = opened;
      for (const topic of heard) listenTo(topic);
    },
    hear: (topic) => {
      if (heard.has(topic)) return;
      heard.add(topic);
      listenTo(topic);
    },
  };
}

/** The listeners of frames, on whichever stream is open. */
function createNamed(): { readonly follow: (source: EventSource) => void } & Pick<EventStream, "listen"> {
  const hearers = new Map<string, Set<(name: string, data: unknown) => void>>();
  let source: EventSource | null = null;
  const listenTo = (name: string) => {
    const from = source;
    from?.addEventListener(name, (event: MessageEvent<string>) => {
      const data = readData(event.data);
      // A topic may have the name of a frame.
      if (from !== source || typeof data !== "object" || data === null || "topic" in data) return;
      for (const hear of [...(hearers.get(name) ?? [])]) hear(name, data);
    });
  };
  return {
    follow: (opened) => {
      source = opened;
      for (const name of hearers.keys()) listenTo(name);
    },
    listen: (names, hear) => {
      for (const name of names) {
        const others = hearers.get(name);
        hearers.set(name, (others ?? new Set()).add(hear));
        if (others === undefined) listenTo(name);
      }
      return () => {
        for (const name of names) hearers.get(name)?.delete(hear);
      };
    },
  };
}

interface OpenHandlers {
  readonly onOpen: () => void;
  readonly onFail: () => void;
  readonly follow: (source: EventSource) => void;
}

/** The connection that is open, and the one at an older address until the new one is there. */
function createConnection({ onOpen, onFail, follow }: OpenHandlers) {
  let source: EventSource | null = null;
  let left: EventSource | null = null;
  let openedAt: string | null = null;

  const open = (address: string, missed: Missed) => {
    openedAt = address;
    const opened = new EventSource(asking(address, missed), { withCredentials: true });
    source = opened;
    opened.onopen = () => {
      if (opened !== source) return;
      left?.close();
      left = null;
      onOpen();
    };
    opened.onerror = () => {
      if (opened === source) onFail();
    };
    follow(opened);
  };

  return {
    open,
    /** Switches to another address. The old stream is heard until the new one is open, so that nothing is missed. */
    move: (address: string, missed: Missed) => {
      if (source === null || openedAt === address) return;
      if (left === null) left = source;
      else source.close();
      open(address, missed);
    },
    close: () => {
      source?.close();
      left?.close();
      source = null;
      left = null;
    },
  };
}

/** One server-sent event stream that opens again by itself, ever more slowly, and sleeps while the page is hidden. */
export function createEventStream(handlers: EventStreamHandlers): EventStream {
  const status = createStore<StreamStatus>("off");
  const topics = createTopics(handlers.onMessage);
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let missed: Missed = "what came lately";
  // Deferred, so that moving from game to game reopens the stream only once.
  const address = createAddress(() => queueMicrotask(() => connection.move(address.text(), missed)));
  const named = createNamed();

  const connection = createConnection({
    onOpen: () => {
      failures = 0;
      status.set("up");
      if (missed === "anything") handlers.onResumed();
      missed = "nothing";
    },
    onFail: () => fail(),
    follow: (opened) => {
      topics.follow(opened);
      named.follow(opened);
    },
  });

  const close = () => {
    clearTimeout(retry);
    connection.close();
  };

  const connect = () => {
    close();
    if (typeof EventSource === "undefined") return status.set("down");
    if (status.get() !== "down") status.set("connecting");
    connection.open(address.text(), missed);
  };

  const fail = () => {
    close();
    missed = "anything";
    const delay = Math.min(RECONNECT_DELAY_MS * 2 ** failures, RECONNECT_DELAY_MS_MAX);
    failures += 1;
    retry = setTimeout(connect, delay);
    if (status.get() === "down") return;
    status.set("down");
    handlers.onDown();
  };

  const sleep = (until: Missed) => {
    close();
    missed = until;
    status.set("off");
  };

  return {
    status,
    hear: topics.hear,
    listen: named.listen,
    ask: address.ask,
    open: () => {
      const stop = whileVisible(connect, () => sleep("anything"));
      return () => {
        stop();
        sleep("what came lately");
      };
    },
  };
}

/** Calls the handler for the page's visibility now and on each change, until stopped. */
function whileVisible(onVisible: () => void, onHidden: () => void): () => void {
  const follow = () => (document.visibilityState === "visible" ? onVisible() : onHidden());
  document.addEventListener("visibilitychange", follow);
  follow();
  return () => document.removeEventListener("visibilitychange", follow);
}
