import { z } from "zod";
import type { StreamName } from "../../kernel/events/event.ts";
import { anyOf, defineEvent, type PayloadOf } from "../../kernel/events/event-definition.ts";

/** The stream of two players, the same for both: it orders what they do at once. */
export const friendshipStream = (one: string, other: string): StreamName =>
  one < other ? `friendship:${one}:${other}` : `friendship:${other}:${one}`;

/** The stream of how many friends, requests and blocks a player has. */
export const friendsStream = (playerId: string): StreamName => `friends:${playerId}`;

/** The stream that names the two players of a request. */
export const requestStream = (requestId: string): StreamName => `friend-request:${requestId}`;

/** The acting player, and the other one. */
const between = { by: z.string(), playerId: z.string() };
type Between = { readonly by: string; readonly playerId: string };

const streamsOfBoth = ({ by, playerId }: Between) =>
  [friendshipStream(by, playerId), friendsStream(by), friendsStream(playerId)] as const;

const request = z.strictObject({ ...between, requestId: z.string() });
const ending = z.strictObject({ ...between, requestId: z.string(), as: z.enum(["declined", "cancelled"]) });
const pair = z.strictObject(between);
const blocking = z.strictObject({
  ...between,
  /** The request that the block ended, and who had asked. */
  requestId: z.string().nullable(),
  askedBy: z.string().nullable(),
  endedFriendship: z.boolean(),
});

const example = { by: "p_1", playerId: "p_2" };
const link = "/social";

/** A player asked another to be friends. */
export const friendRequested = defineEvent({
  type: "FriendRequested",
  isByAnybody: true,
  payload: request,
  record: (payload: PayloadOf<typeof request>) => ({
    streams: [...streamsOfBoth(payload), requestStream(payload.requestId)],
    payload,
  }),
  live: { player: ["friends", "notifications"] },
  notify: {
    to: "player",
    type: "friend",
    link,
    title: "Friend request",
    message: () => "Someone wants to be your friend.",
    together: (times) => ({ title: "Friend requests", message: `${times} players want to be your friends.` }),
  },
  example: [{ ...example, requestId: "freq_1" }],
});

/** A request was accepted, by an answer or by a request the other way: two players are friends. */
export const friendshipBegan = defineEvent({
  type: "FriendshipBegan",
  isByAnybody: true,
  payload: request,
  record: (payload: PayloadOf<typeof request>) => ({ streams: streamsOfBoth(payload), payload }),
  live: { player: ["friends", "notifications"] },
  notify: {
    to: "player",
    type: "friend",
    link,
    title: "You have a new friend",
    message: () => "Your friend request was accepted.",
  },
  example: [{ by: "p_2", playerId: "p_1", requestId: "freq_1" }],
});

/** A request was declined by its receiver or taken back by its sender. The other is not told. */
export const friendRequestEnded = defineEvent({
  type: "FriendRequestEnded",
  isByAnybody: true,
  payload: ending,
  record: (payload: PayloadOf<typeof ending>) => ({ streams: streamsOfBoth(payload), payload }),
  live: { player: ["friends"] },
  example: [{ by: "p_2", playerId: "p_1", requestId: "freq_1", as: "declined" }],
});

/** A player ended a friendship. The other is not told. */
export const friendshipEnded = defineEvent({
  type: "FriendshipEnded",
  isByAnybody: true,
  payload: pair,
  record: (payload: PayloadOf<typeof pair>) => ({ streams: streamsOfBoth(payload), payload }),
  live: { player: ["friends"] },
  example: [example],
});

/** A player blocked another. In the other's stream only if that ended something, so that blocks stay secret. */
export const playerBlocked = defineEvent({
  type: "PlayerBlocked",
  isByAnybody: true,
  payload: blocking,
  record: (payload: PayloadOf<typeof blocking>) => {
    const { by, playerId, requestId, endedFriendship } = payload;
    const own = [friendshipStream(by, playerId), friendsStream(by)] as const;
    const endsSomething = endedFriendship || requestId !== null;
    return { streams: endsSomething ? streamsOfBoth(payload) : own, payload };
  },
  live: { player: ["friends"] },
  example: [{ ...example, requestId: "freq_1", askedBy: "p_2", endedFriendship: false }],
});

/** A player ended a block of their own. */
export const playerUnblocked = defineEvent({
  type: "PlayerUnblocked",
  isByAnybody: true,
  payload: pair,
  record: (payload: PayloadOf<typeof pair>) => ({
    streams: [friendshipStream(payload.by, payload.playerId), friendsStream(payload.by)],
    payload,
  }),
  live: { player: ["friends"] },
  example: [example],
});

export const friendshipEvents = [
  friendRequested,
  friendshipBegan,
  friendRequestEnded,
  friendshipEnded,
  playerBlocked,
  playerUnblocked,
] as const;
export const isFriendshipEvent = anyOf(...friendshipEvents);
