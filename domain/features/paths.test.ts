import { describe, expect, it } from "vitest";
import type { DomainFeature } from "../kernel/feature.ts";
import { features } from "./all.ts";

/**
 * How value can reach a player: won in a game, bought, as the platform's own trades are followed, or as their own: it
 * comes from the house or from outside, or goes back to whom it was taken from.
 */
type Way = "game" | "purchase" | "platform" | "own";

/** Each event that gives a player something. A new one is named here, with its way, before it can be recorded. */
const WAYS: Readonly<Record<string, Way>> = {
  PlayerRegistered: "own",
  InventorySynced: "platform",
  DepositCompleted: "own",
  CoinFlipped: "game",
  CreatorShareClaimed: "own",
  UserCoinFlipped: "game",
  JackpotSettled: "game",
  JackpotReturned: "game",
  CrashRoundSettled: "game",
  CrashCashedOut: "game",
  CrashBetReturned: "game",
  CoinflipSettled: "game",
  CoinflipCancelled: "game",
  CoinflipExpired: "game",
  CoinflipVoided: "game",
  ListingRemoved: "own",
  ListingSold: "purchase",
  ListingTraded: "own",
  ListingReturned: "purchase",
  PurchaseReleased: "purchase",
  CashoutRejected: "own",
  CashoutCancelled: "own",
  CashoutFailed: "own",
  CashoutReversed: "own",
  WithdrawalRejected: "own",
  WithdrawalCancelled: "own",
  WithdrawalReturned: "own",
};

const PLAYER = /^(?:player|creator-share):(.+)$/;

interface Moves {
  readonly feature: string;
  readonly type: string;
  /** Players who give, and who get. */
  readonly from: ReadonlySet<string>;
  readonly to: ReadonlySet<string>;
  readonly takesFromEscrow: boolean;
  readonly fillsEscrow: boolean;
}

const moves: readonly Moves[] = (features as readonly DomainFeature[]).flatMap(({ name, events = [] }) =>
  events.map((definition) => {
    const { type, postings } = definition.example();
    const players = (gives: boolean) =>
      new Set(
        postings
          .filter(({ delta }) => delta < 0n === gives)
          .flatMap(({ account }) => PLAYER.exec(account)?.[1] ?? []),
      );
    const escrow = (gives: boolean) =>
      postings.some(({ account, delta }) => account.startsWith("escrow:") && delta < 0n === gives);
    return {
      ...{ feature: name, type, from: players(true), to: players(false) },
      ...{ takesFromEscrow: escrow(true), fillsEscrow: escrow(false) },
    };
  }),
);
const giving = moves.filter(({ to }) => to.size > 0);

describe("what reaches a player", () => {
  it("comes by a way that is named, and by no other", () => {
    expect(giving.map(({ type }) => type).sort()).toEqual(Object.keys(WAYS).sort());
  });

  it("comes from another player by a game, a purchase or a trade at the platform alone", () => {
    const between = giving.filter(({ from, to }) => [...from].some((giver) => !to.has(giver) || to.size > 1));
    expect(between.filter(({ type }) => WAYS[type] === "own").map(({ type }) => type)).toEqual([]);
  });

  it("comes out of an escrow of many only by a game or a purchase", () => {
    const shared = new Set(
      giving
        .filter(({ type }) => WAYS[type] === "game" || WAYS[type] === "purchase")
        .map(({ feature }) => feature),
    );
    for (const { feature, type, takesFromEscrow } of giving) {
      if (WAYS[type] !== "own" || !takesFromEscrow || shared.has(feature)) continue;
      // Nobody but the one player ever puts something into the escrows of such a feature.
      const fillers = moves.filter((one) => one.feature === feature && one.fillsEscrow);
      expect([type, fillers.length > 0, fillers.every(({ from }) => from.size === 1)]).toEqual([
        type,
        true,
        true,
      ]);
    }
  });
});
