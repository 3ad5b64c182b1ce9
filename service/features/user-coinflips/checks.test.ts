import { describe, expect, it } from "vitest";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { BOB, CAROL } from "#domain/testing/coinflips.ts";
import { carriedOut, GivenLog } from "#domain/testing/given.ts";
import { ALICE } from "#domain/testing/players.ts";
import { set } from "#domain/testing/settings.ts";
import { change, claim, create, play, rich } from "#domain/testing/user-games.ts";
import { problemOfEvents } from "#service/lab/testing/logs/checked-events.ts";

/** Alice makes a coin and edits it, two players flip it, and she claims her share. */
function played(): readonly RecordedEvent[] {
  const log = new GivenLog();
  log.append(rich(ALICE, BOB, CAROL));
  carriedOut(log, create("coinflip"), play("rbx", "10.10"), change({ edge: 250, maxBet: "2000" }));
  carriedOut(log, play("rbx", "10.10", { playerId: CAROL }), claim());
  return log.events;
}

const withPayload = (type: string, other: object) =>
  problemOfEvents(
    played().map((event) =>
      event.type === type ? { ...event, payload: { ...event.payload, ...other } } : event,
    ),
  );

describe("the verifier of player-made coinflips", () => {
  it("accepts a log made by the rules", () => {
    expect(problemOfEvents(played())).toBeNull();
  });

  it.each([
    ["another edge than the game's", { edgeRate: 0 }],
    ["another version", { version: 7 }],
    ["another creator", { creatorId: CAROL }],
    ["a stake beyond the game's range", { stake: "10000001" }],
    ["an unknown game", { gameId: "none" }],
  ])("rejects a flip by %s", (_what, other) => {
    expect(withPayload("UserCoinFlipped", other)).toBe("The flip is against the rules of its game.");
  });

  it.each([{ payout: "1920" }, { edge: "0" }])(
    "finds a flip that pays otherwise than it says: %o",
    (other) => {
      expect(withPayload("UserCoinFlipped", other)).toBe("The flip's postings do not match its result.");
    },
  );

  it("rejects a creator's share one minor unit off, even if posted so", () => {
    const events = played().map((event) =>
      event.type !== "UserCoinFlipped"
        ? event
        : {
            ...event,
            payload: { ...event.payload, share: String(Number(event.payload.share) + 1) },
            postings: event.postings.map((leg, at) =>
              at < 4 ? leg : { ...leg, delta: leg.delta + (leg.delta < 0n ? -1n : 1n) },
            ),
          },
    );
    expect(problemOfEvents(events)).toMatch(/^The creator's share is 50/);
  });

  it("rejects a dropped fraction", () => {
    expect(withPayload("UserCoinFlipped", { carried: "0" })).toMatch(/carrying 50000000/);
  });

  it("rejects a flip of a creator's own game, and one of a paused game", () => {
    const own = played().map((event) =>
      event.type === "UserCoinFlipped" ? { ...event, payload: { ...event.payload, creatorId: BOB } } : event,
    );
    expect(problemOfEvents(own)).toBe("The flip is against the rules of its game.");
    const [flip] = played().filter(({ type }) => type === "UserCoinFlipped");
    const log = new GivenLog();
    log.append(rich(ALICE, BOB, CAROL));
    carriedOut(log, create("coinflip"), change({ isActive: false }));
    if (flip !== undefined) log.append([flip]);
    expect(problemOfEvents(log.events)).toBe("The flip is against the rules of its game.");
  });

  it("rejects a game of whose edge the house keeps another part than the settings of its day say", () => {
    const log = new GivenLog();
    log.append([...rich(ALICE), set({ creatorHousePart: "5000" })]);
    carriedOut(log, create("coinflip"), change({ edge: 250 }));
    log.append([set({ creatorHousePart: "7000" })]);
    const keeping = (type: string, housePart: number) =>
      problemOfEvents(
        log.events.map((event) =>
          event.type === type ? { ...event, payload: { ...event.payload, housePart } } : event,
        ),
      );
    expect(keeping("UserGameCreated", 5_000)).toBeNull();
    for (const type of ["UserGameCreated", "UserGameEdited"])
      expect(keeping(type, 0)).toBe(
        "The house keeps 0 basis points of the game's edge, where the settings say 5000.",
      );
  });

  it("rejects a skipped version, terms out of bounds, and a partial claim", () => {
    expect(withPayload("UserGameEdited", { version: 3 })).toMatch(/version 3, where 2 is due/);
    expect(withPayload("UserGameEdited", { edge: 5_001 })).toBe("House edge must be between 0-50%");
    const partly = played().map((event) =>
      event.type !== "CreatorShareClaimed"
        ? event
        : { ...event, postings: event.postings.map((leg) => ({ ...leg, delta: leg.delta / 2n })) },
    );
    expect(problemOfEvents(partly)).toBe("A claim left part of the creator's earnings.");
  });
});
