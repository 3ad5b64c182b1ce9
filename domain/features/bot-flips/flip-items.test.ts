import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Account, house, leastHolding, platform, playerAccount } from "../../accounts/account.ts";
import { copyOf } from "../../accounts/item.ts";
import { PAIR_NONCES_MAX } from "../../fairness/st1.ts";
import { flipForItems, worth } from "../../testing/bot-flips.ts";
import { type GivenEvent, GivenLog, given } from "../../testing/given.ts";
import {
  CROWN,
  catalogued,
  HAT,
  HAT_2,
  HAT_3,
  handedOver,
  holderIn,
  sightedIn,
  synced,
} from "../../testing/items.ts";
import { ALICE, flip, flipped, playerIn, registered } from "../../testing/players.ts";
import { forAll } from "../../testing/properties/for-all.ts";
import { standInSeeds } from "../../testing/seeds.ts";
import { STAKED_ITEMS_MAX } from "../live-coinflips/rules.ts";
import { seedPair } from "../seed-pairs/seed-pair.ts";
import { winningsOf } from "./rules.ts";

const showsTix = standInSeeds(() => "tix");
const BOB = "p_bob";
const mine = playerAccount(ALICE);
const owned: readonly GivenEvent[] = [registered(), handedOver(platform, mine, HAT, HAT_2)];
const hats = worth("5000", HAT, HAT_2);

describe("a flip for items against the bot", () => {
  it("that is won brings 0.8 of the items' value in RBX, and the items stay", () => {
    given(...owned)
      .when(flipForItems(hats))
      .then({
        type: "ItemsFlipped",
        schemaVersion: 2,
        stream: "player:p_alice",
        payload: {
          gameId: "game_1",
          pair: 1,
          nonce: 0,
          side: "rbx",
          result: "rbx",
          items: hats,
          stake: "10000",
          payout: "18000",
          edge: "2000",
          xp: 20,
        },
        postings: [
          { account: house, asset: "RBX", delta: -8_000n },
          { account: mine, asset: "RBX", delta: 8_000n },
        ],
      })
      .answers({
        id: "game_1",
        won: true,
        result: "rbx",
        winAmount: "180.00",
        message: "You won 80.00 RBX and keep your items.",
      });
  });

  it("that is won says in groups of three digits how much", () => {
    given(...owned)
      .when(flipForItems(worth("500000", HAT, HAT_2)))
      .answers({ won: true, message: "You won 8,000.00 RBX and keep your items." });
  });

  it("that is lost gives the items to the house, and nothing else", () => {
    const { decision } = given(...owned)
      .with(showsTix)
      .when(flipForItems(hats))
      .answers({
        won: false,
        result: "tix",
        winAmount: "0.00",
        message: "You lost your items. Better luck next time!",
      });
    expect(decision).toMatchObject({
      events: [
        {
          payload: { stake: "10000", payout: "0", edge: "0", xp: 20 },
          postings: [
            { account: mine, asset: HAT, delta: -1n },
            { account: house, asset: HAT, delta: 1n },
            { account: mine, asset: HAT_2, delta: -1n },
            { account: house, asset: HAT_2, delta: 1n },
          ],
        },
      ],
    });
  });

  it("uses the nonces of the player's pair in turn with other flips, and rotates a used-up pair", () => {
    const log = new GivenLog();
    log.append(owned);
    for (const decide of [flip("rbx", "1.00"), flipForItems(hats), flip("rbx", "1.00")]) {
      const decision = decide(log);
      if ("events" in decision) log.append(decision.events);
    }
    expect(log.events.slice(-3).map(({ payload }) => payload.nonce)).toEqual([0, 1, 2]);
    expect(seedPair.of(playerIn(log)).nonce).toBe(3);
    const { decision } = given(...owned, flipped({ nonce: PAIR_NONCES_MAX - 1 })).when(flipForItems(hats));
    expect(decision).toMatchObject({
      events: [{ type: "SeedPairRotated" }, { type: "ItemsFlipped", payload: { pair: 2, nonce: 0 } }],
    });
  });

  it("is refused for items that are not the player's, are staked elsewhere, or are too much", () => {
    given().when(flipForItems(hats)).refused("unknown_player");
    given(...owned)
      .when(flipForItems(worth("5000", CROWN)))
      .refused("items_not_free", "Some of these items are not yours to stake at the moment.");
    given(...owned, handedOver(mine, "escrow:g", HAT)).refuses(flipForItems(hats), "items_not_free");
    given(...owned).refuses(flipForItems([]), "too_many_items");
    const many = Array.from({ length: STAKED_ITEMS_MAX + 1 }, (_, i) => copyOf(101, `m${i}`));
    const rich = [registered(), handedOver(platform, mine, ...many)];
    given(...rich).refuses(flipForItems(worth("100", ...many)), "too_many_items", "Stake 1 to 20 items.");
    given(...rich).answers(flipForItems(worth("100", ...many.slice(1))), { won: true });
  });

  it("is played for 1.00 to 100,000.00 RBX in all, like any game against the house", () => {
    const detail = "Stake items worth 1.00 to 100,000.00 RBX in total: yours are worth";
    for (const [value, is] of [
      ["5000001", "100,000.02"],
      ["49", "0.98"],
    ] as const)
      given(...owned)
        .when(flipForItems(worth(value, HAT, HAT_2)))
        .refused("stake_out_of_range", `${detail} ${is}.`);
    for (const value of ["5000000", "50"])
      given(...owned).answers(flipForItems(worth(value, HAT, HAT_2)), { won: true });
  });
});

describe("an item that the house has won", () => {
  it("is held by the house, and is credited to nobody again by a sync", () => {
    const log = new GivenLog(showsTix);
    log.append([catalogued, registered(), registered(BOB)]);
    log.accept(synced(ALICE, [HAT])(log));
    log.accept(flipForItems(worth("5000", HAT))(log));
    expect(holderIn(log, HAT)).toBe(house);
    for (const [playerId, seen] of [
      [ALICE, [HAT]],
      [BOB, [HAT]],
      [ALICE, []],
    ] as const) {
      log.at += 1_000;
      log.accept(synced(playerId, seen)(log));
      expect(holderIn(log, HAT)).toBe(house);
      expect(log.events.at(-1)?.payload.inPlay).toEqual(seen.map((copy) => ({ copy, serial: null })));
    }
    expect(sightedIn(log, HAT)).toBe(ALICE);
  });

  it("is never owed by the house, which may owe only currencies", () => {
    expect(leastHolding(house, HAT)).toBe(0n);
    expect(leastHolding(house, "RBX")).toBeNull();
  });
});

describe("after any flips for items", () => {
  const COPIES = [HAT, HAT_2, HAT_3, CROWN];
  const stakes = fc.uniqueArray(fc.constantFrom(...COPIES), { minLength: 1 });
  const flips = fc.array(
    fc.record({ copies: stakes, side: fc.constantFrom("rbx" as const, "tix" as const) }),
    { maxLength: 12 },
  );

  it("each copy is at the player or at the house, once, and RBX sum to zero", () => {
    forAll(flips, (all) => {
      const log = new GivenLog(standInSeeds((nonce) => (nonce % 3 === 0 ? "tix" : "rbx")));
      log.append([registered(), handedOver(platform, mine, ...COPIES)]);
      for (const { copies, side } of all) {
        const before = log.holding(mine, "RBX");
        const decision = flipForItems(worth("5001", ...copies), { side })(log);
        if ("refused" in decision) continue;
        log.append(decision.events);
        const won = decision.answer.won ? winningsOf(5_001n * BigInt(copies.length)) : 0n;
        expect(log.holding(mine, "RBX") - before).toBe(won);
      }
      const accounts: readonly Account[] = [mine, house];
      for (const copy of COPIES) expect(accounts.map((a) => log.holding(a, copy)).sort()).toEqual([0n, 1n]);
      const rbx = [...accounts, "issuance" as const].map((account) => log.holding(account, "RBX"));
      expect(rbx.reduce((sum, some) => sum + some, 0n)).toBe(0n);
    });
  });

  it("winnings are 0.8 of the value to the minor unit below, so that splitting never pays", () => {
    expect([winningsOf(100n), winningsOf(101n), winningsOf(10_000_000n)]).toEqual([80n, 80n, 8_000_000n]);
    const value = fc.bigInt({ min: 1n, max: 10_000_000n });
    forAll(value, value, (a, b) => {
      expect(winningsOf(a) + winningsOf(b)).toBeLessThanOrEqual(winningsOf(a + b));
    });
  });
});
