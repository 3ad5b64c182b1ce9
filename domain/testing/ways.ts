import type { NewEvent } from "../kernel/events/event.ts";

/**
 * How value can reach a player: won in a game, bought, as the platform's own trades are followed, or as their own: from
 * the house, from outside, or back from where they put it.
 */
type Way = "game" | "purchase" | "platform" | "own";

/** Each event that gives a player something. A new one is named here, with its way, before it can be recorded. */
export const WAYS: Readonly<Record<string, Way>> = {
  PlayerRegistered: "own",
  InventorySynced: "platform",
  DepositCompleted: "own",
  CoinFlipped: "game",
  ItemsFlipped: "game",
  CreatorShareClaimed: "own",
  UserCoinFlipped: "game",
  JackpotSettled: "game",
  JackpotReturned: "own",
  CrashRoundSettled: "game",
  CrashCashedOut: "game",
  CrashBetReturned: "own",
  CoinflipSettled: "game",
  CoinflipCancelled: "own",
  CoinflipExpired: "own",
  CoinflipVoided: "own",
  TransitArrived: "own",
  AwayCoinflipPlayed: "game",
  AwayStakeReturned: "own",
  ListingRemoved: "own",
  ListingSold: "purchase",
  ListingTraded: "own",
  ListingReturned: "purchase",
  PaymentObserved: "purchase",
  PurchaseReleased: "purchase",
  DebtReturned: "own",
  CashoutRejected: "own",
  CashoutCancelled: "own",
  CashoutFailed: "own",
  CashoutReversed: "own",
  WithdrawalRejected: "own",
  WithdrawalCancelled: "own",
  WithdrawalReturned: "own",
};

const MOVES: { readonly [W in Way]: (asset: string) => boolean } = {
  game: (asset) => asset !== "USD",
  purchase: (asset) => asset !== "RBX" && asset !== "TIX",
  platform: (asset) => asset.startsWith("item:"),
  own: () => true,
};

const PERSON = /^(?:player|creator-share):(.+)$/;
const personOf = (account: string): string | undefined => PERSON.exec(account)?.[1];

class Amounts {
  readonly #amounts = new Map<string, bigint>();

  of(...key: readonly string[]): bigint {
    return this.#amounts.get(key.join(" ")) ?? 0n;
  }

  add(delta: bigint, ...key: readonly string[]): void {
    this.#amounts.set(key.join(" "), this.of(...key) + delta);
  }
}

/**
 * Follows a log event by event, and who put what into which escrow.
 * @example const ways = new Ways(); for (const event of log) expect(ways.problemOf(event)).toBeNull();
 */
export class Ways {
  /** By escrow, asset and person: what they put in and did not get back as their own. */
  readonly #put = new Amounts();
  /** Escrows of which it is known what was put into them. */
  readonly #known = new Set<string>();

  /** What is wrong with how value reaches players in the next event; null when it may. */
  problemOf(event: NewEvent): string | null {
    for (const asset of new Set(event.postings.map((leg) => leg.asset))) {
      const problem = this.#problemOf(event, asset);
      if (problem !== null) return `${event.type}: ${problem}`;
    }
    return null;
  }

  #problemOf({ type, postings }: NewEvent, asset: string): string | null {
    const gains = new Map<string, bigint>();
    const moved = new Map<string, bigint>();
    for (const { account, asset: of, delta } of postings) {
      if (of !== asset) continue;
      const person = personOf(account);
      if (person !== undefined) gains.set(person, (gains.get(person) ?? 0n) + delta);
      else moved.set(account, (moved.get(account) ?? 0n) + delta);
    }
    const escrows = [...moved].filter(([account]) => account.startsWith("escrow:"));
    const getters = [...gains].filter(([, gain]) => gain > 0n);
    const way = WAYS[type];
    if (getters.length > 0 && way === undefined) return "gives to a player by no way that has a name";
    if (getters.length > 0 && way !== undefined && !MOVES[way](asset)) return `${asset} goes no such way`;
    if (way === "own") {
      if ([...gains.values()].some((gain) => gain < 0n) && getters.length > 0)
        return "takes it from a player";
      const outside = [...moved].reduce(
        (sum, [account, delta]) => (account.startsWith("escrow:") || delta > 0n ? sum : sum - delta),
        0n,
      );
      const taken = escrows.filter(([account, delta]) => delta < 0n && this.#known.has(account));
      const isKnown = taken.length === escrows.filter(([, delta]) => delta < 0n).length;
      for (const [person, gain] of getters) {
        const own = taken.reduce((sum, [account]) => sum + this.#put.of(account, asset, person), 0n);
        if (isKnown && gain > own + outside) return `gives ${person} more than they put in`;
        for (const [account] of taken) this.#put.add(-gain, account, asset, person);
      }
    }
    for (const [account, delta] of escrows) {
      if (delta > 0n) this.#known.add(account);
      for (const [person, gain] of gains)
        if (delta > 0n && gain < 0n) this.#put.add(-gain, account, asset, person);
    }
    return null;
  }
}
