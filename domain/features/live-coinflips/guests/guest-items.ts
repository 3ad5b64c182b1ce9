import { z } from "zod";
import { type Copy, isCopy } from "../../../accounts/item.ts";
import { copy } from "../../../accounts/payload.ts";
import { type Refusal, refuse } from "../../../kernel/decision.ts";
import type { NewEvent, StreamName } from "../../../kernel/events/event.ts";
import { defineEvent } from "../../../kernel/events/event-definition.ts";
import { whole } from "../../../kernel/events/payload.ts";
import type { StreamKind } from "../../../kernel/events/stream-kind.ts";
import type { Minor } from "../../../kernel/money.ts";
import { type Departure, thingsOf } from "../../../ledger/transit/transit-events.ts";
import { keepsInCustody } from "../../deposits/custody.ts";
import type { Deposit } from "../../deposits/deposit.ts";
import { type KeptCopy, keptByArrival } from "../../transits/copies.ts";
import { refusalOfMatch } from "../items/items.ts";
import { copiesAtStake, type Stake, valueOfStakes } from "../items/stake.ts";
import { STAKED_ITEMS_MAX } from "../rules.ts";

/** The stream of the copies that a guest plays for, named by the transit that their stake came by. */
export const guestItemsStream = (transitId: string): StreamName => `guest-items:${transitId}`;

const keptCopy = z.strictObject({ copy, depositId: z.string(), serial: whole.nullable() });

/** A guest joined a game for items: names the keepers of both sides' copies. What is won leaves custody. */
export const guestItemsKept = defineEvent({
  type: "GuestItemsKept",
  payload: z.strictObject({ transitId: z.string(), gameId: z.string(), kept: z.array(keptCopy) }),
  record: (payload) => ({ streams: [guestItemsStream(payload.transitId)], payload }),
  example: [
    {
      transitId: "2-x_1",
      gameId: "g_1",
      kept: [
        { copy: "item:101:7", depositId: "d_1", serial: 12 },
        { copy: "item:102:1", depositId: "2-x_1", serial: null },
      ],
    },
  ],
});

/** What keeps the copies that a guest plays for in custody; empty for a currency. */
export type GuestItems = { readonly kept: readonly KeptCopy[] };

export const guestItemsStreamKind: StreamKind<GuestItems> = {
  kind: "guest-items",
  foldVersion: 1,
  initial: { kept: [] },
  evolve: (state, event) => (guestItemsKept.is(event) ? { kept: event.payload.kept } : state),
};

/** What a guest's stake of items depends on in the game's log. */
export interface GuestItemsContext {
  /** The stakes that copies make here, by this log's catalogue. */
  readonly stakesOf: (copies: readonly Copy[]) => { readonly stakes: Stake } | { readonly refused: Refusal };
  /** What staked copies count as now, in minor units; null without a value that counts. */
  readonly valueNow: (stakes: Stake) => Minor | null;
  /** What keeps a copy of the creator's in custody, as far as a look-up knew: the deposit decides. */
  readonly keptOf: (copy: Copy) => KeptCopy | null;
  readonly depositOf: (depositId: string) => Deposit;
  /** Why the creator's copies must not leave this log at the moment; null where they may. */
  readonly bar: Refusal | null;
}

/**
 * A guest's stake on a game for items, by this log's values; or why the game refuses it. The creator's copies have to
 * be free to leave this log as well, since the guest may win them.
 */
export function stakesOfGuest(
  departure: Departure,
  theirs: Stake,
  context: GuestItemsContext,
): { readonly stakes: Stake; readonly more: readonly NewEvent[] } | { readonly refused: Refusal } {
  const things = thingsOf(departure);
  const copies = things.flatMap(({ asset }) => (isCopy(asset) ? [asset] : []));
  if (copies.length === 0 || copies.length < things.length)
    return refuse("other_stakes", "This coinflip is played for items.");
  if (copies.length > STAKED_ITEMS_MAX)
    return refuse("too_many_items", `Stake 1 to ${STAKED_ITEMS_MAX} items.`);
  const creators = keptOfCreator(theirs, context);
  if ("refused" in creators) return creators;
  const found = context.stakesOf(copies);
  if ("refused" in found) return found;
  const bar = refusalOfMatch(valueOfStakes(theirs), valueOfStakes(found.stakes), context.valueNow(theirs));
  if (bar !== null) return { refused: bar };
  // Custody came with the stake, in the same batch.
  const stakes = found.stakes.map((one) => ({ ...one, inCustody: true }));
  const gameId = departure.purpose.slice(departure.purpose.indexOf(":") + 1);
  const kept = [...creators.kept, ...keptByArrival(departure)].map(({ copy: one, depositId, serial }) => ({
    copy: one,
    depositId,
    serial,
  }));
  return { stakes, more: [guestItemsKept({ transitId: departure.id, gameId, kept })] };
}

/** What keeps the creator's copies in custody, or why a guest must not win them. */
function keptOfCreator(
  theirs: Stake,
  { keptOf, depositOf, bar }: GuestItemsContext,
): { readonly kept: readonly KeptCopy[] } | { readonly refused: Refusal } {
  const kept = copiesAtStake(theirs).flatMap((one) => {
    const found = keptOf(one);
    return found !== null && keepsInCustody(depositOf(found.depositId), one) ? [found] : [];
  });
  if (kept.length < theirs.length)
    return refuse("game_not_in_custody", "This coinflip was opened with items that are not in custody.");
  return bar === null ? { kept } : { refused: bar };
}
