import { describe, expect, it } from "vitest";
import { ROOT } from "../../testing/deposits.ts";
import { twoIn } from "../../testing/friends.ts";
import { type GivenLog, given } from "../../testing/given.ts";
import { ALICE, playerIn, registered } from "../../testing/players.ts";
import { playerBlocked } from "../friendships/events.ts";
import { chatMentioned } from "./events.ts";
import { tellMentioned } from "./mention.ts";

const BOB = "p_bob";
const people = [ALICE, BOB].map((id) => registered(id));
const mentions =
  (by: string, playerId: string, { levelMin = 1, isStaff = false } = {}) =>
  (log: GivenLog) =>
    tellMentioned(
      { by, playerId, messageId: "msg_1" },
      {
        mentioned: playerIn(log, playerId),
        isStaff,
        levelMin,
        friendship: twoIn(log, by, playerId).friendship,
      },
    );

describe("a mention", () => {
  it("notifies the named player", () => {
    given(...people)
      .when(mentions(ALICE, BOB))
      .then(chatMentioned(BOB, { by: ALICE, messageId: "msg_1" }));
  });

  it("notifies neither its author nor an unknown player", () => {
    given(...people).refuses(mentions(ALICE, ALICE), "yourself");
    given(...people).refuses(mentions(ALICE, ROOT), "unknown_player");
  });

  it("does not notify a player without access to the chat, unless they moderate it", () => {
    given(...people).refuses(mentions(ALICE, BOB, { levelMin: 20 }), "level_too_low");
    const told = given(...people).when(mentions(ALICE, BOB, { levelMin: 20, isStaff: true }));
    expect(told.decision).toHaveProperty("events");
  });

  it.each([
    ["whom it names", BOB, ALICE],
    ["its author", ALICE, BOB],
  ])("does not notify while %s blocks the other, and the log is as long", (_, by, other) => {
    const ended = { requestId: null, askedBy: null, endedFriendship: false };
    given(...people, playerBlocked({ by, playerId: other, ...ended }))
      .when(mentions(ALICE, BOB))
      .then(chatMentioned(null, { by: ALICE, messageId: "msg_1" }));
  });
});
