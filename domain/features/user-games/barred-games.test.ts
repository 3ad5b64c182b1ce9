import { describe, expect, it } from "vitest";
import type { NewEvent } from "../../kernel/events/event.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { BOB, CAROL } from "../../testing/coinflips.ts";
import { carriedOut, type Decide, refusalOf } from "../../testing/given.ts";
import { ALICE } from "../../testing/players.ts";
import { bet, enter, flightIn, jackpotIn, settlePot, settleRound, start } from "../../testing/rounds.ts";
import { DAVE, logWith, play, TABLE } from "../../testing/user-games.ts";
import { SETTLES_AFTER_BUST_MS } from "../crash/rules.ts";
import { selfExclusionBegun, selfExclusionEndAsked } from "../responsible-play/events.ts";
import { playerSuspended, suspensionLifted } from "../roles/events.ts";
import { userGameHalted, userGameHaltLifted } from "./events.ts";

const act = { by: "p_root", reason: "r" };
const ENDS_AT = 4_000_000_000_000;
const game = { creatorId: ALICE, gameId: TABLE, title: "Alice's game" };
/** Bars on a game, and their ends. */
const BARS: readonly (readonly [string, NewEvent, NewEvent])[] = [
  [
    "that an admin stopped",
    userGameHalted({ ...act, ...game }),
    userGameHaltLifted({ ...act, ...game, confirmedBy: "p_dora" }),
  ],
  [
    "of a suspended creator",
    playerSuspended(ALICE, act),
    suspensionLifted(ALICE, { ...act, confirmedBy: null }),
  ],
  [
    "of a self-excluded creator",
    selfExclusionBegun({ playerId: ALICE, until: null }),
    selfExclusionEndAsked({ playerId: ALICE, from: ENDS_AT }),
  ],
];
const GAMES: readonly (readonly ["coinflip" | "jackpot" | "crash", Decide<JsonObject>])[] = [
  ["coinflip", play("rbx", "1.00")],
  ["jackpot", enter("1.00")],
  ["crash", bet("1.00")],
];

describe.each(BARS)("games %s", (_how, bar, end) => {
  it.each(GAMES)("take no bets meanwhile: %s", (gameType, wanted) => {
    const log = logWith(gameType);
    expect(refusalOf(log, wanted)).toBe("accepted");
    log.append([bar]);
    expect(refusalOf(log, wanted)).toBe("game_inactive");
    log.append([end]);
    log.at = Math.max(log.at, ENDS_AT);
    expect(refusalOf(log, wanted)).toBe("accepted");
  });

  it("finish their rounds, and admit no other players to them", () => {
    const pot = logWith("jackpot");
    carriedOut(pot, enter("1.00"), enter("1.00", { playerId: CAROL }));
    pot.append([bar]);
    expect(refusalOf(pot, enter("1.00", { playerId: DAVE }))).toBe("game_inactive");
    pot.at = jackpotIn(pot).round?.beacon?.closesAt ?? 0;
    carriedOut(pot, settlePot(CAROL));
    const curve = logWith("crash");
    carriedOut(curve, bet("1.00"));
    curve.append([bar]);
    expect(refusalOf(curve, bet("1.00", { playerId: CAROL }))).toBe("game_inactive");
    curve.at += 60_000;
    carriedOut(
      curve,
      start((point) => point > 200),
    );
    curve.at = flightIn(curve).bustsAt + SETTLES_AFTER_BUST_MS;
    carriedOut(curve, settleRound());
    expect(curve.events.at(-1)).toMatchObject({ type: "CrashBetLost", payload: { playerId: BOB } });
  });
});
