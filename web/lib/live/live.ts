import type { Query, QueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect } from "react";
import type { Topic } from "#domain/features/topics.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { rememberPosition } from "#web/lib/api/position.ts";
import { createEventStream, type StreamStatus } from "#web/lib/live/event-stream.ts";
import { createTopicGate, type TopicGate } from "#web/lib/live/topic-gate.ts";
import type { Store } from "#web/lib/store/store.ts";

/** A room of the live stream: a parameter of its address, and its value. */
export interface RoomName {
  readonly parameter: string;
  readonly value: string;
}

/** Keeps the page's figures up to date with the log. */
export interface Live extends TopicGate {
  readonly status: Store<StreamStatus>;
  /** Opens the stream; the function it returns closes it. */
  readonly open: () => () => void;
  /** Says which game the page shows, empty for all live games; the returned function undoes that. */
  readonly watch: (gameId: string) => () => void;
  /** Enters a room and passes on its messages by name; returns the function that leaves it. */
  readonly enter: (
    room: RoomName,
    names: readonly string[],
    hear: (name: string, data: unknown) => void,
  ) => () => void;
  /** How often a query is asked for again right now: only while the stream is down, and not while it is held. */
  readonly pollMs: (query: Pick<Query, "meta">) => number | false;
  /** Names the cache whose queries are refreshed. */
  readonly follow: (queryClient: QueryClient) => void;
}

/** Touched by every event: its listeners know the newest position on any page. */
const OF_EVERY_EVENT: Topic = "ledger";

/** Makes the live link of one page. */
export function createLive(): Live {
  let client: QueryClient | null = null;
  /** The topics that queries name. */
  const wanted = new Set<Topic>();
  const unlogged = new Set<Topic>();
  const gate = createTopicGate((topics) => {
    const touches = (query: Query) => query.meta?.topics?.some((topic) => topics.includes(topic)) ?? false;
    void client?.invalidateQueries({ predicate: touches });
  }, unlogged);
  // A refetch is also what makes each query read anew whether it is to be polled.
  const refreshAll = () => gate.changed([...wanted], null);
  const stream = createEventStream({
    onMessage: ({ topic, position }) => {
      rememberPosition(position);
      gate.changed([topic], position);
    },
    onResumed: refreshAll,
    onDown: refreshAll,
  });
  stream.hear(OF_EVERY_EVENT);
  return {
    ...gate,
    status: stream.status,
    open: stream.open,
    watch: (gameId) => stream.ask("watch", gameId),
    enter: ({ parameter, value }, names, hear) => {
      const stopListening = stream.listen(names, hear);
      const stopAsking = stream.ask(parameter, value);
      return () => {
        stopListening();
        stopAsking();
      };
    },
    pollMs: ({ meta }) => {
      if (stream.status.get() !== "down" || meta?.pollMs === undefined) return false;
      return meta.topics?.some(gate.isHeld) ? false : meta.pollMs;
    },
    follow: (queryClient) => {
      client = queryClient;
      queryClient.getQueryCache().subscribe(({ query: { meta } }) => {
        for (const topic of meta?.unlogged ?? []) unlogged.add(topic);
        for (const topic of meta?.topics ?? []) {
          wanted.add(topic);
          stream.hear(topic);
        }
      });
    },
  };
}

/** Where components find the live link. */
export const LiveContext = createContext<Live | null>(null);

/** The live link of this page. */
export function useLive(): Live {
  const live = useContext(LiveContext);
  invariant(live !== null, "a live link is provided");
  return live;
}

/** Counts the page among those that watch a game, or that look at all of them when there is none. */
export function useWatch(gameId: string | null): void {
  const live = useLive();
  useEffect(() => live.watch(gameId ?? ""), [live, gameId]);
}

/** Keeps the stream open while the component is shown and `wanted` holds. */
export function useLiveStream(wanted: boolean): void {
  const live = useLive();
  useEffect(() => (wanted ? live.open() : undefined), [live, wanted]);
}
