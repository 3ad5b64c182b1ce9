import { z } from "zod";
import { arrayQuery, endpoint, instantText, type NamedRate, position } from "../../kernel/contract.ts";
import { SEARCH_CHARS_MAX } from "../../kernel/search.ts";
import { idText } from "../roles/contract.ts";
import { SEARCH_CHARS_MIN } from "./rules.ts";

/** A player as friends see one. */
export const friendSchema = z.strictObject({
  id: z.string(),
  username: z.string(),
  displayName: z.string(),
  profileImageUrl: z.string().nullable(),
  level: z.number().int().positive(),
});

/** A player whose profile the viewer may not see: hidden fields are null. */
export const namedPlayerSchema = friendSchema.extend({
  id: z.string().nullable(),
  level: z.number().int().positive().nullable(),
});
export type NamedPlayer = z.infer<typeof namedPlayerSchema>;

/** When a friend was here last; null where that is not told. */
const presence = z.enum(["online", "today", "week"]).nullable();

const place = { id: z.string(), position, createdAt: instantText };

export const friendshipSchema = z.strictObject({ ...place, friend: friendSchema.extend({ presence }) });
export type FriendListed = z.infer<typeof friendshipSchema>;

export const friendRequestSchema = z.strictObject({
  ...place,
  fromUser: friendSchema,
  toUser: namedPlayerSchema,
});
export type FriendRequest = z.infer<typeof friendRequestSchema>;

export const blockSchema = z.strictObject({ ...place, user: namedPlayerSchema.extend({ id: z.string() }) });
export type Block = z.infer<typeof blockSchema>;

/** The relation between caller and player, as far as the caller may know. */
const RELATIONS = ["none", "asked", "asking", "friends", "blocked"] as const;
export const foundPlayerSchema = friendSchema.extend({ relation: z.enum(RELATIONS) });
export type FoundPlayer = z.infer<typeof foundPlayerSchema>;

const params = z.strictObject({ id: idText });
const nothing = z.strictObject({});
const asking: NamedRate = { name: "friend-requests", perSecond: 0.5, burst: 30 };
const acting: NamedRate = { name: "friends", perSecond: 2, burst: 60 };
const ofUser = z.strictObject({ userId: z.string() });
const answered = <const S extends string>(status: S) =>
  z.strictObject({ id: z.string(), status: z.literal(status) });

export const friendshipEndpoints = {
  friends: endpoint("GET /social/friends", "player", {
    summary: "The player's friends, the newest first",
    query: arrayQuery,
    answers: { 200: z.array(friendshipSchema) },
  }),
  endFriendship: endpoint("DELETE /social/friends/{id}", "player", {
    summary: "End a friendship",
    rate: acting,
    params,
    answers: { 200: ofUser },
  }),
  friendRequests: endpoint("GET /social/friend-requests", "player", {
    summary: "Pending friend requests, newest first",
    query: arrayQuery.extend({ direction: z.enum(["in", "out"], "Must be in or out").optional() }),
    answers: { 200: z.array(friendRequestSchema) },
  }),
  askFriend: endpoint("POST /social/friend-requests", "player", {
    summary: "Send a friend request by name; if that player already asked, you become friends",
    rate: asking,
    body: z.strictObject({
      username: z
        .string("Must be text")
        .trim()
        .min(1, "Write a name")
        .max(SEARCH_CHARS_MAX, `At most ${SEARCH_CHARS_MAX} characters`),
    }),
    answers: { 200: z.strictObject({ id: z.string(), status: z.enum(["pending", "accepted"]) }) },
  }),
  cancelFriendRequest: endpoint("DELETE /social/friend-requests/{id}", "player", {
    summary: "Take back one's own request",
    rate: acting,
    params,
    answers: { 200: answered("cancelled") },
  }),
  acceptFriendRequest: endpoint("POST /social/friend-request/{id}/accept", "player", {
    summary: "Accept a request to be friends",
    rate: acting,
    params,
    body: nothing,
    answers: { 200: answered("accepted") },
  }),
  declineFriendRequest: endpoint("POST /social/friend-request/{id}/decline", "player", {
    summary: "Decline a friend request, without notifying the sender",
    rate: acting,
    params,
    body: nothing,
    answers: { 200: answered("declined") },
  }),
  blocks: endpoint("GET /social/blocks", "player", {
    summary: "Players the caller has blocked, newest first",
    query: arrayQuery,
    answers: { 200: z.array(blockSchema) },
  }),
  block: endpoint("POST /social/blocks", "player", {
    summary: "Block a player without notifying them; ends friendship and requests",
    rate: acting,
    body: z.strictObject({ userId: idText }),
    answers: { 200: ofUser },
  }),
  unblock: endpoint("DELETE /social/blocks/{id}", "player", {
    summary: "End a block",
    rate: acting,
    params,
    answers: { 200: ofUser },
  }),
  findPlayers: endpoint("GET /social/players", "player", {
    summary: "Players with a visible profile whose name starts with the given text",
    rate: { name: "find-players", perSecond: 2, burst: 40 },
    query: z.strictObject({
      search: z
        .string()
        .trim()
        .min(SEARCH_CHARS_MIN, `At least ${SEARCH_CHARS_MIN} characters`)
        .max(SEARCH_CHARS_MAX, `At most ${SEARCH_CHARS_MAX} characters`),
    }),
    answers: { 200: z.array(foundPlayerSchema) },
  }),
} as const;
