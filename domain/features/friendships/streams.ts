import type { RecordedEvent, StreamName } from "../../kernel/events/event.ts";
import type { StreamKind } from "../../kernel/events/stream-kind.ts";
import { friendRequested, friendsStream, isFriendshipEvent } from "./events.ts";
import { ASK_AGAIN_MS, ASKS_MAX } from "./rules.ts";

/** The relation of two players, as one of them began it. */
export type Relation =
  | { readonly as: "none" }
  | { readonly as: "requested"; readonly by: string; readonly requestId: string }
  | { readonly as: "friends" };

/** Two players: friendship or request, blocks, and when each may ask again, in milliseconds. */
export type Friendship = {
  readonly relation: Relation;
  readonly blockedBy: readonly string[];
  readonly mayAskAt: { readonly [playerId: string]: number };
};

const NONE: Relation = { as: "none" };

export const friendshipKind: StreamKind<Friendship> = {
  kind: "friendship",
  foldVersion: 1,
  initial: { relation: NONE, blockedBy: [], mayAskAt: {} },
  evolve: evolveFriendship,
};

function evolveFriendship(state: Friendship, event: RecordedEvent): Friendship {
  if (!isFriendshipEvent(event)) return state;
  const { by, playerId } = event.payload;
  const ended = (waits: string): Friendship => ({
    ...state,
    relation: NONE,
    mayAskAt: { ...state.mayAskAt, [waits]: event.recordedAt + ASK_AGAIN_MS },
  });
  switch (event.type) {
    case "FriendRequested":
      return { ...state, relation: { as: "requested", by, requestId: event.payload.requestId } };
    case "FriendshipBegan":
      return { ...state, relation: { as: "friends" }, mayAskAt: {} };
    case "FriendRequestEnded":
      return ended(event.payload.as === "declined" ? playerId : by);
    case "FriendshipEnded":
      return ended(playerId);
    // A block looks like a friendship that ended or a request that was declined, afterwards too.
    case "PlayerBlocked":
      return { ...ended(playerId), blockedBy: [...state.blockedBy, by] };
    case "PlayerUnblocked":
      return { ...state, blockedBy: state.blockedBy.filter((one) => one !== by) };
  }
}

/** How many friends, open requests of their own and blocks a player has, and when they asked last. */
export type Friends = {
  readonly friends: number;
  readonly open: number;
  readonly blocks: number;
  /** Milliseconds, oldest first. */
  readonly askedAt: readonly number[];
};

export const friendsKind: StreamKind<Friends> = {
  kind: "friends",
  foldVersion: 1,
  initial: { friends: 0, open: 0, blocks: 0, askedAt: [] },
  evolve: evolveFriends,
};

function evolveFriends(state: Friends, event: RecordedEvent, stream: StreamName): Friends {
  if (!isFriendshipEvent(event)) return state;
  const is = (playerId: string | null) => playerId !== null && friendsStream(playerId) === stream;
  const { by, playerId } = event.payload;
  switch (event.type) {
    case "FriendRequested":
      if (!is(by)) return state;
      return {
        ...state,
        open: state.open + 1,
        askedAt: [...state.askedAt, event.recordedAt].slice(-ASKS_MAX),
      };
    case "FriendshipBegan":
      return { ...state, friends: state.friends + 1, open: state.open - (is(playerId) ? 1 : 0) };
    case "FriendRequestEnded": {
      const askedBy = event.payload.as === "declined" ? playerId : by;
      return is(askedBy) ? { ...state, open: state.open - 1 } : state;
    }
    case "FriendshipEnded":
      return { ...state, friends: state.friends - 1 };
    case "PlayerBlocked":
      return {
        ...state,
        friends: state.friends - (event.payload.endedFriendship ? 1 : 0),
        open: state.open - (is(event.payload.askedBy) ? 1 : 0),
        blocks: state.blocks + (is(by) ? 1 : 0),
      };
    case "PlayerUnblocked":
      return { ...state, blocks: state.blocks - 1 };
  }
}

/** The two players of a request; null if there is no request of that id. */
export type RequestParties = { readonly by: string; readonly playerId: string } | null;

export const requestKind: StreamKind<RequestParties> = {
  kind: "friend-request",
  foldVersion: 1,
  initial: null,
  evolve: (state: RequestParties, event: RecordedEvent) => {
    if (!friendRequested.is(event)) return state;
    const { by, playerId } = event.payload;
    return { by, playerId };
  },
};
