import { describe, expect, it } from "vitest";
import { type Account, house, playerAccount } from "../../accounts/account.ts";
import type { Decision } from "../../kernel/decision.ts";
import { minor } from "../../kernel/money.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { transitStreamKind } from "../../ledger/transit/transit.ts";
import {
  type Departure,
  transitAccount,
  transitArrived,
  transitStream,
} from "../../ledger/transit/transit-events.ts";
import type { Player } from "../../player/player.ts";
import { goAway } from "../../testing/away/stakes.ts";
import { GAME } from "../../testing/coinflips.ts";
import { GivenLog, refusalOf } from "../../testing/given.ts";
import { ALICE, enriched, flipped, playerIn, registered, unfinishedIn } from "../../testing/players.ts";
import { set, settingsIn } from "../../testing/settings.ts";
import { awayEscrow, BACK_PURPOSES, type BackReason } from "../live-coinflips/guests/guest.ts";
import { experience } from "../players/experience.ts";
import { responsiblePlayOf } from "../responsible-play/play.ts";
import { usedOf } from "../responsible-play/windows.ts";
import { awayStakeStreamKind, awayStakes } from "./away-stake.ts";
import { endAway } from "./end.ts";
import { awayStream } from "./events.ts";
import { AWAY_STAKES_MAX } from "./rules.ts";
import type { StakeAwayContext } from "./stake.ts";

type Counted = Extract<Departure, { readonly asset: string }>;
const STAKE = "2-s1";
const alice = playerAccount(ALICE);
const { receipt } = transitArrived.example().payload;

const held = (log: GivenLog, account: Account) => log.holding(account, "RBX");

function ready(): GivenLog {
  const log = new GivenLog();
  log.append([registered()]);
  return log;
}

/** Alice has 10.00 RBX in a game of log 1. */
function away(): GivenLog {
  const log = ready();
  log.accept(goAway("10.00")(log));
  return log;
}

const comesBack = (
  log: GivenLog,
  reason: BackReason,
  change: Partial<Counted> & { log?: number; playerOf?: (playerId: string) => Player } = {},
) => {
  const { log: from = 1, playerOf = (playerId) => playerIn(log, playerId), ...other } = change;
  const departure: Counted = {
    amount: "1000",
    asset: "RBX",
    id: "1-back",
    purpose: `${BACK_PURPOSES[reason]}:${STAKE}`,
    receiver: awayEscrow(STAKE),
    sender: "player:guest.2-s1",
    to: 2,
    ...other,
  };
  const { amount, asset, id, receiver } = departure;
  const arrival = { events: [transitArrived({ amount, asset, id, receiver, receipt })], answer: {} };
  const transit = log.stream(transitStreamKind, transitStream("2-on"));
  const context = {
    away: log.stream(awayStakeStreamKind, awayStream(STAKE)),
    playerOf,
    at: log.at,
    settings: settingsIn(log),
    worthOf: () => null,
    wayOn: () => ({ id: "2-on", here: 2, transit }),
  };
  return endAway({ departure, log: from, reason }, context, arrival);
};
const typesOf = (decision: Decision) => ("events" in decision ? decision.events.map(({ type }) => type) : []);
const lostBy = (log: GivenLog) =>
  usedOf(responsiblePlayOf.of(playerIn(log)), { kind: "loss", window: "day", at: log.at });

describe("a stake on a coinflip of another log", () => {
  it("leaves the player for the game, and counts as staked here", () => {
    const log = ready();
    const before = held(log, alice);
    log.accept(goAway("10.00")(log));
    expect(before - held(log, alice)).toBe(1_000n);
    expect([held(log, awayEscrow(STAKE)), held(log, transitAccount(STAKE))]).toEqual([0n, 1_000n]);
    expect(log.events.at(-1)?.payload).toMatchObject({
      receiver: "player:guest.2-s1",
      purpose: `coinflip:${GAME}`,
    });
    expect(awayStakes.of(playerIn(log))).toBe(1);
    expect(lostBy(log)).toBe(1_000n);
  });

  it("is refused for the reasons of any stake, and for an unknown log", () => {
    const log = ready();
    expect(refusalOf(log, goAway("10.00", { playerId: "p_nobody" }))).toBe("unknown_player");
    expect(refusalOf(log, goAway("0.99"))).toBe("stake_out_of_range");
    expect(refusalOf(log, goAway("100000.01"))).toBe("stake_out_of_range");
    expect(refusalOf(log, goAway("99999.00"))).toBe("insufficient_balance");
    expect(refusalOf(log, goAway("1000.01"))).toBe("insufficient_balance");
    expect(refusalOf(log, goAway("1000.00"))).toBe("accepted");
    const rich = ready();
    rich.append([enriched(minor("200000.00"))]);
    expect(refusalOf(rich, goAway("100000.00"))).toBe("accepted");
    expect(goAway("100000.00")(rich)).toMatchObject({ events: [{ payload: { stake: "10000000" } }, {}] });
    // This log, whose own coinflips are joined here, and an unknown one.
    for (const other of [2, 3]) expect(refusalOf(log, goAway("10.00", { log: other }))).toBe("log_unknown");
    log.accept(goAway("10.00")(log));
    expect(refusalOf(log, goAway("10.00"))).toBe("transit_exists");
  });

  it("is refused to a player who may stake nothing now, by their limits for its whole value", () => {
    const log = ready();
    const barred: StakeAwayContext["refusalOfStaker"] = (_, { at, value }) =>
      at === log.at && value === 1_000n ? { code: "on_break", detail: "You are on a break." } : null;
    expect(refusalOf(log, goAway("10.00", { refusalOfStaker: barred }))).toBe("on_break");
    expect(refusalOf(log, goAway("9.99", { refusalOfStaker: barred }))).toBe("accepted");
  });

  it("is one of a few at a time", () => {
    const log = ready();
    for (let n = 0; n < AWAY_STAKES_MAX; n += 1) log.accept(goAway("1.00", { transitId: `2-n${n}` })(log));
    expect(refusalOf(log, goAway("1.00"))).toBe("too_many_away");
  });
});

describe("a player with a stake away", () => {
  const binds = (log: GivenLog): boolean =>
    unfinishedIn(log).includes("Your stakes in other logs have to come back.");

  it("is not forgotten before it is back, whatever else was staked since", () => {
    const log = away();
    expect(binds(log)).toBe(true);
    log.accept(comesBack(log, "refused"));
    expect(binds(log)).toBe(false);
  });
});

describe("the experience of a stake away", () => {
  /** What 10.00 RBX give: 10, and 3 for the whole square root of the stake. */
  const XP = 13;
  const xpOf = (log: GivenLog, payout: string): unknown => {
    log.accept(comesBack(log, "paid", { amount: payout }));
    return log.events.at(-1)?.payload.xp;
  };

  it("is that of a game here, won or lost, and none where the stake itself came back", () => {
    for (const payout of ["1975", "0"]) {
      const log = away();
      expect([xpOf(log, payout), experience.of(playerIn(log)).total]).toEqual([XP, XP]);
    }
    for (const why of ["void", "refused"] as const) {
      const log = away();
      log.accept(comesBack(log, why));
      expect(experience.of(playerIn(log)).total).toBe(0);
    }
  });

  it("is at most what is left of the day on which it ends, by the settings of then", () => {
    const limit = set({ experienceDayMax: String(XP + 2) });
    const before = flipped({ xp: XP });
    const log = away();
    log.append([before, limit]);
    expect(xpOf(log, "0")).toBe(2);
    const nextDay = away();
    nextDay.append([before, limit]);
    nextDay.at += DAY_MS;
    expect(xpOf(nextDay, "0")).toBe(XP);
  });

  it("is none for a player who is unknown by then: the stake ends all the same", () => {
    const log = away();
    const decision = comesBack(log, "paid", { playerOf: () => playerIn(log, "p_nobody") });
    expect("events" in decision && decision.events.at(-1)).toMatchObject({
      type: "AwayCoinflipPlayed",
      payload: { xp: 0 },
    });
  });
});

describe("the return of a stake", () => {
  it("is the game's payout, with the experience of a game", () => {
    const log = away();
    const before = held(log, alice);
    log.accept(comesBack(log, "paid", { amount: "1975" }));
    expect(held(log, alice) - before).toBe(1_975n);
    expect(log.events.at(-1)?.payload).toMatchObject({ payout: "1975", result: "tix", side: "tix" });
    expect(experience.of(playerIn(log)).total).toBeGreaterThan(0);
    expect([awayStakes.of(playerIn(log)), lostBy(log)]).toEqual([0, -975n]);
  });

  it("is at most the whole pot, and anything above goes on", () => {
    expect(typesOf(comesBack(away(), "paid", { amount: "2000" }))).toContain("AwayCoinflipPlayed");
    expect(typesOf(comesBack(away(), "paid", { amount: "2001" }))).not.toContain("AwayCoinflipPlayed");
  });

  it("is nothing for a lost game, which ends the stake all the same", () => {
    const log = away();
    log.accept(comesBack(log, "paid", { amount: "0" }));
    expect(log.events.at(-1)?.payload).toMatchObject({ payout: "0", result: "rbx" });
    expect([awayStakes.of(playerIn(log)), lostBy(log)]).toEqual([0, 1_000n]);
  });

  it.each(["void", "refused"] as const)(
    "is the stake of a game that was %s, which no longer counts as lost",
    (why) => {
      const log = away();
      const before = held(log, alice);
      log.accept(comesBack(log, why));
      expect(held(log, alice) - before).toBe(1_000n);
      expect(log.events.at(-1)?.payload).toMatchObject({ why });
      expect([experience.of(playerIn(log)).total, lostBy(log)]).toEqual([0, 0n]);
    },
  );

  it.each([
    ["from another log", "paid", { log: 3 }],
    ["of another currency", "paid", { asset: "TIX" }],
    ["more than the pot", "paid", { amount: "2001" }],
    ["less than the stake of a void game", "void", { amount: "999" }],
    ["for another stake", "paid", { purpose: "coinflip-paid:2-s2" }],
  ] as const)(
    "does not end the stake when it is %s, and goes to the bank of the sending log",
    (_what, reason, change) => {
      const log = away();
      const before = held(log, alice);
      const purpose = "purpose" in change ? { receiver: awayEscrow("2-s2") } : {};
      const decision =
        "purpose" in change
          ? comesBack(ready(), reason, { ...change, ...purpose })
          : comesBack(log, reason, change);
      expect(typesOf(decision)).toEqual(["TransitArrived", "TransitLeft"]);
      const left = "events" in decision ? decision.events[1]?.payload : null;
      expect(left).toMatchObject({ to: "log" in change ? 3 : 1, receiver: house, purpose: "" });
      expect(held(log, alice)).toBe(before);
      expect(awayStakes.of(playerIn(log))).toBe(1);
    },
  );

  it("ends the stake once: a second return goes on", () => {
    const log = away();
    log.accept(comesBack(log, "paid", { amount: "1975" }));
    const again = comesBack(log, "refused", { id: "1-again" });
    expect(typesOf(again)).toEqual(["TransitArrived", "TransitLeft"]);
    expect(typesOf(comesBack(log, "paid", { amount: "0", id: "1-again" }))).toEqual(["TransitArrived"]);
    log.accept(again);
    expect(held(log, awayEscrow(STAKE))).toBe(0n);
  });

  it("empties no account that it did not arrive in", () => {
    const log = away();
    expect(typesOf(comesBack(log, "paid", { receiver: house }))).toEqual(["TransitArrived"]);
  });
});
