import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { house, playerAccount } from "../../accounts/account.ts";
import type { Side } from "../../fairness/st1.ts";
import { formatMinor, minor } from "../../kernel/money.ts";
import { isBalanced } from "../../ledger/posting.ts";
import { BOB, CAROL } from "../../testing/coinflips.ts";
import { carriedOut, GivenLog, given, refusalOf } from "../../testing/given.ts";
import { ALICE, banked, playerIn } from "../../testing/players.ts";
import { standInSeeds } from "../../testing/seeds.ts";
import { set } from "../../testing/settings.ts";
import { change, create, held, logWith, play, rich, TABLE } from "../../testing/user-games.ts";
import { currencyOf } from "../house-flips/rules.ts";
import { experience } from "../players/experience.ts";
import { playerSuspended, roleGranted } from "../roles/events.ts";
import { seedPair } from "../seed-pairs/seed-pair.ts";
import { returnToPlayer } from "../user-games/rules.ts";
import { creatorShareAccount } from "../user-games/share.ts";
import { userCoinFlipped } from "./events.ts";
import { costAtMost, largestUserStake } from "./play.ts";
import { payoutOf } from "./rules.ts";

const made = logWith("coinflip").events;
const flip = {
  playerId: BOB,
  creatorId: ALICE,
  betId: "bet_1",
  gameId: TABLE,
  version: 1,
  edgeRate: 500,
  pair: 1,
  nonce: 0,
  side: "rbx",
  result: "rbx",
  stake: 1_010n,
  payout: 1_919n,
  edge: 101n,
  share: 50n,
  carried: "50000000",
  xp: 13,
} as const;

describe("a flip by a player's rules", () => {
  it("that is won pays 2 x (1 - edge), and the creator's share in the same event", () => {
    given(...made)
      .when(play("rbx", "10.10"))
      .then(userCoinFlipped(flip))
      .answers({ won: true, winAmount: "19.19", houseEdgeTaken: "1.01", creatorShare: "0.50", nonce: 0 });
    expect(userCoinFlipped(flip)).toMatchObject({
      stream: "player:p_bob",
      alsoIn: [`coinflip-table:${TABLE}:RBX`],
      postings: [
        { account: "player:p_bob", delta: -1_010n },
        { account: "house", delta: 1_010n },
        { account: "house", delta: -1_919n },
        { account: "player:p_bob", delta: 1_919n },
        { account: "house", delta: -50n },
        { account: "creator-share:p_alice", delta: 50n },
      ],
    });
  });

  it("that is lost earns the creator the same", () => {
    given(...made)
      .with(standInSeeds(() => "tix"))
      .when(play("rbx", "10.10"))
      .then(userCoinFlipped({ ...flip, result: "tix", payout: 0n, edge: 0n }));
  });

  it("carries fractions of the share to the next, in each currency separately", () => {
    const log = logWith("coinflip");
    carriedOut(log, play("rbx", "10.10"), play("rbx", "10.10"), play("tix", "10.10"));
    const shares = log.events.slice(-3).map(({ payload }) => [payload.share, payload.carried]);
    expect(shares).toEqual([
      ["50", "50000000"],
      ["51", "0"],
      ["50", "50000000"],
    ]);
  });

  it("uses the nonces of the player's own pair, one after the other", () => {
    const log = logWith("coinflip");
    carriedOut(log, play("rbx", "1.00"), play("rbx", "1.00"));
    expect(log.events.slice(-2).map(({ payload }) => payload.nonce)).toEqual([0, 1]);
    expect(seedPair.of(playerIn(log, BOB)).nonce).toBe(2);
    expect(experience.of(playerIn(log, BOB)).total).toBe(22);
  });

  it("uses the game's version of the time", () => {
    const log = logWith("coinflip");
    carriedOut(log, change({ edge: 0 }), play("rbx", "10.00"));
    expect(log.events.at(-1)?.payload).toMatchObject({ version: 2, edgeRate: 0, payout: "2000", share: "0" });
  });
});

it("is refused if the creator has edited the rules that the player saw", () => {
  const log = logWith("coinflip", { edge: 100 });
  carriedOut(log, play("rbx", "10.00", { seenVersion: 1 }), change({ edge: 5_000 }));
  expect(refusalOf(log, play("rbx", "10.00", { seenVersion: 1 }))).toBe("game_changed");
  expect(refusalOf(log, play("rbx", "10.00", { seenVersion: 2 }))).toBe("accepted");
});

describe("players who may not flip", () => {
  const refused = (code: string, ...decide: Parameters<typeof play>) => {
    given(...made)
      .when(play(...decide))
      .refused(code);
  };

  it("are the creator, unknown players, and admins named by the settings", () => {
    refused("own_game", "rbx", "1.00", { playerId: ALICE });
    refused("unknown_player", "rbx", "1.00", { playerId: "p_x" });
    refused("staff_cannot_play", "rbx", "1.00", { isListed: true });
  });

  it("are moderators and suspended players", () => {
    const by = { by: "p_root", reason: "r" };
    const moderator = roleGranted(BOB, { ...by, role: "moderator", confirmedBy: null });
    given(...made, moderator)
      .when(play("rbx", "1.00"))
      .refused("staff_cannot_play");
    given(...made, playerSuspended(BOB, by))
      .when(play("rbx", "1.00"))
      .refused("suspended");
  });

  it("are all while the game is paused, or is no coinflip, or does not exist", () => {
    const paused = logWith("coinflip");
    carriedOut(paused, change({ isActive: false }));
    expect(refusalOf(paused, play("rbx", "1.00"))).toBe("game_inactive");
    expect(refusalOf(logWith("crash"), play("rbx", "1.00"))).toBe("unknown_game");
    refused("unknown_game", "rbx", "1.00", { gameId: "other" });
  });
});

describe("the stake of a flip by a player's rules", () => {
  const narrow = logWith("coinflip", { minBet: "500", maxBet: "2000" }).events;

  it.each(["4.99", "20.01"])("cannot be %s where the game takes 5.00 to 20.00", (stake) => {
    given(...narrow)
      .when(play("rbx", stake))
      .refused("stake_out_of_range", "A stake is 5.00 to 20.00.");
  });

  it("may be either end, and is at most the general maximum", () => {
    for (const stake of ["5.00", "20.00"])
      given(...narrow)
        .when(play("rbx", stake))
        .answers({ won: true });
    given(...narrow, set({ stakeMax: "1000" }))
      .when(play("rbx", "10.01"))
      .refused("stake_out_of_range", "A stake is 5.00 to 10.00.");
    given(...narrow, set({ stakeMax: "400" }))
      .when(play("rbx", "5.00"))
      .refused("stake_out_of_range", "Stakes are at most 4.00 at the moment, and this game starts at 5.00.");
  });

  it("is at most the player's holding", () => {
    const log = new GivenLog();
    log.append([...rich(ALICE), ...rich(BOB).slice(0, 1)]);
    carriedOut(log, create("coinflip"));
    expect(refusalOf(log, play("rbx", "1000.01"))).toBe("insufficient_balance");
    expect(refusalOf(log, play("rbx", "1000.00"))).toBe("accepted");
  });
});

describe("the bank behind player-made coinflips", () => {
  const withBank = (funds: string, edge: number) => {
    const log = new GivenLog();
    log.append([banked(funds), ...rich(ALICE, BOB, CAROL)]);
    carriedOut(log, create("coinflip", { edge }));
    return log;
  };

  it("covers the largest stake that it names, and not one minor unit more", () => {
    for (const edge of [0, 1, 500, 3_333, 5_000]) {
      const log = withBank("1000000.00", edge);
      const largest = largestUserStake(
        { bank: 100_000_000n, funds: 0n, limits: { risk: 100n, floor: 0n } },
        edge,
      );
      expect(refusalOf(log, play("rbx", largest))).toBe("accepted");
      const { decision } = given(...log.events).when(play("rbx", largest + 1n));
      expect(decision).toMatchObject({
        refused: { code: "bank_limit", facts: { largestStake: formatMinor(largest) } },
      });
    }
  });

  it("covers none below half of its funding", () => {
    const log = withBank("1000000.00", 500);
    expect(refusalOf(log, play("rbx", "1.00"))).toBe("accepted");
    const limits = { risk: 100n, floor: 0n };
    expect(largestUserStake({ bank: 499n, funds: 1_000n, limits }, 500)).toBe(0n);
    expect(largestUserStake({ bank: 50_000n, funds: 100_000n, limits }, 500)).toBeGreaterThan(0n);
    given(...withBank("0.00", 500).events)
      .when(play("rbx", "1.00"))
      .refused("bank_limit", "The house takes no RBX stakes at the moment: the largest is 0.00.");
  });

  it("reports its fall below the floor", () => {
    const log = withBank("100000.00", 0);
    carriedOut(log, play("rbx", "10.00"));
    expect(log.events.at(-2)).toMatchObject({ type: "BankFellBelowFloor", payload: { bank: "9999000" } });
  });
});

const stakes = fc.bigInt({ min: 1n, max: 10_000_000n });
const edges = fc.integer({ min: 0, max: 5_000 });

describe("the money of player-made coinflips", () => {
  it("returns 1 - edge in the long run: half of the pay-out over the stake, within a minor unit", () => {
    fc.assert(
      fc.property(stakes, edges, (stake, edge) => {
        const promised = stake * 2n * BigInt(returnToPlayer({ edge }));
        const returned = payoutOf(stake, edge) * 10_000n;
        expect(returned).toBeLessThanOrEqual(promised);
        expect(promised - returned).toBeLessThan(10_000n);
      }),
    );
  });

  it("is exact if the pay-out is whole", () => {
    expect(payoutOf(minor("100.00"), 500)).toBe(minor("190.00"));
    expect(payoutOf(1n, 500)).toBe(1n);
    expect(payoutOf(100n, 5_000)).toBe(100n);
  });

  it("is never created or lost, whoever wins, and never costs the bank more than its share", () => {
    const act = fc.record({
      side: fc.constantFrom<Side>("rbx", "tix"),
      result: fc.constantFrom<Side>("rbx", "tix"),
      stake: fc.bigInt({ min: 1n, max: 200_000n }),
      edge: fc.option(edges, { nil: null, freq: 5 }),
      playerId: fc.constantFrom(BOB, CAROL, ALICE),
    });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 25 }), (acts) => {
        let result: Side = "rbx";
        const log = new GivenLog(standInSeeds(() => result));
        log.append([banked("200000.00"), ...rich(ALICE, BOB, CAROL)]);
        carriedOut(log, create("coinflip"));
        for (const one of acts) {
          if (one.edge !== null && refusalOf(log, change({ edge: one.edge })) === "accepted")
            carriedOut(log, change({ edge: one.edge }));
          result = one.result;
          const asset = one.side === "rbx" ? "RBX" : "TIX";
          const before = log.holding(house, asset);
          const decision = play(one.side, one.stake, { playerId: one.playerId })(log);
          if ("refused" in decision) continue;
          expect(one.playerId).not.toBe(ALICE);
          expect(decision.events.every(({ postings }) => isBalanced(postings))).toBe(true);
          log.append(decision.events);
          expect((before - log.holding(house, asset)) * 100n).toBeLessThanOrEqual(before);
        }
        // The creator has the sum of the edges, to the minor unit.
        for (const asset of ["RBX", "TIX"] as const) {
          const exact = log.events.reduce((sum, event) => {
            if (!userCoinFlipped.is(event) || currencyOf(event.payload.side) !== asset) return sum;
            return sum + BigInt(event.payload.stake) * BigInt(event.payload.edgeRate);
          }, 0n);
          expect(held(log, creatorShareAccount(ALICE), asset)).toBe(exact / 10_000n);
        }
        expect(log.holding(playerAccount(BOB), "RBX")).toBeGreaterThanOrEqual(0n);
      }),
      { numRuns: 60 },
    );
  });

  it("costs the house at most the risk that was checked against the bank", () => {
    fc.assert(
      fc.property(stakes, edges, fc.bigInt({ min: 0n, max: 9_999n }), (stake, edge, carried) => {
        const share = (carried + stake * BigInt(edge)) / 10_000n;
        const cost = payoutOf(stake, edge) - stake + share;
        if (edge > 0 || carried === 0n) expect(cost).toBeLessThanOrEqual(costAtMost(stake, edge));
      }),
    );
  });
});
