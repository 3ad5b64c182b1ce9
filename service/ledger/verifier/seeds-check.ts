import { createHmac } from "node:crypto";
import { type Side, sideOfDigest, st1Key, st1Message } from "#domain/fairness/st1.ts";
import { type ItemsFlipped, itemsFlipped } from "#domain/features/bot-flips/events.ts";
import type { CoinFlipped } from "#domain/features/house-flips/events.ts";
import { currencyOf } from "#domain/features/house-flips/rules.ts";
import type { Stake } from "#domain/features/live-coinflips/stake.ts";
import type { playerRegistered } from "#domain/features/players/events.ts";
import type { Player } from "#domain/features/players/player.ts";
import type { SeedPairRotated } from "#domain/features/seed-pairs/events.ts";
import type { RecordedEvent } from "#domain/kernel/event.ts";
import type { EventOf } from "#domain/kernel/event-definition.ts";
import { house } from "#domain/ledger/account.ts";
import { commitmentOf } from "#service/features/seed-pairs/commitments.ts";
import type { AmountOf } from "./answers.ts";
import { expectAt } from "./problem.ts";

/** A flip whose pair is not revealed yet, kept small: a player may have a thousand of them. */
interface OpenFlip {
  readonly position: number;
  readonly result: Side;
}

type Followed<E extends { readonly type: string; readonly payload: unknown }> = RecordedEvent & E;

/**
 * Checks the draws: nonces that neither repeat nor skip, pairs that follow one another as they were announced,
 * revealed seeds that are the ones committed to, and flips that come of them and move what they say.
 */
export class SeedsCheck {
  readonly #open = new Map<string, OpenFlip[]>();
  #recomputed = 0;

  /** How many flips were recomputed from a revealed seed. */
  get recomputed(): number {
    return this.#recomputed;
  }

  /**
   * @param state what the event's stream folds to before it
   * @param amountOf what accounts hold after it
   */
  event(event: RecordedEvent, state: unknown, amountOf: AmountOf): void {
    const player = state as Player;
    if (event.type === "PlayerRegistered")
      registered(event as Followed<EventOf<typeof playerRegistered>>, player);
    else if (event.type === "CoinFlipped") this.#flipped(event as Followed<CoinFlipped>, player);
    else if (event.type === "ItemsFlipped") {
      this.#flipped(event as Followed<ItemsFlipped>, player);
      expectAt(event.position, isHeldAsTold(event as Followed<ItemsFlipped>, amountOf), () => {
        return "Items were flipped for that the player did not hold, or held once and staked twice.";
      });
    } else if (event.type === "SeedPairRotated") this.#rotated(event as Followed<SeedPairRotated>, player);
  }

  #flipped(event: Followed<CoinFlipped> | Followed<ItemsFlipped>, player: Player): void {
    const { position, stream, payload } = event;
    const { pair, nonce, result } = payload;
    expectAt(position, player.status === "registered", () => "A coin was flipped by nobody.");
    expectAt(position, pair === player.pair, () => {
      return `The flip is of the seed pair ${pair}, where ${player.pair} is in use.`;
    });
    expectAt(position, nonce === player.nonce, () => {
      return `The flip has the nonce ${nonce}, where ${player.nonce} is due.`;
    });
    const isPaid = event.type === "CoinFlipped" ? isPaidAsTold(event) : isItemsPaidAsTold(event);
    expectAt(position, isPaid, () => "The flip moves something else than its result comes to.");
    const flips = this.#open.get(stream);
    if (flips === undefined) this.#open.set(stream, [{ position, result }]);
    else flips.push({ position, result });
  }

  #rotated({ position, stream, payload }: Followed<SeedPairRotated>, player: Player): void {
    const { revealed, current } = payload;
    expectAt(position, player.status === "registered", () => "The seed pair of nobody was revealed.");
    const isTheirs =
      revealed.pair === player.pair &&
      revealed.clientSeed === player.clientSeed &&
      revealed.serverSeedHash === player.serverSeedHash;
    expectAt(
      position,
      isTheirs,
      () => `What is revealed is not the seed pair ${player.pair} that was in use.`,
    );
    expectAt(position, revealed.nonces === player.nonce, () => {
      return `The revealed pair is said to have served ${revealed.nonces} games, where it served ${player.nonce}.`;
    });
    expectAt(position, commitmentOf(revealed.serverSeed) === player.serverSeedHash, () => {
      return `The server seed revealed for pair ${player.pair} is not the one that was committed to.`;
    });
    const isNext = current.pair === player.pair + 1 && current.serverSeedHash === player.nextServerSeedHash;
    expectAt(position, isNext, () => "The seed pair that begins is not the one that was announced.");
    this.#recompute(this.#open.get(stream) ?? [], revealed);
    this.#open.delete(stream);
  }

  #recompute(flips: readonly OpenFlip[], { pair, serverSeed, clientSeed }: Revealed): void {
    const key = st1Key(serverSeed);
    flips.forEach(({ position, result }, nonce) => {
      const digest = createHmac("sha256", key).update(st1Message(clientSeed, nonce)).digest();
      const drawn = sideOfDigest(digest);
      expectAt(position, drawn === result, () => {
        return `The flip says ${result}, but the seed revealed for pair ${pair} gives ${drawn} for nonce ${nonce}.`;
      });
    });
    this.#recomputed += flips.length;
  }
}

/**
 * Whether a flip moves what it says, between player and house: the stake, and for a winner twice the stake less the
 * edge. How large the edge is, is a rule of its day.
 */
function isPaidAsTold({ stream, postings, payload }: Followed<CoinFlipped>): boolean {
  const { side, result } = payload;
  const [stake, payout, edge] = [BigInt(payload.stake), BigInt(payload.payout), BigInt(payload.edge)];
  if (edge < 0n || payout + edge !== (result === side ? stake * 2n : 0n)) return false;
  const currency = currencyOf(side);
  let gained = 0n;
  for (const { account, asset, delta } of postings) {
    if (asset !== currency || (account !== stream && account !== house)) return false;
    // A player's stream and account have one name.
    if (account === stream) gained += delta;
  }
  return gained === payout - stake;
}

/**
 * Whether a flip for items moves what it says: the winnings to a winner, or each copy to the house. How much items win
 * of their value is a rule of its day.
 */
function isItemsPaidAsTold({ stream, postings, payload }: Followed<ItemsFlipped>): boolean {
  const { side, result, items } = payload;
  const [stake, payout, edge] = [BigInt(payload.stake), BigInt(payload.payout), BigInt(payload.edge)];
  const won = result === side;
  if (edge < 0n || payout + edge !== (won ? stake * 2n : 0n)) return false;
  const playerId = stream.slice(stream.indexOf(":") + 1);
  const due = itemsFlipped({ ...payload, playerId, items, winnings: won ? payout - stake : 0n });
  if (due.payload.stake !== payload.stake || due.postings.length !== postings.length) return false;
  return due.postings.every(({ account, asset, delta }, leg) => {
    const found = postings[leg];
    return found?.account === account && found.asset === asset && found.delta === delta;
  });
}

/** Whether each item is one copy that is now where the result left it: at the player who won, or at the house. */
function isHeldAsTold({ stream, payload }: Followed<ItemsFlipped>, amountOf: AmountOf): boolean {
  const { items, side, result } = payload;
  const holder = result === side ? stream : house;
  const isHeld = ({ asset, amount }: Stake[number]) => amount === "1" && amountOf(holder, asset) === 1n;
  return new Set(items.map(({ asset }) => asset)).size === items.length && items.every(isHeld);
}

type Revealed = SeedPairRotated["payload"]["revealed"];

function registered({ position, payload }: Followed<EventOf<typeof playerRegistered>>, player: Player): void {
  expectAt(position, player.status === "absent", () => "The player was registered before.");
  expectAt(position, payload.pair === 1, () => `A player's first seed pair has the number ${payload.pair}.`);
}
