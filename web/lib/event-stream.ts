import type { LiveMessage, Topic } from "#domain/features/topics.ts";
import { createStore, type Store } from "#web/lib/store.ts";

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
  /**
   * Says which game the page shows, empty for all live games, null for none: an open stream is opened anew, for it is
   * the stream by which the service knows who watches.
   */
  readonly watch: (gameId: string | null) => void;
}

function readMessage(topic: Topic, data: string): LiveMessage | null {
  try {
    const parsed = JSON.parse(data) as Partial<LiveMessage> | null;
    if (parsed?.topic !== topic || !Number.isSafeInteger(parsed.position)) return null;
    return { topic, position: Number(parsed.position) };
  } catch {
    return null;
  }
}

/** One server-sent event stream that opens again by itself, ever more slowly, and sleeps while the page is hidden. */
export function createEventStream(handlers: EventStreamHandlers): EventStream {
  const status = createStore<StreamStatus>("off");
  const heard = new Set<Topic>();
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let hadGap = false;
  let watched: string | null = null;
  let openedFor: string | null = null;

  const close = () => {
    clearTimeout(retry);
    source?.close();
    source = null;
  };

  const connect = () => {
    close();
    if (typeof EventSource === "undefined") return status.set("down");
    if (status.get() !== "down") status.set("connecting");
    openedFor = watched;
    const address = watched === null ? LIVE_PATH : `${LIVE_PATH}?watch=${encodeURIComponent(watched)}`;
    source = new EventSource(address, { withCredentials: true });
    source.onopen = () => {
      failures = 0;
      status.set("up");
      if (hadGap) handlers.onResumed();
      hadGap = false;
    };
    source.onerror = fail;
    for (const topic of heard) listen(source, topic);
  };

  const listen = (to: EventSource, topic: Topic) =>
    to.addEventListener(topic, (event: MessageEvent<string>) => {
      const message = readMessage(topic, event.data);
      if (message) handlers.onMessage(message);
    });

  const fail = () => {
    close();
    hadGap = true;
    const delay = Math.min(RECONNECT_DELAY_MS * 2 ** failures, RECONNECT_DELAY_MS_MAX);
    failures += 1;
    retry = setTimeout(connect, delay);
    if (status.get() === "down") return;
    status.set("down");
    handlers.onDown();
  };

  const followVisibility = () => {
    if (document.visibilityState === "visible") return connect();
    close();
    hadGap = true;
    status.set("off");
  };

  return {
    status,
    hear: (topic) => {
      if (heard.has(topic)) return;
      heard.add(topic);
      if (source !== null) listen(source, topic);
    },
    watch: (gameId) => {
      watched = gameId;
      // Once what the page does at the moment is done: whoever goes from game to game leaves one and takes up the next.
      queueMicrotask(() => {
        if (source === null || openedFor === watched) return;
        hadGap = true;
        connect();
      });
    },
    open: () => {
      document.addEventListener("visibilitychange", followVisibility);
      followVisibility();
      return () => {
        document.removeEventListener("visibilitychange", followVisibility);
        close();
        hadGap = false;
        status.set("off");
      };
    },
  };
}
