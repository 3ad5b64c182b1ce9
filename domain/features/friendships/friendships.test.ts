import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../kernel/time.ts";
import { answers, asks, parts } from "../../testing/friends.ts";
import { type GivenEvent, given, NOON } from "../../testing/given.ts";
import {
  friendRequestEnded,
  friendRequested,
  friendshipBegan,
  friendshipEnded,
  playerBlocked,
  playerUnblocked,
} from "./events.ts";
import { ASK_AGAIN_MS, ASKS_MAX, BLOCKS_MAX, FRIENDS_MAX, LISTED_MAX, OPEN_REQUESTS_MAX } from "./rules.ts";

const [A, B] = ["p_a", "p_b"];
const asked = friendRequested({ by: A, playerId: B, requestId: "freq_1" });
const accepted = friendshipBegan({ by: B, playerId: A, requestId: "freq_1" });
const declined = friendRequestEnded({ by: B, playerId: A, requestId: "freq_1", as: "declined" });
const cancelled = friendRequestEnded({ by: A, playerId: B, requestId: "freq_1", as: "cancelled" });
const parted = friendshipEnded({ by: B, playerId: A });
const blockOf = (by: string, playerId: string) =>
  playerBlocked({ by, playerId, requestId: null, askedBy: null, endedFriendship: false });
/** A number of others who are a player's friends, or were asked. */
const others = (count: number, make: (n: number) => GivenEvent): GivenEvent[] =>
  Array.from({ length: count }, (_, n) => make(n));
const friendsOf = (playerId: string, count = FRIENDS_MAX) =>
  others(count, (n) => friendshipBegan({ by: playerId, playerId: `p_x${n}`, requestId: `freq_x${n}` }));

describe("a request to be friends", () => {
  it("waits for an answer, and is the same one when repeated", () => {
    given().when(asks(A, B)).then(asked).answers({ id: "freq_1", status: "pending" });
    const again = given(asked)
      .when(asks(A, B, { requestId: "freq_2" }))
      .refused("asked_before");
    expect(again.decision).toMatchObject({ refused: { facts: { id: "freq_1" } } });
  });

  it("that crosses another makes the two friends, under the first one's id", () => {
    given(asked)
      .when(asks(B, A, { requestId: "freq_2", takesRequests: false }))
      .then(accepted)
      .answers({ id: "freq_1", status: "accepted" });
  });

  it("is accepted, declined or withdrawn by those who may", () => {
    given(asked).when(answers(B, "accepted")).then(accepted);
    given(asked).when(answers(B, "declined")).then(declined);
    given(asked).when(answers(A, "cancelled")).then(cancelled);
    for (const [who, as] of [
      [A, "accepted"],
      [A, "declined"],
      [B, "cancelled"],
      ["p_c", "accepted"],
    ] as const)
      given(asked).when(answers(who, as)).refused("unknown_request");
    given().when(answers(B, "accepted")).refused("unknown_request");
  });

  it.each([
    ["an acceptance", [asked, accepted]],
    ["a refusal", [asked, declined]],
    ["its end", [asked, cancelled]],
    ["a friendship that ended", [asked, accepted, parted]],
    ["a newer request", [asked, declined, friendRequested({ by: B, playerId: A, requestId: "freq_2" })]],
  ])("is answered once: not after %s", (_what, events) => {
    given(...events).refuses(answers(B, "accepted"), "already_answered");
    given(...events).refuses(answers(A, "cancelled"), "already_answered");
  });

  it("is not made to oneself, to a friend, or while suspended", () => {
    given().when(asks(A, A)).refused("yourself");
    given(asked, accepted).when(asks(A, B)).refused("already_friends");
    given().refuses(asks(A, B, { isSuspended: true }), "suspended");
    given(asked).refuses(asks(B, A, { isSuspended: true }), "suspended");
  });

  it.each([
    ["declined", [asked, declined], A, B],
    ["taken back", [asked, cancelled], A, B],
    ["followed by a friendship that the other ended", [asked, accepted, parted], A, B],
  ])("that was %s can be made again after a week, the other way at once", (_what, events, by, to) => {
    const later = (ms: number) => given(...events).at(NOON + ms);
    later(ASK_AGAIN_MS - 1)
      .when(asks(by, to))
      .refused("not_available");
    later(ASK_AGAIN_MS)
      .when(asks(by, to, { requestId: "freq_2" }))
      .answers({ status: "pending" });
    later(0)
      .when(asks(to, by, { requestId: "freq_2" }))
      .answers({ status: "pending" });
  });

  it("has limits: friends on both sides, open requests, and requests in a day", () => {
    given(...friendsOf(A)).refuses(asks(A, B), "too_many");
    given(...friendsOf(A, FRIENDS_MAX - 1)).answers(asks(A, B), { status: "pending" });
    given(asked, ...friendsOf(A)).refuses(answers(B, "accepted"), "too_many");
    given(asked, ...friendsOf(B)).refuses(answers(B, "accepted"), "too_many");
    const askedOf = (n: number, ageMs: number): GivenEvent => ({
      ...friendRequested({ by: A, playerId: `p_x${n}`, requestId: `freq_x${n}` }),
      recordedAt: NOON - ageMs,
    });
    const today = others(ASKS_MAX, (n) => askedOf(n, DAY_MS - 1));
    given(...today).refuses(asks(A, B), "too_many");
    given(...today)
      .at(NOON + 1)
      .answers(asks(A, B), { status: "pending" });
    const open = others(OPEN_REQUESTS_MAX, (n) => askedOf(n, 2 * DAY_MS));
    given(...open).refuses(asks(A, B), "too_many");
    const oneLess = friendRequestEnded({ by: "p_x0", playerId: A, requestId: "freq_x0", as: "declined" });
    given(...open, oneLess).answers(asks(A, B), { status: "pending" });
  });
});

describe("a friendship", () => {
  it("is ended by either, once", () => {
    given(asked, accepted)
      .when(parts("unfriend", B, A))
      .then(parted);
    given(asked, accepted).answers(parts("unfriend", A, B), { userId: B });
    given(asked, accepted, parted).refuses(parts("unfriend", A, B), "not_friends");
    given(asked).refuses(parts("unfriend", A, B), "not_friends");
  });
});

describe("a block", () => {
  it("ends friendship and requests of both directions in one event", () => {
    given(asked, accepted)
      .when(parts("block", A, B))
      .then(playerBlocked({ by: A, playerId: B, requestId: null, askedBy: null, endedFriendship: true }));
    for (const by of [A, B]) {
      const other = by === A ? B : A;
      const ended = { by, playerId: other, requestId: "freq_1", askedBy: A, endedFriendship: false };
      given(asked)
        .when(parts("block", by, other))
        .then(playerBlocked(ended));
      given(asked, playerBlocked(ended)).when(answers(B, "accepted")).refused("already_answered");
    }
  });

  it("is hidden from the other, unless it ended something", () => {
    expect(blockOf(B, A).alsoIn).toEqual([`friends:${B}`]);
    const ending = playerBlocked({
      by: B,
      playerId: A,
      requestId: null,
      askedBy: null,
      endedFriendship: true,
    });
    expect(ending.alsoIn).toEqual(parted.alsoIn);
    expect(playerBlocked.live).toEqual(friendshipEnded.live);
    expect(playerBlocked.notify).toBeNull();
  });

  it("looks like a player who accepts no requests, and like a recent refusal", () => {
    const refusals = [
      given(blockOf(B, A)).when(asks(A, B)),
      given(blockOf(B, A)).when(asks(A, B, { takesRequests: false })),
      given().when(asks(A, B, { takesRequests: false })),
      given(asked, declined).when(asks(A, B)),
    ].map(({ decision }) => decision);
    expect(refusals[0]).toMatchObject({ refused: { code: "not_available" } });
    for (const refusal of refusals) expect(refusal).toEqual(refusals[0]);
  });

  it("keeps its maker from requests until they end it; the blocked player waits a week from the block", () => {
    given(blockOf(B, A)).when(asks(B, A)).refused("not_available");
    const ended = [blockOf(B, A), playerUnblocked({ by: B, playerId: A })];
    given(...ended).answers(asks(B, A), { status: "pending" });
    given(...ended).refuses(asks(A, B), "not_available");
    given(...ended)
      .at(NOON + ASK_AGAIN_MS)
      .answers(asks(A, B), { status: "pending" });
  });

  it("is each side's own", () => {
    given(blockOf(A, B))
      .when(parts("block", B, A))
      .then(blockOf(B, A));
    given(blockOf(A, B), blockOf(B, A), playerUnblocked({ by: A, playerId: B }))
      .when(asks(A, B))
      .refused("not_available");
    given(blockOf(A, B)).refuses(parts("unblock", B, A), "not_blocked");
    given(blockOf(A, B))
      .when(parts("unblock", A, B))
      .then(playerUnblocked({ by: A, playerId: B }));
  });

  it("is one of as many as a list shows: the chat hides the listed players", () => {
    expect(Math.max(BLOCKS_MAX, FRIENDS_MAX)).toBeLessThanOrEqual(LISTED_MAX);
  });

  it("is made once, of another player, and up to a limit", () => {
    given(blockOf(A, B)).refuses(parts("block", A, B), "blocked_before");
    given().refuses(parts("block", A, A), "yourself");
    given(...others(BLOCKS_MAX, (n) => blockOf(A, `p_x${n}`))).refuses(parts("block", A, B), "too_many");
  });
});
