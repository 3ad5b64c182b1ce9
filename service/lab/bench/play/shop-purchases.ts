import { type Copy, copyOf } from "#domain/accounts/item.ts";
import { inventorySynced } from "#domain/features/inventory/events.ts";
import { readOfInventory } from "#domain/features/inventory/inventory.ts";
import { listingOpened } from "#domain/features/listings/events.ts";
import { readOfListing } from "#domain/features/listings/listing.ts";
import { accept } from "#domain/kernel/decision.ts";
import { serviceOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import { initiateCommand, observeCommand } from "#service/features/purchases/commands.ts";
import { readOfPlayer } from "#service/features/roles/actor.ts";
import { playerOrigin } from "#service/http/access/player-origin.ts";
import { uuidV7 } from "#service/ids.ts";
import { Acknowledged } from "#service/lab/bench/acknowledged.ts";
import type { Work } from "#service/lab/bench/load.ts";
import type { Steps } from "#service/lab/bench/saturation.ts";
import { type BetTaker, forEach, playerId, takenBy } from "./players.ts";

/** Cents. */
export const PRICE = 1_999n;
const FEE = 88n;
const ITEM = 1_000_000;
/** Pairs per lane, if there are few lanes. */
const PAIRS_LEAST = 256;
const METHOD = "stripe";
/** Pairs that begin at once. */
const AT_ONCE = 256;

/** The one copy that the players of a pair sell to each other. */
const copyOfPair = (pair: number): Copy => copyOf(ITEM, `${pair}`);

/** Pairs of players who buy one copy of each other, again and again, with their delivered purchases. */
export class ShopPairs implements Steps {
  readonly acknowledged = new Acknowledged();
  readonly #to: BetTaker;
  /** The player of a pair who has the copy. */
  readonly #holders = new Map<number, 0 | 1>();

  constructor(to: BetTaker) {
    this.#to = to;
  }

  /** Warms up with one purchase per pair. Lanes rotate, since a player's purchases per day are limited. */
  async ready(lanes: number): Promise<readonly Work[]> {
    const pairs = Math.max(lanes, PAIRS_LEAST);
    await this.everyFirstCopy(pairs);
    // Alone first: it creates the shared holdings, which the baseline would otherwise create in any order.
    await this.purchase(0);
    await forEach({ count: pairs, atOnce: Math.min(lanes, AT_ONCE) }, (pair) => this.purchase(pair));
    return Array.from({ length: lanes }, (_, lane) => {
      let pair = lane;
      return async (): Promise<void> => {
        await this.purchase(pair);
        pair = pair + lanes < pairs ? pair + lanes : lane;
      };
    });
  }

  /** The first copies of the pairs are seen. */
  everyFirstCopy(count: number): Promise<void> {
    return forEach({ count, atOnce: AT_ONCE }, (pair) => this.#see(pair));
  }

  /** Lists a copy, and its buyer begins to buy it. @returns the id of the purchase */
  async begin(pair: number): Promise<string> {
    const holder = this.#holders.get(pair) ?? 0;
    const [sellerId, buyerId] = [playerId(pair * 2 + holder), playerId(pair * 2 + 1 - holder)];
    const now = Date.now();
    const [listingId, purchaseId] = [uuidV7(now), uuidV7(now)];
    await takenBy(this.#to, listCommand({ listingId, sellerId, copy: copyOfPair(pair) }));
    const buying = { purchaseId, listingId, buyerId, method: METHOD } as const;
    const ready = { hasEmail: true, methods: [METHOD] } as const;
    await takenBy(this.#to, initiateCommand(playerOrigin(buyerId, now), { ...buying, ...ready }));
    return purchaseId;
  }

  /** One purchase of a pair, from the listing until the paid copy is delivered. @throws NotTakenError */
  async purchase(pair: number): Promise<void> {
    const purchaseId = await this.begin(pair);
    const nothing = { refunded: 0n, offered: 0n, taken: 0n };
    const said = { provider: METHOD, reading: 1, status: "paid", received: PRICE, fee: FEE } as const;
    const delivered = await takenBy(
      this.#to,
      observeCommand(serviceOrigin(Date.now()), { purchaseId, ...said, ...nothing }),
    );
    this.acknowledged.add(purchaseId, delivered.position);
    this.#holders.set(pair, this.#holders.get(pair) === 1 ? 0 : 1);
  }

  async #see(pair: number): Promise<void> {
    const [id, now] = [playerId(pair * 2), Date.now()];
    const none = { moved: [], confirmed: [], returned: [], inPlay: [] };
    const credited = [{ copy: copyOfPair(pair), serial: pair }];
    const found = { sync: `sync_${pair}`, listedAt: now, complete: true, listed: 1, credited, ...none };
    await takenBy(this.#to, {
      ...serviceOrigin(now),
      reads: () => ({ streams: [readOfInventory(id)] }),
      decide: () => accept([inventorySynced(id, found)], {}),
    });
  }
}

/** Lists a copy as in the house's custody; its deposit is not checked here. */
function listCommand({
  listingId,
  sellerId,
  copy,
}: {
  readonly listingId: string;
  readonly sellerId: string;
  readonly copy: Copy;
}): Submission {
  const offer = { category: null, condition: "excellent", description: null, title: "A fine hat" } as const;
  const price = { price: String(PRICE), paymentMethods: [METHOD] } as const;
  return {
    ...playerOrigin(sellerId, Date.now()),
    reads: () => ({ streams: [readOfListing(listingId), readOfPlayer(sellerId)] }),
    decide: () =>
      accept(
        [listingOpened({ listingId, sellerId, ...offer, ...price, copy, inCustody: true, serial: 1 })],
        {},
      ),
  };
}
