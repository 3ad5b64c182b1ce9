import { playerAccount } from "#domain/accounts/account.ts";
import type { Copy } from "#domain/accounts/item.ts";
import { keepsInCustody } from "#domain/features/deposits/custody.ts";
import { readOfDeposit } from "#domain/features/deposits/deposit.ts";
import { readOfCatalogue, valueOfCopy } from "#domain/features/limiteds/catalogue.ts";
import {
  type Categories,
  type Category,
  type CategoryAnswer,
  categoriesStream,
  categoriesStreamKind,
  saveCategory,
} from "#domain/features/listings/categories.ts";
import { type Offer, readOfListing } from "#domain/features/listings/listing.ts";
import type { FeatureListing } from "#domain/features/listings/sell.ts";
import {
  closeGone,
  editListing,
  featureListing,
  IN_PLAY,
  type OpenListing,
  openListing,
  removeListing,
} from "#domain/features/listings/sell.ts";
import { dollarsPerThousandRbx } from "#domain/features/listings/settings.ts";
import type { StreamRead } from "#domain/kernel/events/stream-kind.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { LogView, Submission } from "#service/event-store/commands/submission.ts";
import { actorIn, type Person, playerIn, readOfPlayer } from "#service/features/roles/actor.ts";
import { readOfSettings, settingsIn } from "#service/features/settings/settings-command.ts";

type Answer = { readonly id: string };

const readOfCategories: StreamRead<Categories> = { kind: categoriesStreamKind, name: categoriesStream };
const readsOf = (listingId: string, playerId: string): readonly StreamRead[] => [
  readOfCategories,
  readOfSettings,
  readOfCatalogue,
  readOfListing(listingId),
  readOfPlayer(playerId),
];
const sellerIn = (view: LogView, playerId: string) => ({
  player: playerIn(view, playerId),
  worthOf: (copy: Copy) => {
    const value = valueOfCopy(view.stream(readOfCatalogue), copy);
    return value === null || value === 0n ? null : value;
  },
  rate: dollarsPerThousandRbx.of(settingsIn(view)),
  categories: view.stream(readOfCategories),
});

/** A copy to sell, as last looked up; null if there was none free. */
interface OpenRequest extends Pick<OpenListing, "listingId" | "sellerId" | "offer"> {
  readonly found: {
    readonly copy: Copy;
    readonly serial: number | null;
    readonly depositId: string | null;
  } | null;
}

/** Lists a copy for sale. The command refuses a missing copy, so that a retry gets the first answer. */
export function openCommand(origin: CommandOrigin, command: OpenRequest): Submission<Answer> {
  const { listingId, sellerId, offer, found } = command;
  const account = playerAccount(sellerId);
  const deposit = found?.depositId ? readOfDeposit(found.depositId) : null;
  return {
    ...origin,
    reads: () => ({
      streams: [...readsOf(listingId, sellerId), ...(deposit === null ? [] : [deposit])],
      holdings: found === null ? [] : [{ account, asset: found.copy }],
    }),
    begins: readOfListing(listingId),
    decide: (view) => {
      if (found === null) return { refused: IN_PLAY };
      const { copy, serial } = found;
      return openListing(
        { listingId, sellerId, copy, serial, offer },
        {
          ...sellerIn(view, sellerId),
          holding: (asset) => view.holding(account, asset),
          isInCustody: (one) => deposit !== null && keepsInCustody(view.stream(deposit), one),
        },
      );
    },
  };
}

/** Changes a listing's texts or price. */
export function editCommand(
  origin: CommandOrigin,
  command: { readonly listingId: string; readonly sellerId: string; readonly changes: Partial<Offer> },
): Submission<Answer> {
  const { listingId, sellerId } = command;
  return {
    ...origin,
    reads: () => ({ streams: readsOf(listingId, sellerId) }),
    decide: (view) =>
      editListing(command, { ...sellerIn(view, sellerId), listing: view.stream(readOfListing(listingId)) }),
  };
}

/** Removes a listing, by its seller or by an admin with a reason. */
export function removeCommand(
  origin: CommandOrigin,
  command: { readonly listingId: string; readonly by: Person; readonly reason: string | null },
): Submission<Answer> {
  const { listingId, by, reason } = command;
  return {
    ...origin,
    reads: () => ({ streams: readsOf(listingId, by.playerId) }),
    decide: (view) => {
      const listing = view.stream(readOfListing(listingId));
      // The seller's stream is written to, whoever removes it.
      if (listing.status !== "absent") view.needs({ streams: [readOfPlayer(listing.sellerId)] });
      return removeListing({ listingId, by: by.playerId, reason }, { listing, actor: actorIn(view, by) });
    },
  };
}

/** The command that makes or changes a category. @property id null for a new one */
export const categoryCommand = (
  origin: CommandOrigin,
  {
    by,
    ...command
  }: { readonly by: Person; readonly id: number | null; readonly changes: Partial<Category> },
): Submission<CategoryAnswer> => ({
  ...origin,
  reads: () => ({ streams: [readOfCategories, readOfPlayer(by.playerId)] }),
  decide: (view) =>
    saveCategory(
      { ...command, by: by.playerId },
      { actor: actorIn(view, by), categories: view.stream(readOfCategories) },
    ),
});

/** The command that closes a listing whose copy has left its seller. */
export const closeGoneCommand = (origin: CommandOrigin, listingId: string): Submission<Answer> => ({
  ...origin,
  reads: () => ({ streams: [readOfListing(listingId)] }),
  decide: (view) => {
    const listing = view.stream(readOfListing(listingId));
    // The decision writes to the seller's stream, so it must be in memory.
    if (listing.status !== "absent") playerIn(view, listing.sellerId);
    return closeGone(listingId, listing);
  },
});

/** Features a listing, by an admin. */
export function featureCommand(
  origin: CommandOrigin,
  { by, ...command }: Omit<FeatureListing, "by"> & { readonly by: Person },
): Submission<Answer> {
  const read = readOfListing(command.listingId);
  return {
    ...origin,
    reads: () => ({ streams: readsOf(command.listingId, by.playerId) }),
    decide: (view) =>
      featureListing(
        { ...command, by: by.playerId },
        { listing: view.stream(read), actor: actorIn(view, by) },
      ),
  };
}
