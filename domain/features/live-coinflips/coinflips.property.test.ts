import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { playerAccount } from "../../accounts/account.ts";
import { publishedAt } from "../../fairness/beacon.ts";
import { pvpResult } from "../../fairness/rt1.ts";
import type { Side } from "../../fairness/st1.ts";
import { minor } from "../../kernel/money.ts";
import {
  BOB,
  CAROL,
  CHAIN,
  cancel,
  expire,
  giveUp,
  join,
  OPEN_MS,
  open,
  settle,
} from "../../testing/coinflips.ts";
import { type Decide, GivenLog } from "../../testing/given.ts";
import { ALICE, playerIn, registered } from "../../testing/players.ts";
import { forAll } from "../../testing/properties/for-all.ts";
import { coinflipStreamKind } from "./coinflip.ts";
import { coinflipEscrow, coinflipStream } from "./events.ts";
import { currencyStake } from "./items/stake.ts";
import { openCoinflips } from "./open-coinflips.ts";
import { decidingRound, ROUND_AFTER_MS } from "./round.ts";
import { OPEN_COINFLIPS_MAX, VOID_AFTER_MS } from "./rules.ts";

const PLAYERS = [ALICE, BOB, CAROL];
const GAMES = Array.from({ length: 6 }, (_, i) => `game-${i}`);

const player = fc.constantFrom(...PLAYERS);
const gameId = fc.constantFrom(...GAMES);
const face = fc.constantFrom<Side>("rbx", "tix");
const amount = fc.bigInt({ min: 1n, max: minor("700.00") });
type Step = Decide<never> | number;
const steps: fc.Arbitrary<Step>[] = [
  fc
    .record({ playerId: player, gameId, side: face, amount })
    // An expected new game rules out writes to an existing game's stream.
    .map(({ amount: stake, ...how }) => (log: GivenLog) => {
      if (log.events.some(({ stream }) => stream === coinflipStream(how.gameId))) return never;
      return open(currencyStake(how.side === "rbx" ? "RBX" : "TIX", stake), how)(log) as never;
    }),
  fc.record({ playerId: player, gameId }).map((how) => join(how) as Decide<never>),
  fc.record({ playerId: player, gameId }).map((how) => cancel(how.playerId, how.gameId) as Decide<never>),
  gameId.map((id) => expire(id) as Decide<never>),
  gameId.map((id) => giveUp(id) as Decide<never>),
  fc.record({ face, gameId }).map((how) => settle(how.face, how.gameId) as Decide<never>),
  fc.constantFrom(1, 700, OPEN_MS / 2, VOID_AFTER_MS),
];
const never = { refused: { code: "taken", detail: "" } } as never;

/** Actions of players, jobs and time, in any order. */
function played(actions: readonly Step[]): GivenLog {
  const log = new GivenLog();
  log.append(PLAYERS.map((playerId) => registered(playerId)));
  for (const step of actions) {
    if (typeof step === "number") {
      log.at += step;
      continue;
    }
    const decision = (step as Decide<Record<string, never>>)(log);
    if (!("refused" in decision)) log.append(decision.events);
  }
  return log;
}

const logs = fc.array(fc.oneof(...steps), { minLength: 5, maxLength: 60 }).map(played);

describe("after any actions, coinflips", () => {
  it("have an empty escrow unless open or locked, and a full one while they are", () => {
    forAll(logs, (log) => {
      for (const id of GAMES) {
        const game = log.stream(coinflipStreamKind, coinflipStream(id));
        const sides = game.status === "locked" ? 2n : game.status === "open" ? 1n : 0n;
        const [stake] = "creator" in game ? game.creator.stakes : [];
        const held = (["RBX", "TIX"] as const).map((asset) => log.holding(coinflipEscrow(id), asset));
        const due = (["RBX", "TIX"] as const).map((asset) =>
          asset === stake?.asset ? sides * BigInt(stake.amount) : 0n,
        );
        expect(held).toEqual(due);
      }
    });
  });

  it("sum to zero for each asset, and leave nobody less than nothing", () => {
    forAll(logs, (log) => {
      const accounts = new Set(log.events.flatMap(({ postings }) => postings.map(({ account }) => account)));
      for (const asset of ["RBX", "TIX"] as const) {
        const held = [...accounts].map((account) => ({ account, amount: log.holding(account, asset) }));
        expect(held.reduce((sum, { amount: some }) => sum + some, 0n)).toBe(0n);
        for (const { account, amount: some } of held)
          if (account !== "issuance") expect(some).toBeGreaterThanOrEqual(0n);
      }
    });
  });

  it("end once each, and fold a settled game into the streams of both players", () => {
    const ends = ["CoinflipSettled", "CoinflipCancelled", "CoinflipExpired", "CoinflipVoided"];
    forAll(logs, ({ events }) => {
      for (const id of GAMES) {
        const own = events.filter(({ stream }) => stream === coinflipStream(id)).map(({ type }) => type);
        expect(own.filter((type) => ends.includes(type)).length).toBeLessThanOrEqual(1);
        const settled = events.filter((e) => e.type === "CoinflipSettled" && e.payload.gameId === id);
        for (const { alsoIn, payload } of settled)
          expect(alsoIn).toEqual([`player:${payload.winnerId}`, `player:${payload.loserId}`]);
      }
    });
  });

  it("count a player's open games, up to the limit", () => {
    forAll(logs, (log) => {
      for (const playerId of PLAYERS) {
        const games = GAMES.map((id) => log.stream(coinflipStreamKind, coinflipStream(id)));
        const own = games.filter((game) => game.status === "open" && game.creator.playerId === playerId);
        const counted = openCoinflips.of(playerIn(log, playerId));
        expect(counted).toBe(own.length);
        expect(counted).toBeLessThanOrEqual(OPEN_COINFLIPS_MAX);
      }
    });
  });

  it("pay players only from other players, and winners no more than both staked", () => {
    forAll(logs, (log) => {
      const free = PLAYERS.map((id) => log.holding(playerAccount(id), "RBX"));
      const start = minor("1000.00") * BigInt(PLAYERS.length);
      expect(free.reduce((sum, some) => sum + some, 0n)).toBeLessThanOrEqual(start);
    });
  });
});

describe("the deciding round", () => {
  it("is published 600 ms after the join at the earliest, and is newer than any seen", () => {
    const at = fc.integer({ min: CHAIN.genesisAt, max: CHAIN.genesisAt + 10 ** 12 });
    forAll(at, fc.nat(2_000_000_000), (joined, newest) => {
      const round = decidingRound(joined, CHAIN, newest);
      expect(publishedAt(round, CHAIN)).toBeGreaterThanOrEqual(joined + ROUND_AFTER_MS);
      expect(round).toBeGreaterThan(newest + 1);
    });
  });
});

describe("public data before the beacon", () => {
  const GAMES_PLAYED = 4_096;
  const hash = (text: string): Buffer => createHash("sha256").update(text).digest();

  it("predict results no better than a coin, by any method", () => {
    const predictors: readonly ((public_: {
      commitment: Buffer;
      players: Buffer;
      round: number;
    }) => number)[] = [
      ({ commitment }) => (commitment[0] ?? 0) >> 7,
      ({ players }) => (players[0] ?? 0) >> 7,
      ({ commitment, players }) => ((commitment[31] ?? 0) ^ (players[31] ?? 0)) & 1,
      ({ commitment, players, round }) =>
        (hash(`${commitment.toString("hex")}|${round}|${players.toString("hex")}`)[0] ?? 0) >> 7,
      ({ round }) => round & 1,
    ];
    const hits = predictors.map(() => 0);
    for (let n = 0; n < GAMES_PLAYED; n += 1) {
      const serverSeed = hash(`server seed ${n}`);
      const participants = ["alice", "bob"].map((playerId, seq) => ({
        seq,
        playerId,
        clientSeed: `seed-${n}`,
        stake: 1_000n,
        instances: [],
      }));
      const game = {
        gameId: `game-${n}`,
        round: 1_000 + n,
        beacon: hash(`beacon ${n}`),
        participants,
        serverSeed,
      };
      const drawn = pvpResult(game);
      const seen = {
        commitment: createHash("sha256").update(serverSeed).digest(),
        players: Buffer.from(drawn.participants),
        round: game.round,
      };
      const bit = drawn.result === "rbx" ? 1 : 0;
      for (const [i, predict] of predictors.entries())
        if (predict(seen) === bit) hits[i] = (hits[i] ?? 0) + 1;
    }
    const sigma = Math.sqrt(GAMES_PLAYED) / 2;
    for (const hit of hits) expect(Math.abs(hit - GAMES_PLAYED / 2)).toBeLessThan(4 * sigma);
  });

  it("leave both results possible: another beacon turns the coin over in half of the games", () => {
    let turned = 0;
    for (let n = 0; n < GAMES_PLAYED; n += 1) {
      const serverSeed = hash(`server seed ${n}`);
      const game = { gameId: `game-${n}`, round: 1, participants: [], serverSeed };
      const [one, two] = ["a", "b"].map(
        (which) => pvpResult({ ...game, beacon: hash(`${which} ${n}`) }).result,
      );
      if (one !== two) turned += 1;
    }
    expect(Math.abs(turned - GAMES_PLAYED / 2)).toBeLessThan(2 * Math.sqrt(GAMES_PLAYED));
  });
});
