import { describe, expect, it } from "vitest";
import { house, playerAccount } from "../../accounts/account.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { minor } from "../../kernel/money.ts";
import {
  BOB,
  CAROL,
  CHAIN,
  COMMITMENT,
  cancel,
  expire,
  GAME,
  giveUp,
  join,
  OPEN_MS,
  open,
  published,
  rbx,
  SEED,
  settle,
} from "../../testing/coinflips.ts";
import { carriedOut, type Decide, type GivenEvent, GivenLog, given, NOON } from "../../testing/given.ts";
import { ALICE, CLIENT_SEED, enriched, registered, unfinishedIn } from "../../testing/players.ts";
import { playerStream } from "../players/events.ts";
import { experience } from "../players/experience.ts";
import { playerStreamKind } from "../registry.ts";
import {
  ageAsked,
  ageRefused,
  regionNoted,
  selfExclusionBegun,
  timeOutBegun,
} from "../responsible-play/events.ts";
import { playerSuspended } from "../roles/events.ts";
import { initialCoinflip } from "./coinflip.ts";
import {
  coinflipCancelled,
  coinflipEscrow,
  coinflipExpired,
  coinflipJoined,
  coinflipOpened,
  coinflipVoided,
} from "./events.ts";
import { currencyStake } from "./items/stake.ts";
import { OPEN_COINFLIPS_MAX, VOID_AFTER_MS } from "./rules.ts";

const players = [registered(ALICE), registered(BOB), registered(CAROL)];
const sideOf = (playerId: string) => ({
  playerId,
  clientSeed: CLIENT_SEED,
  clientSeedBy: "server" as const,
  stakes: rbx("10.00"),
});
const opened = coinflipOpened({
  gameId: GAME,
  creator: sideOf(ALICE),
  side: "rbx",
  commitment: COMMITMENT,
  expiresAt: NOON + OPEN_MS,
});
const joined = (round: number) =>
  coinflipJoined({ gameId: GAME, joiner: sideOf(BOB), round, chain: { ...CHAIN } }, ALICE);

const isOpen: readonly GivenEvent[] = [...players, opened];
/** Joined at noon: the first round published 600 ms later is the second one. */
const ROUND = 2;
const isLocked: readonly GivenEvent[] = [...isOpen, joined(ROUND)];

/** The events after some commands. */
function whatFollows(events: readonly GivenEvent[], ...steps: readonly Decide<JsonObject>[]): GivenLog {
  const log = new GivenLog();
  log.append(events);
  return carriedOut(log, ...steps);
}

const isSettled = whatFollows(isLocked, settle("rbx")).events;
const isCancelled: readonly GivenEvent[] = [...isOpen, coinflipCancelled(GAME, sideOf(ALICE))];

describe("opening a coinflip", () => {
  it("puts the stake into escrow and commits to a seed", () => {
    given(...players)
      .when(open(rbx("10.00")))
      .then(opened)
      .answers({ id: GAME, commitment: COMMITMENT, expiresAt: NOON + OPEN_MS });
    const escrow = opened.postings.find(({ delta }) => delta > 0n);
    expect(escrow).toEqual({ account: coinflipEscrow(GAME), asset: "RBX", delta: 1_000n });
  });

  it("is played in the staked currency", () => {
    const log = whatFollows(players, open(currencyStake("TIX", 500n), { side: "tix" }));
    expect(log.holding(coinflipEscrow(GAME), "TIX")).toBe(500n);
  });

  it.each(["0.99", "100000.01"])("refuses a stake of %s", (stake) => {
    given(...players, enriched(minor("200000.00")))
      .when(open(rbx(stake)))
      .refused("stake_out_of_range", "A stake is 1.00 to 100,000.00.");
  });

  it.each(["1.00", "100000.00"])("takes a stake of %s", (stake) => {
    const log = whatFollows([...players, enriched(minor("200000.00"))], open(rbx(stake)));
    expect(log.holding(coinflipEscrow(GAME), "RBX")).toBe(minor(stake));
  });

  it("takes no more than the player's free balance", () => {
    given(...players)
      .when(open(rbx("1000.01")))
      .refused("insufficient_balance", "You don't have enough RBX to place this bet");
    given(registered()).answers(open(rbx("1000.00")), {});
    const twice = whatFollows(players, open(rbx("600.00"))).events;
    given(...twice).refuses(open(rbx("600.00"), { gameId: "another" }), "insufficient_balance");
  });

  it("is for players", () => {
    given().refuses(open(rbx("1.00")), "unknown_player");
  });

  it(`is possible ${OPEN_COINFLIPS_MAX} times, until one of them is no longer open`, () => {
    const games = Array.from({ length: OPEN_COINFLIPS_MAX }, (_, i) => `game-${i}`);
    const steps = games.map((gameId) => open(rbx("1.00"), { gameId }));
    const full = whatFollows(players, ...steps);
    given(...full.events).refuses(open(rbx("1.00")), "too_many_open", "You already have 10 open coinflips.");
    const frees: Decide<JsonObject>[] = [cancel(ALICE, "game-3"), join({ gameId: "game-3" })];
    for (const free of frees) whatFollows(whatFollows(full.events, free).events, open(rbx("1.00")));
    given(...full.events).answers(open(rbx("1.00"), { playerId: BOB }), { id: GAME });
  });
});

describe("joining a coinflip", () => {
  it("stakes the same, and fixes the round by the time of the join", () => {
    given(...isOpen)
      .when(join())
      .then(joined(ROUND))
      .answers({ id: GAME, round: ROUND, publishAt: published(ROUND) });
  });

  it.each([
    [0, 2],
    [400, 2],
    [401, 3],
    [1_000, 3],
  ])("waits for the first round published 600 ms later: %i ms after noon for round %i", (ms, round) => {
    given(...isOpen)
      .at(NOON + ms)
      .answers(join(), { round });
  });

  it("waits for a round that nobody can have seen, even with a slow clock", () => {
    given(...isOpen).answers(join({ newestRound: 40 }), { round: 42 });
    given(...isOpen).answers(join({ newestRound: 0 }), { round: 2 });
  });

  it("is refused to its creator, and for a missing game", () => {
    given(...isOpen).refuses(join({ playerId: ALICE }), "own_game", "You cannot join your own coinflip.");
    given(...isOpen).refuses(join({ gameId: "another" }), "unknown_game");
    given(opened).when(join()).refused("unknown_player");
  });

  it.each<[why: string, since: NewEvent]>([
    ["on a break", timeOutBegun({ playerId: ALICE, until: NOON + OPEN_MS })],
    ["excluded", selfExclusionBegun({ playerId: ALICE, until: null })],
    ["under age", ageRefused({ playerId: ALICE, by: "provider" })],
    ["of no known age", ageAsked({ playerId: ALICE, gate: "provider", textVersion: 1 })],
    ["where playing is barred", regionNoted({ playerId: ALICE, region: "FR", by: "proxy", isBlocked: true })],
    ["suspended", playerSuspended(ALICE, { by: "p_root", reason: "r" })],
  ])("is refused while its creator is %s", (_why, since) => {
    given(...isOpen, since).refuses(join(), "not_open");
  });

  it("is refused once another player has joined, or it is over", () => {
    const again = join({ playerId: CAROL });
    given(...isLocked).refuses(again, "already_joined");
    given(...isSettled).refuses(again, "already_joined");
    given(...isCancelled).refuses(again, "not_open");
  });

  it("is refused from the instant on at which it expires", () => {
    given(...isOpen)
      .at(NOON + OPEN_MS)
      .refuses(join(), "not_open", "This coinflip is no longer open.");
    given(...isOpen)
      .at(NOON + OPEN_MS - 1)
      .answers(join(), { id: GAME });
  });

  it("is refused to a player without the stake", () => {
    const spent = whatFollows(isOpen, open(rbx("995.00"), { playerId: BOB, gameId: "another" }));
    given(...spent.events).refuses(join(), "insufficient_balance");
  });

  it("stakes no items in a game for a currency", () => {
    const items = [{ asset: "item:1:1", amount: "1", value: "1000" }] as const;
    given(...isOpen).refuses(join({ items }), "other_stakes", "This coinflip is played for RBX.");
  });
});

describe("settling a coinflip", () => {
  it.each([
    ["rbx", ALICE, BOB],
    ["tix", BOB, ALICE],
  ] as const)(
    "gives the pay-out to the player with %s, and the rest to the house",
    (result, winnerId, loserId) => {
      const log = whatFollows(isLocked, settle(result));
      expect(log.holding(playerAccount(winnerId), "RBX")).toBe(minor("1009.75"));
      expect(log.holding(playerAccount(loserId), "RBX")).toBe(minor("990.00"));
      expect(log.holding(house, "RBX")).toBe(minor("0.25"));
      expect(log.holding(coinflipEscrow(GAME), "RBX")).toBe(0n);
      const settled = log.events.find(({ type }) => type === "CoinflipSettled");
      expect(settled?.payload).toMatchObject({
        result,
        winnerId,
        loserId,
        round: ROUND,
        serverSeed: SEED,
        currency: "RBX",
        wagered: "2000",
        payout: "1975",
        edge: "25",
      });
    },
  );

  it("is one event of the game and both players, with both stakes and the experience", () => {
    const log = whatFollows(isLocked, settle("tix"));
    expect(log.events.slice(isLocked.length)).toMatchObject([
      {
        type: "CoinflipSettled",
        stream: `coinflip:${GAME}`,
        alsoIn: [`player:${BOB}`, `player:${ALICE}`],
        payload: { winnerStake: "1000", winnerXp: 13, loserStake: "1000", loserXp: 13 },
      },
    ]);
  });

  it("gives each of the two their own experience", () => {
    const settled = whatFollows(isLocked, settle("tix")).events.at(-1);
    const log = new GivenLog();
    const payload = { ...settled?.payload, winnerXp: 5, loserXp: 3 };
    log.append([...isLocked, { ...settled, payload } as GivenEvent]);
    const experienceOf = (playerId: string) =>
      experience.of(log.stream(playerStreamKind, playerStream(playerId))).total;
    expect([experienceOf(BOB), experienceOf(ALICE)]).toEqual([5, 3]);
  });

  it("uses the beacon that its join fixed, and no other chain's round of the same number", () => {
    given(...isLocked).refuses(settle("rbx", GAME, { ...CHAIN, chainHash: "12".repeat(32) }), "other_beacon");
  });

  it("happens once, and only to locked games", () => {
    for (const events of [players, isOpen, isSettled, isCancelled])
      given(...events).refuses(settle("rbx"), "not_locked");
  });
});

describe("cancelling a coinflip", () => {
  it("gives the stake back", () => {
    given(...isOpen)
      .when(cancel())
      .then(coinflipCancelled(GAME, sideOf(ALICE)));
    expect(whatFollows(isOpen, cancel()).holding(playerAccount(ALICE), "RBX")).toBe(minor("1000.00"));
  });

  it("is for the creator, and only until somebody joins", () => {
    given(...isOpen).refuses(cancel(BOB), "not_yours");
    given(...isLocked).refuses(cancel(), "already_joined");
    given(...isSettled).refuses(cancel(), "already_joined");
    given(...isCancelled).refuses(cancel(), "not_open");
    given(...isCancelled).refuses(cancel(BOB), "not_yours");
    given(...players).refuses(cancel(), "unknown_game");
  });
});

describe("an open coinflip that nobody joins", () => {
  it("expires when its time is over, and the stake goes back", () => {
    given(...isOpen)
      .at(NOON + OPEN_MS)
      .when(expire())
      .then(coinflipExpired(GAME, sideOf(ALICE)));
  });

  it("does not expire before, nor once it is joined or over", () => {
    given(...isOpen)
      .at(NOON + OPEN_MS - 1)
      .refuses(expire(), "too_early");
    for (const events of [players, isLocked, isSettled, isCancelled])
      given(...events)
        .at(NOON + OPEN_MS)
        .refuses(expire(), "not_open");
  });
});

describe("a locked coinflip whose beacon does not come", () => {
  it("is void after a day: both get their stakes back, and the seed is revealed", () => {
    given(...isLocked)
      .at(published(ROUND) + VOID_AFTER_MS)
      .when(giveUp())
      .then(coinflipVoided({ gameId: GAME, round: ROUND, serverSeed: SEED }, [sideOf(ALICE), sideOf(BOB)]));
  });

  it("is not void before, and only a locked game ever is", () => {
    given(...isLocked)
      .at(published(ROUND) + VOID_AFTER_MS - 1)
      .refuses(giveUp(), "too_early");
    for (const events of [players, isOpen, isSettled, isCancelled])
      given(...events)
        .at(published(ROUND) + VOID_AFTER_MS)
        .refuses(giveUp(), "not_locked");
  });
});

describe("the state of a coinflip", () => {
  it("begins with nothing", () => {
    expect(initialCoinflip).toEqual({ status: "absent" });
  });
});

describe("a player with open coinflips", () => {
  const OPEN = "Your open coinflips have to be joined or cancelled.";
  const binds = (log: GivenLog, playerId = ALICE): boolean => unfinishedIn(log, playerId).includes(OPEN);
  const another = "another";

  it("is not forgotten before the last of them is joined, cancelled or expired", () => {
    expect(binds(whatFollows(players))).toBe(false);
    const both = [open(rbx("1.00")), open(rbx("1.00"), { gameId: another })];
    const ends: Decide<JsonObject>[] = [
      cancel(),
      join(),
      (log) => {
        log.at += OPEN_MS;
        return expire()(log);
      },
    ];
    for (const end of ends) {
      const log = whatFollows(players, ...both, end);
      expect([binds(log), binds(log, BOB)]).toEqual([true, false]);
      carriedOut(log, cancel(ALICE, another));
      expect(binds(log)).toBe(false);
    }
  });
});
