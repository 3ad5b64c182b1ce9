import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { house, issuance, playerAccount } from "../../accounts/account.ts";
import { PAIR_NONCES_MAX, type Side } from "../../fairness/st1.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import { snapshotOf, stateOf } from "../../kernel/events/snapshot.ts";
import type { StreamKind } from "../../kernel/events/stream-kind.ts";
import { DAY_MS, dayOf } from "../../kernel/time.ts";
import { isBalanced } from "../../ledger/posting.ts";
import { GivenLog } from "../../testing/given.ts";
import { ALICE, flip, playerIn, register, registered, rotate } from "../../testing/players.ts";
import { forAll } from "../../testing/properties/for-all.ts";
import { commitmentOf, standInSeeds } from "../../testing/seeds.ts";
import type { CoinFlipped } from "../house-flips/events.ts";
import { currencyOf, payoutOf } from "../house-flips/rules.ts";
import { playerStreamKind } from "../registry.ts";
import type { SeedPairRotated } from "../seed-pairs/events.ts";
import { seedPair } from "../seed-pairs/seed-pair.ts";
import { experience } from "./experience.ts";
import { XP_DAY_MAX } from "./level.ts";

type Step =
  | { readonly kind: "flip"; readonly side: Side; readonly stake: bigint }
  | { readonly kind: "rotate"; readonly clientSeed: string }
  | { readonly kind: "register" }
  | { readonly kind: "wait"; readonly ms: number };

const side = fc.constantFrom<Side>("rbx", "tix");
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      arbitrary: fc.record({ kind: fc.constant("flip" as const), side, stake: fc.bigInt(1n, 60_000n) }),
      weight: 12,
    },
    {
      arbitrary: fc.record({
        kind: fc.constant("rotate" as const),
        clientSeed: fc.stringMatching(/^[a-z]{0,3}$/),
      }),
      weight: 2,
    },
    { arbitrary: fc.constant({ kind: "register" as const }), weight: 1 },
    { arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.nat(DAY_MS) }), weight: 1 },
  ),
  { maxLength: 40 },
);
/** The coin's face, by nonce. */
const coins = fc.array(side, { minLength: 1, maxLength: 8 });

function played(coin: readonly Side[], program: readonly Step[]): GivenLog {
  const log = new GivenLog(standInSeeds((nonce) => coin[nonce % coin.length] as Side));
  for (const step of program) {
    if (step.kind === "wait") log.at += step.ms;
    else {
      const decide =
        step.kind === "flip"
          ? flip(step.side, step.stake)
          : step.kind === "rotate"
            ? rotate(step.clientSeed)
            : register();
      const decision = decide(log);
      if ("events" in decision) log.append(decision.events);
    }
  }
  return log;
}

const only = <E extends NewEvent>(log: GivenLog, type: E["type"]) =>
  log.events.filter((event) => event.type === type) as unknown as (E & { readonly recordedAt: number })[];

const lives = fc
  .tuple(coins, steps)
  .map(([coin, program]) => played(coin, [{ kind: "register" }, ...program]));

describe("the life of a player", () => {
  it("creates no money, and never spends more than there is", () => {
    forAll(lives, (log) => {
      const balances = { RBX: 0n, TIX: 0n };
      for (const { postings } of log.events) {
        expect(isBalanced(postings)).toBe(true);
        for (const { account, asset, delta } of postings) {
          if (account !== playerAccount(ALICE) || (asset !== "RBX" && asset !== "TIX")) continue;
          balances[asset] += delta;
          expect(balances[asset]).toBeGreaterThanOrEqual(0n);
        }
      }
      for (const asset of ["RBX", "TIX"] as const) {
        const accounts = [house, issuance, playerAccount(ALICE)] as const;
        expect(accounts.reduce((sum, account) => sum + log.holding(account, asset), 0n)).toBe(0n);
      }
    });
  });

  it("has for each flip the pay-out of its stake or nothing, in the currency of its side", () => {
    forAll(lives, (log) => {
      for (const { payload, postings } of only<CoinFlipped>(log, "CoinFlipped")) {
        const stake = BigInt(payload.stake);
        expect(BigInt(payload.payout)).toBe(payload.side === payload.result ? payoutOf(stake) : 0n);
        const own = postings.filter(({ account }) => account === playerAccount(ALICE));
        expect(own.reduce((sum, { delta }) => sum + delta, 0n)).toBe(BigInt(payload.payout) - stake);
        expect(new Set(postings.map(({ asset }) => asset))).toEqual(new Set([currencyOf(payload.side)]));
      }
    });
  });

  it("uses the nonces of each pair in order, and every commitment was announced before", () => {
    forAll(lives, (log) => {
      let pair = 1;
      let nonce = 0;
      for (const { type, payload } of log.events) {
        if (type === "CoinFlipped") {
          expect(payload).toMatchObject({ pair, nonce });
          nonce += 1;
        } else if (type === "SeedPairRotated") {
          const { revealed, current } = payload as SeedPairRotated["payload"];
          expect(revealed).toMatchObject({ pair, nonces: nonce, serverSeedHash: commitmentOf(pair) });
          pair += 1;
          nonce = 0;
          expect(current).toMatchObject({
            pair,
            serverSeedHash: commitmentOf(pair),
            nextServerSeedHash: commitmentOf(pair + 1),
          });
        }
      }
      expect(seedPair.of(playerIn(log))).toMatchObject({ pair, nonce });
    });
  });

  it("gains its flips' experience, up to the daily limit", () => {
    forAll(lives, (log) => {
      const days = new Map<number, number>();
      for (const { payload, recordedAt } of only<CoinFlipped>(log, "CoinFlipped")) {
        const day = dayOf(recordedAt);
        days.set(day, (days.get(day) ?? 0) + payload.xp);
      }
      const all = [...days.values()];
      expect(Math.max(0, ...all)).toBeLessThanOrEqual(XP_DAY_MAX);
      expect(experience.of(playerIn(log)).total).toBe(all.reduce((sum, xp) => sum + xp, 0));
    });
  });
});

it("has no pair that serves more than its thousand games", () => {
  forAll(fc.integer({ min: 0, max: PAIR_NONCES_MAX + 5 }), fc.integer({ min: 1, max: 9 }), (nonce, pair) => {
    const log = new GivenLog();
    log.append([registered()]);
    const begun = playerIn(log);
    const player = seedPair.with(begun, { ...seedPair.of(begun), nonce, pair });
    const stream = <S>(kind: StreamKind<S>): S =>
      kind.kind === "player" ? (player as unknown as S) : kind.initial;
    const onPlayer = Object.assign(log, { stream });
    const decision = flip("rbx", "1.00")(onPlayer);
    if ("refused" in decision) throw new Error("The stake is there");
    const last = decision.events.at(-1)?.payload as CoinFlipped["payload"];
    expect(last.nonce).toBeLessThan(PAIR_NONCES_MAX);
    expect(decision.events).toHaveLength(nonce < PAIR_NONCES_MAX ? 1 : 2);
  });
});

it("a fold of a whole stream equals the fold of its parts, at any cut", () => {
  forAll(lives, fc.nat(), (log, cut) => {
    const stream = log.events.filter((event) => event.stream === `player:${ALICE}`);
    const at = cut % (stream.length + 1);
    const fold = (events: typeof stream, from: ReturnType<typeof playerIn>) =>
      events.reduce((player, event) => playerStreamKind.evolve(player, event, event.stream), from);
    const half = fold(stream.slice(0, at), { status: "absent" });
    // As a snapshot stores it.
    const kept = stateOf(snapshotOf(half)) as typeof half;
    expect(fold(stream.slice(at), kept)).toEqual(playerIn(log));
  });
});
