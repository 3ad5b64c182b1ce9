import { describe, expect, it } from "vitest";
import { BOB } from "../../testing/coinflips.ts";
import { people, ROOT } from "../../testing/deposits.ts";
import { carriedOut, type Decide, type GivenLog, refusalOf } from "../../testing/given.ts";
import { ALICE, registered } from "../../testing/players.ts";
import { confirms, proposedBy, shownPerson, wants } from "../../testing/proposals.ts";
import { actorOf, change, gameIn, logWith, TABLE } from "../../testing/user-games.ts";
import { playerStream } from "../players/events.ts";
import { proposalMade } from "../proposals/events.ts";
import { userGameHalted, userGameHaltLifted } from "./events.ts";
import { haltUserGame, liftUserGameHalt } from "./halt.ts";

const DORA = "p_dora";
const EMIL = "p_emil";
const order = { gameId: TABLE, reason: "It imitates another site" };
const named = { creatorId: ALICE, gameId: TABLE, title: "Alice's game" };
const contextOf = (log: GivenLog, actorId: string, isAdmin = true) => ({
  actor: actorOf(log, actorId, isAdmin),
  game: gameIn(log),
});

const halts =
  (actorId = DORA, isAdmin = true): Decide<{ readonly id: string }> =>
  (log) =>
    haltUserGame({ ...order, actorId }, contextOf(log, actorId, isAdmin));
const lifts =
  (actorId = DORA, confirmedBy = EMIL, isAdmin = true): Decide<{ readonly id: string }> =>
  (log) =>
    liftUserGameHalt({ ...order, actorId, confirmedBy }, contextOf(log, actorId, isAdmin));

function logOf(): GivenLog {
  const log = logWith("coinflip");
  log.append([registered(DORA), registered(EMIL)]);
  return log;
}

describe("a game that an admin stops", () => {
  it("is an event in the game's stream and the creator's, with the reason", () => {
    const log = logOf();
    carriedOut(log, halts());
    expect(log.events.at(-1)).toMatchObject(userGameHalted({ ...named, by: DORA, reason: order.reason }));
    expect(log.events.at(-1)).toMatchObject({ alsoIn: ["player:p_alice"] });
    expect(refusalOf(log, halts(EMIL))).toBe("game_halted_already");
  });

  it("stays stopped, whatever its creator does", () => {
    const log = logOf();
    carriedOut(log, halts(), change({ isActive: false }), change({ isActive: true, title: "Renamed" }));
    expect(gameIn(log)).toMatchObject({ status: "active", title: "Renamed", halt: order.reason });
  });

  it("takes bets again after a decision of two admins, unless its creator has paused it", () => {
    const log = logOf();
    carriedOut(log, halts(), change({ isActive: false }), lifts());
    expect(log.events.at(-1)).toMatchObject(
      userGameHaltLifted({ ...named, by: DORA, confirmedBy: EMIL, reason: order.reason }),
    );
    expect(gameIn(log)).toMatchObject({ status: "paused", halt: null });
    expect(refusalOf(log, lifts())).toBe("game_not_halted");
  });

  it("is stopped and lifted by admins alone, and lifted by nobody for themselves", () => {
    const log = logOf();
    expect(refusalOf(log, halts(BOB, false))).toBe("forbidden");
    carriedOut(log, halts(ALICE));
    expect(refusalOf(log, lifts(BOB, EMIL, false))).toBe("forbidden");
    expect(refusalOf(log, lifts(ALICE, EMIL))).toBe("own_game");
    expect(refusalOf(log, lifts(DORA, ALICE))).toBe("own_game");
    const none = { ...order, gameId: "g_none", actorId: DORA };
    const context = { ...contextOf(log, DORA), game: { status: "absent" } as const };
    expect(haltUserGame(none, context)).toMatchObject({ refused: { code: "unknown_game" } });
  });
});

it("the second admin who lifts a game's halt sees the game, its creator and why it was stopped", () => {
  const log = logOf();
  log.append(people.filter(({ stream }) => stream === playerStream(ROOT)));
  carriedOut(log, halts());
  expect(proposedBy(ROOT, { kind: "lift_game_halt", gameId: TABLE }, log)).toEqual({
    ...{ kind: "lift_game_halt", gameId: TABLE, player: shownPerson(ALICE) },
    ...{ title: named.title, halt: order.reason },
  });
});

describe("a proposal to lift a game's halt", () => {
  const lift = { kind: "lift_game_halt", gameId: TABLE };
  const proposed = (): GivenLog => {
    const log = logWith("coinflip");
    log.append(people.filter(({ stream }) => !log.events.some((one) => one.stream === stream)));
    return carriedOut(log, halts());
  };
  const haltedFor = (reason: string) => userGameHalted({ ...named, by: DORA, reason });
  const lifted = userGameHaltLifted({ ...named, by: DORA, confirmedBy: EMIL, reason: "Fine" });

  it("is carried out by a second admin as it was seen", () => {
    const log = carriedOut(proposed(), wants(ROOT, lift));
    carriedOut(log, confirms(EMIL));
    expect(gameIn(log)).toMatchObject({ halt: null });
  });

  it("is stale once the creator has edited the game, so that none is renamed to be let through", () => {
    const log = carriedOut(proposed(), wants(ROOT, lift), change({ title: "Another game" }));
    expect(refusalOf(log, confirms(EMIL))).toBe("proposal_stale");
  });

  it("is stale once the game is stopped for another reason, and too late once it is not stopped", () => {
    const log = carriedOut(proposed(), wants(ROOT, lift));
    log.append([lifted]);
    expect(refusalOf(log, confirms(EMIL))).toBe("game_not_halted");
    log.append([haltedFor("It pays nobody")]);
    expect(refusalOf(log, confirms(EMIL))).toBe("proposal_stale");
    const again = carriedOut(proposed(), wants(ROOT, lift));
    again.append([lifted, haltedFor(order.reason)]);
    expect(refusalOf(again, confirms(EMIL))).toBe("accepted");
  });

  it("of an older form names no version, and may be confirmed after the game was changed", () => {
    const log = carriedOut(proposed(), change({ title: "Another game" }));
    const act = { ...lift, playerId: ALICE, title: named.title, halt: order.reason };
    const expiresAt = log.at + 1_000;
    log.append([proposalMade({ proposalId: "prop_1", by: ROOT, reason: "Because", expiresAt, act })]);
    expect(refusalOf(log, confirms(EMIL))).toBe("accepted");
  });

  it("cannot be made of a game that nobody made, or that is not stopped", () => {
    expect(refusalOf(proposed(), wants(ROOT, { ...lift, gameId: "g_none" }))).toBe("unknown_game");
    expect(refusalOf(carriedOut(proposed(), lifts()), wants(ROOT, lift))).toBe("game_not_halted");
  });
});
