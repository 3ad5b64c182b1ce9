import { describe, expect, it } from "vitest";
import { playerAccount } from "../../accounts/account.ts";
import { PAIR_NONCES_MAX } from "../../fairness/st1.ts";
import { minor } from "../../kernel/money.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { GivenLog, given, NOON } from "../../testing/given.ts";
import { ALICE, CLIENT_SEED, enriched, flip, flipped, playerIn, registered } from "../../testing/players.ts";
import { seedBehind, standInSeeds } from "../../testing/seeds.ts";
import { experience } from "../players/experience.ts";
import { XP_DAY_MAX } from "../players/level.ts";
import { seedPairRotated } from "../seed-pairs/events.ts";
import { seedPair } from "../seed-pairs/seed-pair.ts";

const showsTix = standInSeeds(() => "tix");

describe("a flip", () => {
  it("that is won pays twice the stake less the edge, both legs between player and house", () => {
    given(registered())
      .when(flip("rbx", "10.00"))
      .then({
        type: "CoinFlipped",
        schemaVersion: 1,
        stream: "player:p_alice",
        payload: {
          gameId: "game_1",
          pair: 1,
          nonce: 0,
          side: "rbx",
          result: "rbx",
          stake: "1000",
          payout: "1975",
          edge: "25",
          xp: 13,
        },
        postings: [
          { account: "player:p_alice", asset: "RBX", delta: -1_000n },
          { account: "house", asset: "RBX", delta: 1_000n },
          { account: "house", asset: "RBX", delta: -1_975n },
          { account: "player:p_alice", asset: "RBX", delta: 1_975n },
        ],
      })
      .answers({
        id: "game_1",
        result: "rbx",
        won: true,
        winAmount: "19.75",
        houseEdgeTaken: "0.25",
        rbxBalance: "1009.75",
        tixBalance: "500.00",
        nonce: 0,
      });
  });

  it("that is lost costs the stake, without an edge", () => {
    given(registered())
      .with(showsTix)
      .when(flip("rbx", "10.00"))
      .then(flipped({ stake: 1_000n, xp: 13 }))
      .answers({
        won: false,
        result: "tix",
        winAmount: "0.00",
        houseEdgeTaken: "0.00",
        rbxBalance: "990.00",
        tixBalance: "500.00",
      });
  });

  it("is played in the currency of its side", () => {
    given(registered())
      .with(showsTix)
      .when(flip("tix", "10.00"))
      .then(flipped({ side: "tix", result: "tix", stake: 1_000n, payout: 1_975n, edge: 25n, xp: 13 }))
      .answers({ rbxBalance: "1000.00", tixBalance: "509.75" });
  });

  it("uses the player's client seed and next nonce", () => {
    const asked: unknown[] = [];
    const seeds = standInSeeds((nonce, clientSeed) => {
      asked.push({ nonce, clientSeed });
      return "tix";
    });
    given(registered(), flipped({ nonce: 0 }), flipped({ nonce: 1 }))
      .with(seeds)
      .when(flip("rbx", "1.00"))
      .then(flipped({ nonce: 2 }));
    expect(asked).toEqual([{ nonce: 2, clientSeed: CLIENT_SEED }]);
  });

  it("is for players", () => {
    given().when(flip("rbx", "1.00")).refused("unknown_player", "There is no such player.");
    given(registered("p_bob")).when(flip("rbx", "1.00")).refused("unknown_player");
  });
});

describe("the stake of a flip", () => {
  const rich = [registered(), enriched(minor("1000000.00"))];

  it.each([1n, 0n, -100n, 99n, 10_000_001n, 2n ** 63n])("cannot be %d", (stake) => {
    given(...rich).refuses(flip("rbx", stake), "stake_out_of_range", "A stake is 1.00 to 100,000.00.");
  });

  it.each([100n, 101n, 9_999_999n, 10_000_000n])("may be %d", (stake) => {
    given(...rich).answers(flip("rbx", stake), { won: true });
  });

  it("is at most the player's holding of the side's currency", () => {
    given(registered())
      .when(flip("rbx", "1000.01"))
      .refused("insufficient_balance", "You don't have enough RBX to place this bet");
    given(registered())
      .when(flip("tix", "500.01"))
      .refused("insufficient_balance", "You don't have enough TIX to place this bet");
    given(registered()).with(showsTix).when(flip("rbx", "1000.00")).answers({ rbxBalance: "0.00" });
    given(registered()).when(flip("tix", "500.00")).answers({ tixBalance: "0.00" });
  });

  it("is refused as out of range before it is refused as too much", () => {
    given(registered()).when(flip("rbx", "100000.01")).refused("stake_out_of_range");
  });

  it("comes back into the balance that the next one is taken from", () => {
    const { decision } = given(registered()).when(flip("rbx", "1000.00"));
    if ("refused" in decision) throw new Error("The stake is there");
    given(registered(), ...decision.events).refuses(flip("rbx", "1975.01"), "insufficient_balance");
    given(registered(), ...decision.events).answers(flip("rbx", "1975.00"), { won: true });
  });
});

describe("the thousand-and-first flip of a pair", () => {
  const served = [registered(), flipped({ nonce: PAIR_NONCES_MAX - 1 })];
  const rotation = seedPairRotated(ALICE, {
    revealed: {
      pair: 1,
      serverSeed: seedBehind("commitment 1"),
      serverSeedHash: "commitment 1",
      clientSeed: CLIENT_SEED,
      nonces: PAIR_NONCES_MAX,
    },
    current: {
      pair: 2,
      serverSeedHash: "commitment 2",
      nextServerSeedHash: "commitment 3",
      clientSeed: CLIENT_SEED,
      clientSeedBy: "kept",
    },
  });

  it("rotates the pair first, keeping the client seed, and begins again at nonce 0", () => {
    given(...served)
      .with(showsTix)
      .when(flip("rbx", "1.00"))
      .then(rotation, flipped({ pair: 2, nonce: 0 }))
      .answers({ nonce: 0 });
  });

  it("is decided by the seed of the new pair", () => {
    const used: string[] = [];
    given(...served)
      .with({ ...showsTix, digest: (commitment) => Uint8Array.of(used.push(commitment)) })
      .when(flip("rbx", "1.00"));
    expect(used).toEqual(["commitment 2"]);
  });

  it("is the first to do so: the thousandth does not", () => {
    given(registered(), flipped({ nonce: PAIR_NONCES_MAX - 2 }))
      .with(showsTix)
      .when(flip("rbx", "1.00"))
      .then(flipped({ nonce: PAIR_NONCES_MAX - 1 }));
  });

  it("does not rotate when it is refused", () => {
    given(...served).refuses(flip("rbx", "1000.00"), "insufficient_balance");
  });
});

describe("the experience of a flip", () => {
  const before = (today: number, at = NOON) => [registered(), { ...flipped({ xp: today }), recordedAt: at }];
  const grantedAfter = (today: number, at = NOON): unknown => {
    const { decision } = given(...before(today))
      .at(at)
      .when(flip("rbx", "1.00"));
    return "refused" in decision ? null : decision.events[0]?.payload.xp;
  };

  it("is 10 and the root of the stake, whatever the coin shows", () => {
    for (const seeds of [showsTix, standInSeeds(() => "rbx")]) {
      const { decision } = given(registered()).with(seeds).when(flip("rbx", "100.00"));
      expect(decision).toMatchObject({ events: [{ payload: { xp: 20 } }] });
    }
  });

  it(`is limited to ${XP_DAY_MAX} a day`, () => {
    expect(grantedAfter(XP_DAY_MAX - 12)).toBe(11);
    expect(grantedAfter(XP_DAY_MAX - 11)).toBe(11);
    expect(grantedAfter(XP_DAY_MAX - 10)).toBe(10);
    expect(grantedAfter(XP_DAY_MAX - 1)).toBe(1);
    expect(grantedAfter(XP_DAY_MAX)).toBe(0);
  });

  it("starts over at midnight UTC", () => {
    const midnight = Math.floor(NOON / DAY_MS) * DAY_MS + DAY_MS;
    expect(grantedAfter(XP_DAY_MAX, midnight - 1)).toBe(0);
    expect(grantedAfter(XP_DAY_MAX, midnight)).toBe(11);
  });

  it("adds up over a day of many flips without a loss", () => {
    const log = new GivenLog();
    log.append([registered()]);
    for (let i = 0; i < 100; i += 1) {
      const decision = flip("rbx", "1.00")(log);
      if ("events" in decision) log.append(decision.events);
    }
    expect(experience.of(playerIn(log))).toMatchObject({ total: XP_DAY_MAX, today: XP_DAY_MAX });
    expect(seedPair.of(playerIn(log)).nonce).toBe(100);
    log.at += DAY_MS;
    const next = flip("rbx", "1.00")(log);
    if ("events" in next) log.append(next.events);
    expect(experience.of(playerIn(log))).toMatchObject({ total: XP_DAY_MAX + 11, today: 11 });
    expect(log.holding(playerAccount(ALICE), "RBX")).toBe(100_000n + 101n * 97n);
  });
});
