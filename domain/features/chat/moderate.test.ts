import { describe, expect, it } from "vitest";
import { MINUTE_MS } from "../../kernel/time.ts";
import { actorIn, DORA, granted, ROOT } from "../../testing/deposits.ts";
import { type GivenLog, given } from "../../testing/given.ts";
import { ALICE, registered } from "../../testing/players.ts";
import { playerSuspended } from "../roles/events.ts";
import { chatEvents, chatMessageRemoved, chatMuted, chatReportClosed, roomStream } from "./events.ts";
import { mutePlayer, removeMessage, resolveReports, slowDown, unmutePlayer } from "./moderate.ts";
import { type Room, roomStreamKind } from "./room.ts";

const [BOB, EMIL] = ["p_bob", "p_emil"];
const AT = Date.UTC(2026, 0, 1);
const contextIn = (log: GivenLog, by: string, playerId: string) => ({
  actor: actorIn(log, by),
  subject: actorIn(log, playerId),
  room: log.stream(roomStreamKind, roomStream),
  at: AT,
});
const people = [
  ...[ALICE, BOB, DORA, EMIL, ROOT].map((id) => registered(id)),
  granted(DORA),
  granted(EMIL, "moderator"),
];
const mutes = (by: string, playerId: string, minutes: number | null) => (log: GivenLog) =>
  mutePlayer({ by, playerId, reason: "Spam", minutes }, contextIn(log, by, playerId));
const message = { messageId: "msg_1", playerId: ALICE, textHash: "ab".repeat(32) };
const resolves =
  (by: string, action: "dismiss" | "delete" | "mute", more: { isShown?: boolean; minutes?: number } = {}) =>
  (log: GivenLog) =>
    resolveReports(
      {
        ...message,
        ...{ by, reason: "Spam", action, reportIds: ["rep_1", "rep_2"] },
        minutes: more.minutes ?? 30,
        isShown: more.isShown ?? true,
      },
      contextIn(log, by, ALICE),
    );

describe("a mute", () => {
  it("is given to a player, by a moderator for up to a day, by an admin for ever", () => {
    given(...people).answers(mutes(EMIL, ALICE, 1_440), { userId: ALICE, until: AT + 1_440 * MINUTE_MS });
    given(...people).refuses(mutes(EMIL, ALICE, 1_441), "forbidden");
    given(...people).refuses(mutes(EMIL, ALICE, null), "forbidden");
    given(...people).answers(mutes(ROOT, ALICE, null), { userId: ALICE, until: null });
  });

  it("by an admin can be replaced and ended only by admins, until it is over", () => {
    const byAdmin = chatMuted(ALICE, { by: ROOT, reason: "Spam", rank: "admin", until: AT + MINUTE_MS });
    const ends = (by: string) => (log: GivenLog) =>
      unmutePlayer({ by, playerId: ALICE, reason: "Enough" }, contextIn(log, by, ALICE));
    given(...people, byAdmin).refuses(mutes(EMIL, ALICE, 1_440), "forbidden");
    given(...people, byAdmin).refuses(ends(EMIL), "forbidden");
    given(...people, byAdmin).answers(ends(ROOT), { userId: ALICE });
    const over = chatMuted(ALICE, { by: ROOT, reason: "Spam", rank: "admin", until: AT });
    given(...people, over).answers(mutes(EMIL, ALICE, 1), { userId: ALICE, until: AT + MINUTE_MS });
  });

  it("is refused to players, to oneself, and for equals or superiors", () => {
    for (const [by, whom] of [
      [ALICE, EMIL],
      [EMIL, EMIL],
      [EMIL, DORA],
      [EMIL, ROOT],
      [DORA, ROOT],
      ["p_nobody", ALICE],
    ] as const)
      given(...people).refuses(mutes(by, whom, 5), "forbidden");
    given(...people, granted(ALICE, "moderator")).refuses(mutes(EMIL, ALICE, 5), "forbidden");
    given(...people).answers(mutes(DORA, EMIL, 5), { userId: EMIL, until: AT + 5 * MINUTE_MS });
    given(...people).refuses(mutes(EMIL, "p_nobody", 5), "unknown_player");
  });

  it("is refused to a suspended moderator", () => {
    given(...people, playerSuspended(EMIL, { by: ROOT, reason: "r" }))
      .when(mutes(EMIL, ALICE, 5))
      .refused("forbidden");
  });

  it("is ended while it lasts, and only then", () => {
    const ends = (by: string) => (log: GivenLog) =>
      unmutePlayer({ by, playerId: ALICE, reason: "Said sorry" }, contextIn(log, by, ALICE));
    const muted = (until: number | null, rank: "moderator" | "admin" = "moderator") =>
      chatMuted(ALICE, { by: ROOT, reason: "Spam", rank, until });
    given(...people, muted(AT + 1)).answers(ends(EMIL), { userId: ALICE });
    given(...people, muted(null)).answers(ends(EMIL), { userId: ALICE });
    given(...people, muted(AT)).refuses(ends(EMIL), "not_muted");
    given(...people).refuses(ends(EMIL), "not_muted");
    given(...people, muted(AT + 1)).refuses(ends(ALICE), "forbidden");
  });
});

describe("a message", () => {
  it("is removed by a moderator; a moderator's, by an admin", () => {
    const removes = (by: string, playerId: string) => (log: GivenLog) =>
      removeMessage({ ...message, playerId, by, reason: "Spam" }, contextIn(log, by, playerId));
    given(...people).answers(removes(EMIL, ALICE), { id: "msg_1" });
    given(...people).refuses(removes(EMIL, DORA), "forbidden");
    given(...people).refuses(removes(BOB, ALICE), "forbidden");
  });

  it("is removed once, however many moderators try", () => {
    const removed = chatMessageRemoved({ ...message, by: DORA, reason: "Spam" });
    given(...people, removed)
      .when((log) => removeMessage({ ...message, by: EMIL, reason: "Spam" }, contextIn(log, EMIL, ALICE)))
      .refused("message_deleted");
  });
});

describe("reports", () => {
  it("are closed together, with the action of the same command", () => {
    const typesOf = (decide: ReturnType<typeof resolves>) => {
      let types: readonly string[] = [];
      given(...people).when((log) => {
        const done = decide(log);
        types = "events" in done ? done.events.map(({ type }) => type) : [done.refused.code];
        return done;
      });
      return types;
    };
    expect(typesOf(resolves(EMIL, "dismiss"))).toEqual(["ChatReportClosed"]);
    expect(typesOf(resolves(EMIL, "delete"))).toEqual(["ChatMessageRemoved", "ChatReportClosed"]);
    expect(typesOf(resolves(EMIL, "mute"))).toEqual(["ChatMessageRemoved", "ChatMuted", "ChatReportClosed"]);
    expect(typesOf(resolves(EMIL, "mute", { isShown: false }))).toEqual(["ChatMuted", "ChatReportClosed"]);
    expect(typesOf(resolves(EMIL, "mute", { minutes: 2_000 }))).toEqual(["forbidden"]);
    expect(typesOf(resolves(BOB, "dismiss"))).toEqual(["forbidden"]);
  });
});

describe("reports of an admin's message", () => {
  const log = () => given(...people, granted(ALICE));
  it("are dismissed by another admin", () => {
    for (const by of [DORA, ROOT]) log().when(resolves(by, "dismiss")).answers({ closed: 2 });
  });

  it("are closed in no other way, by nobody of lower rank, and not by the author", () => {
    for (const action of ["delete", "mute"] as const) log().when(resolves(DORA, action)).refused("forbidden");
    for (const by of [EMIL, ALICE]) log().when(resolves(by, "dismiss")).refused("forbidden");
  });
});

describe("two moderators at one report", () => {
  const closing = (...reportIds: string[]) =>
    chatReportClosed({ ...message, by: DORA, reason: "Spam", reportIds, action: "dismiss" });
  const closed = closing("rep_2");

  it.each(["dismiss", "delete", "mute"] as const)("close it once: %s", (action) => {
    given(...people, closed).refuses(resolves(EMIL, action), "report_closed");
  });

  it("remove its message once, and its author is muted nevertheless", () => {
    const removed = chatMessageRemoved({ ...message, by: DORA, reason: "Spam" });
    given(...people, removed).answers(resolves(EMIL, "mute"), { closed: 2 });
  });

  it("learn of recently closed ones; for older ones the queue is empty", () => {
    const many = Array.from({ length: 100 }, (_, n) => `rep_x${n}`);
    given(...people, closed, closing(...many)).answers(resolves(EMIL, "dismiss"), { closed: 2 });
  });
});

describe("slow mode", () => {
  const slows = (by: string, seconds: number, slow: Room["slow"]) => (log: GivenLog) =>
    slowDown(
      { by, reason: "Busy", seconds, minutes: 10 },
      { actor: actorIn(log, by), room: { ...roomStreamKind.initial, slow }, at: AT },
    );
  it("is set for a while by a moderator, and ended while it lasts", () => {
    given(...people).answers(slows(EMIL, 30, null), { seconds: 30, until: AT + 10 * MINUTE_MS });
    given(...people).answers(slows(EMIL, 0, { seconds: 30, until: AT + 1 }), { seconds: 0, until: AT });
    given(...people).refuses(slows(EMIL, 0, null), "not_slow");
    given(...people).refuses(slows(ALICE, 30, null), "forbidden");
  });
});

it("no event has a field for what was written", () => {
  const fields = chatEvents.flatMap((event) => Object.keys(event.example().payload));
  expect([...new Set(fields)].toSorted()).toEqual(
    [
      "action",
      "by",
      "messageId",
      "playerId",
      "rank",
      "reason",
      "reportIds",
      "seconds",
      "textHash",
      "until",
    ].toSorted(),
  );
});
