import { describe, expect, it } from "vitest";
import { playerAccount } from "../../accounts/account.ts";
import { CAROL } from "../../testing/coinflips.ts";
import { carriedOut, refusalOf } from "../../testing/given.ts";
import { registered } from "../../testing/players.ts";
import { bet, crashIn, openCrash } from "../../testing/rounds.ts";
import { held, logWith, TABLE } from "../../testing/user-games.ts";
import { ROUND_ENDED } from "../game-rounds/bet.ts";
import { forceOf } from "./exposure.ts";
import { startCrash } from "./flight.ts";

const carol = { playerId: CAROL };

describe("a stake of crash", () => {
  it("takes an auto cash-out from 1.01x to 10,000.00x", () => {
    for (const auto of [101, 1_000_000])
      expect(refusalOf(logWith("crash"), bet("1.00", { auto }))).toBe("accepted");
  });

  it("is refused outside of the game's stakes, and beyond what the player holds", () => {
    const log = logWith("crash", { minBet: "500", maxBet: "9999999999" });
    expect(refusalOf(log, bet("4.99"))).toBe("stake_out_of_range");
    expect(refusalOf(log, bet("5.00"))).toBe("accepted");
    log.append([registered("p_new")]);
    const all = held(log, playerAccount("p_new"));
    expect(refusalOf(log, bet(all, { playerId: "p_new" }))).toBe("accepted");
    expect(refusalOf(log, bet(all + 1n, { playerId: "p_new" }))).toBe("insufficient_balance");
    expect(refusalOf(logWith("crash", { maxBet: "1000" }), bet("10.01"))).toBe("stake_out_of_range");
  });

  it("answers with the force as of this bet, itself included", () => {
    const log = carriedOut(logWith("crash"), bet("40000.00"));
    const decision = bet("40000.00", carol)(log);
    expect(decision).toMatchObject({ answer: { force: 220 } });
    log.accept(decision);
    expect(forceOf(openCrash(log))).toBe(220);
  });

  it("is within what is left of the cap after the stakes of others", () => {
    const half = logWith("crash", { maxBet: "9999999999" });
    carriedOut(half, bet("50000.00"));
    expect(refusalOf(half, bet(4_523_810n, carol))).toBe("bank_limit");
    expect(refusalOf(half, bet(4_523_809n, carol))).toBe("accepted");
  });
});

it("the start of a crash round names it: no other one starts, and none after its end", () => {
  const log = carriedOut(logWith("crash"), bet("10.00"));
  log.at = openCrash(log).beacon.closesAt;
  const { beacon, roundId } = openCrash(log);
  const ofRound = (name: string, table = crashIn(log)) =>
    startCrash(
      {
        gameId: TABLE,
        currency: "RBX",
        roundId: name,
        beacon: { round: beacon.round, signature: "0a".repeat(48) },
        chainHash: beacon.chain.chainHash,
      },
      { table, at: log.at },
    );
  expect(ofRound("round_2")).toBe(ROUND_ENDED);
  expect(ofRound(roundId, { ...crashIn(log), round: null })).toBe(ROUND_ENDED);
  expect(ofRound(roundId)).toHaveProperty("events");
});
