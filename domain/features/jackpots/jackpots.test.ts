import { describe, expect, it } from "vitest";
import { house, playerAccount } from "../../accounts/account.ts";
import { BOB, CAROL, published } from "../../testing/coinflips.ts";
import { carriedOut, GivenLog, given, refusalOf } from "../../testing/given.ts";
import { ALICE, playerIn } from "../../testing/players.ts";
import { enter, jackpotIn, seedOfRound, settlePot, voidPot } from "../../testing/rounds.ts";
import { set } from "../../testing/settings.ts";
import {
  change,
  create,
  DAVE,
  held,
  logWith,
  ROUND,
  rich,
  TABLE,
  terminalOfTable,
} from "../../testing/user-games.ts";
import { roundEscrow } from "../game-tables/table.ts";
import { experience } from "../players/experience.ts";
import { creatorShareAccount } from "../user-games/share.ts";
import { largestEntry } from "./enter.ts";
import { jackpotEntered, jackpotPlayed } from "./events.ts";
import { ALONE_MS, ENTRIES_MAX, ENTRIES_OF_PLAYER_MAX } from "./rules.ts";
import { jackpotPhase } from "./table.ts";

const carol = { playerId: CAROL };
const dave = { playerId: DAVE };
const escrow = roundEscrow(ROUND);
const place = { currency: "RBX", gameId: TABLE, roundId: ROUND } as const;

/** A pot of 25.00 and 100.00, whose countdown has begun. */
const counting = (draft: Parameters<typeof logWith>[1] = {}): GivenLog => {
  const log = logWith("jackpot", draft);
  return carriedOut(log, enter("25.00"), enter("100.00", carol));
};
const beaconOf = (log: GivenLog) => {
  const beacon = jackpotIn(log).round?.beacon;
  if (beacon === null || beacon === undefined) throw new Error("There is a countdown");
  return beacon;
};
const locked = (draft: Parameters<typeof logWith>[1] = {}): GivenLog => {
  const log = counting(draft);
  log.at = published(beaconOf(log).round);
  return log;
};

describe("entering a jackpot", () => {
  it("opens a round with the next link of the chain, and takes the stake into its escrow", () => {
    const log = logWith("jackpot");
    carriedOut(log, enter("25.00"));
    expect(log.events.slice(-2)).toMatchObject([
      {
        type: "JackpotRoundOpened",
        payload: { number: 1, chain: 1, link: 1, commitment: terminalOfTable("RBX"), version: 1, edge: 500 },
      },
      { type: "JackpotEntered", alsoIn: ["player:p_bob"], payload: { from: "0", to: "2500", seq: 0 } },
    ]);
    expect(held(log, escrow)).toBe(2_500n);
  });

  it("gives a ticket for each minor unit, in the order of entries, and starts the countdown at two players", () => {
    const log = logWith("jackpot");
    carriedOut(log, enter("25.00"), enter("5.00"));
    expect(jackpotIn(log).round?.beacon).toBeNull();
    carriedOut(log, enter("100.00", carol));
    expect(log.events.at(-2)).toMatchObject({ payload: { from: "3000", to: "13000", seq: 2 } });
    expect(log.events.at(-1)).toMatchObject({ type: "JackpotCountdownStarted" });
    expect(beaconOf(log).closesAt - log.at).toBeGreaterThanOrEqual(20_000);
  });

  it("joins the open round, whatever round the entry was meant to open", () => {
    const log = carriedOut(logWith("jackpot"), enter("25.00"));
    const decision = enter("5.00", { roundId: "round_9" })(log);
    expect(decision).toMatchObject({ events: [{ payload: { roundId: ROUND } }], answer: { roundId: ROUND } });
  });

  it("starts one countdown, and tells every entry when entries close", () => {
    const log = logWith("jackpot");
    const enters = (...entry: Parameters<typeof enter>) => {
      const decision = enter(...entry)(log);
      if ("refused" in decision) throw new Error(decision.refused.code);
      log.append(decision.events);
      return [decision.events.map(({ type }) => type), decision.answer.closesAt];
    };
    expect(enters("25.00")).toEqual([["JackpotRoundOpened", "JackpotEntered"], null]);
    expect(enters("5.00")).toEqual([["JackpotEntered"], null]);
    const started = enters("100.00", carol);
    const { closesAt } = beaconOf(log);
    expect(started).toEqual([["JackpotEntered", "JackpotCountdownStarted"], closesAt]);
    log.at += 1_000;
    expect(enters("10.00", dave)).toEqual([["JackpotEntered"], closesAt]);
  });

  it("is refused where a round would need a link and the chain has none left", () => {
    const log = logWith("jackpot");
    expect(refusalOf(log, enter("25.00", { isExhausted: true }))).toBe("round_closed");
    carriedOut(log, enter("25.00"));
    expect(refusalOf(log, enter("25.00", { isExhausted: true }))).toBe("accepted");
  });

  it("starts no countdown while one player holds more than 80 %", () => {
    const log = logWith("jackpot");
    carriedOut(log, enter("100.01"), enter("25.00", carol));
    expect(jackpotIn(log).round?.beacon).toBeNull();
    carriedOut(log, enter("0.01", dave));
    expect(jackpotIn(log).round?.beacon).not.toBeNull();
  });

  it("does not move the end of a countdown: nobody can arrange to enter last", () => {
    const log = counting();
    const before = beaconOf(log);
    log.at = before.closesAt - 1;
    carriedOut(log, enter("10.00", dave));
    expect(beaconOf(log)).toEqual(before);
  });

  it("is refused after the end, by the clock or by any sight of the deciding round", () => {
    const log = counting();
    const { closesAt, round } = beaconOf(log);
    expect(refusalOf(log, enter("1.00", { ...dave, newestRound: round }))).toBe("round_closed");
    log.at = closesAt;
    expect(refusalOf(log, enter("1.00", dave))).toBe("round_closed");
    const open = jackpotIn(log).round;
    expect(open && [jackpotPhase(open, closesAt - 1), jackpotPhase(open, closesAt)]).toEqual([
      "betting",
      "locked",
    ]);
  });

  it("cannot lift a share above 80 % once the countdown runs", () => {
    const log = counting();
    given(...log.events).refuses(enter("0.01", carol), "share_too_large");
    carriedOut(log, enter("0.01"));
    const round = jackpotIn(log).round;
    expect(round && largestEntry(round, CAROL)).toBe(4n);
    expect(refusalOf(log, enter("0.04", carol))).toBe("accepted");
    expect(refusalOf(log, enter("0.05", carol))).toBe("share_too_large");
  });

  it(`takes ${ENTRIES_OF_PLAYER_MAX} entries of a player and ${ENTRIES_MAX} in all`, () => {
    const log = counting();
    for (let i = 1; i < ENTRIES_OF_PLAYER_MAX; i += 1) carriedOut(log, enter("0.01"));
    given(...log.events)
      .when(enter("0.01"))
      .refused("round_closed", "You have 20 entries in this round, the most possible.");
    const entry = (seq: number) =>
      jackpotEntered({
        ...place,
        betId: `b${seq}`,
        clientSeed: "s",
        playerId: `p_${seq}`,
        seq,
        stake: "1",
        from: "0",
        to: "1",
      });
    const entries = jackpotIn(log).round?.entries.length ?? 0;
    log.append(Array.from({ length: ENTRIES_MAX - entries }, (_, i) => entry(entries + i)));
    given(...log.events).refuses(enter("0.01", dave), "round_closed", "This round is full.");
  });

  it("is closed to the creator, and while the game is paused; a round under way is finished", () => {
    const log = counting();
    expect(refusalOf(log, enter("1.00", { playerId: ALICE }))).toBe("own_game");
    carriedOut(log, change({ isActive: false }));
    expect(refusalOf(log, enter("1.00", dave))).toBe("game_inactive");
    log.at = published(beaconOf(log).round);
    carriedOut(log, settlePot(BOB));
    expect(held(log, escrow)).toBe(0n);
  });
});

it("is refused if the rules differ from those that the player saw", () => {
  const log = logWith("jackpot");
  carriedOut(log, change({ edge: 1_000 }));
  expect(refusalOf(log, enter("1.00", { seenVersion: 1 }))).toBe("game_changed");
  carriedOut(log, enter("1.00", { seenVersion: 2 }), change({ edge: 5_000 }));
  // The open round keeps the rules that it began with.
  expect(refusalOf(log, enter("1.00", { ...carol, seenVersion: 3 }))).toBe("game_changed");
  expect(refusalOf(log, enter("1.00", { ...carol, seenVersion: 2 }))).toBe("accepted");
});

describe("settling a jackpot", () => {
  it("pays the winner the pot less the edge, the creator the edge, and empties the escrow", () => {
    const log = locked();
    const before = held(log, playerAccount(CAROL));
    carriedOut(log, settlePot(CAROL));
    expect(held(log, playerAccount(CAROL)) - before).toBe(11_875n);
    expect(held(log, creatorShareAccount(ALICE))).toBe(625n);
    expect(held(log, escrow)).toBe(0n);
    expect(log.events.slice(-2)).toMatchObject([
      jackpotPlayed({ ...place, houseGain: "0", payout: "0", playerId: BOB, stake: "2500", xp: 15 }),
      jackpotPlayed({ ...place, houseGain: "0", payout: "11875", playerId: CAROL, stake: "10000", xp: 20 }),
    ]);
    expect(experience.of(playerIn(log, BOB)).total).toBe(15);
  });

  it("leaves the house its part of the edge, as it was when the round opened", () => {
    const log = new GivenLog();
    log.append([...rich(ALICE, BOB, CAROL), set({ creatorHousePart: "2000" })]);
    carriedOut(log, create("jackpot"), enter("25.00"), enter("100.00", carol));
    log.append([set({ creatorHousePart: "5000" })]);
    log.at = published(beaconOf(log).round);
    const bank = held(log, house);
    carriedOut(log, settlePot(BOB));
    expect(held(log, creatorShareAccount(ALICE))).toBe(500n);
    expect(held(log, house) - bank).toBe(125n);
    // Stored with the winner only.
    expect(log.events.slice(-2).map(({ payload }) => [payload.playerId, payload.houseGain])).toEqual([
      [BOB, "125"],
      [CAROL, "0"],
    ]);
  });

  it("uses the terms with which the round opened, despite later edits", () => {
    const log = counting();
    carriedOut(log, change({ edge: 5_000, minBet: "5000", maxBet: "10000" }));
    expect(refusalOf(log, enter("0.01", dave))).toBe("accepted");
    log.at = published(beaconOf(log).round);
    carriedOut(log, settlePot(BOB));
    expect(log.events.at(-3)).toMatchObject({ payload: { rake: "625", payout: "11875" } });
    expect(refusalOf(log, enter("0.01", dave))).toBe("stake_out_of_range");
  });

  it("waits for the end of entries, and takes only its own beacon", () => {
    const log = counting();
    log.at = beaconOf(log).closesAt - 1;
    expect(refusalOf(log, settlePot(BOB))).toBe("too_early");
    log.at += 1;
    expect(refusalOf(log, settlePot(BOB, { chainHash: "00".repeat(32) }))).toBe("other_beacon");
    expect(refusalOf(log, settlePot(BOB, { round: beaconOf(log).round + 1 }))).toBe("other_beacon");
  });

  it("happens once: the round is over, and the next one takes the next link", () => {
    const log = locked();
    const round = jackpotIn(log).round;
    if (round === null) throw new Error("A round is open");
    const settled = settlePot(BOB)(log);
    const again = settlePot(BOB);
    carriedOut(log, () => settled);
    expect(() => again(log)).toThrow("a round is open");
    expect(jackpotIn(log)).toMatchObject({ round: null, rounds: 1, chain: { used: 1 } });
    carriedOut(log, enter("1.00", { roundId: "round_2" }));
    expect(jackpotIn(log).round).toMatchObject({
      number: 2,
      taken: { link: 2, commitment: seedOfRound("RBX", round) },
    });
  });
});

describe("a jackpot that cannot be drawn", () => {
  it("returns its stakes after ten minutes with one player, all entries together, and uses up its link", () => {
    const log = logWith("jackpot");
    const before = held(log, playerAccount(BOB));
    carriedOut(log, enter("25.00"), enter("5.00"));
    log.at += ALONE_MS - 1;
    expect(refusalOf(log, voidPot())).toBe("too_early");
    log.at += 1;
    carriedOut(log, voidPot());
    expect(log.events.slice(-2)).toMatchObject([
      { type: "JackpotVoided", payload: { reason: "alone" } },
      { type: "JackpotReturned", payload: { playerId: BOB, stake: "3000" } },
    ]);
    expect([held(log, escrow), held(log, playerAccount(BOB))]).toEqual([0n, before]);
    expect(jackpotIn(log)).toMatchObject({ round: null, chain: { used: 1 } });
    expect(experience.of(playerIn(log, BOB)).total).toBe(0);
  });

  it("returns its stakes a day after its beacon was due, and never before", () => {
    const log = locked();
    log.at += 24 * 60 * 60 * 1_000 - 1;
    expect(refusalOf(log, voidPot())).toBe("too_early");
    expect(refusalOf(log, settlePot(BOB))).toBe("accepted");
    log.at += 1;
    // The beacon may have come in the meantime: nobody chooses between it and a void.
    expect(refusalOf(log, settlePot(BOB))).toBe("void");
    carriedOut(log, voidPot());
    expect(held(log, escrow)).toBe(0n);
    expect(log.events.at(-3)).toMatchObject({ payload: { reason: "no_beacon" } });
  });

  it("never publishes another link than its own", () => {
    const log = locked();
    log.at += 48 * 60 * 60 * 1_000;
    expect(() => voidPot({ seed: "11".repeat(32) })(log)).toThrow("committed to");
  });
});

describe("two currencies of one jackpot", () => {
  it("have rounds and chains of their own, so that no link of one reveals the other's", () => {
    const log = logWith("jackpot");
    carriedOut(log, enter("1.00"), enter("1.00", { currency: "TIX", roundId: "round_tix" }));
    expect(jackpotIn(log, "RBX").round?.taken).toEqual({
      chain: 1,
      link: 1,
      commitment: terminalOfTable("RBX"),
    });
    expect(jackpotIn(log, "TIX").round?.taken).toEqual({
      chain: 1,
      link: 1,
      commitment: terminalOfTable("TIX"),
    });
  });
});
