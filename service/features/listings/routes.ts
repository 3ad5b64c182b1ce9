import type { Hono } from "hono";
import { assetIdOf } from "#domain/accounts/item.ts";
import { endpoints } from "#domain/features/contract.ts";
import type { Category } from "#domain/features/listings/categories.ts";
import type {
  EditListingRequest,
  ListingShown,
  OpenListingRequest,
} from "#domain/features/listings/contract.ts";
import type { Offer } from "#domain/features/listings/listing.ts";
import { dollarsPerThousandRbx } from "#domain/features/listings/settings.ts";
import { methodsIn } from "#domain/features/payment-methods/contract.ts";
import { minor } from "#domain/kernel/money.ts";
import { dayOf } from "#domain/kernel/time.ts";
import { ANYBODY, type Viewer } from "#domain/player/privacy.ts";
import { shopCategories } from "#projections/features/listings/categories.ts";
import {
  listingById,
  listingByNumber,
  listingsForSale,
  ownListings,
  pricesOfItem,
  watchedListings,
} from "#projections/features/listings/listing-list.ts";
import { sellerShown } from "#projections/features/listings/seller.ts";
import { freeCopies } from "#projections/features/live-coinflips/staked-items.ts";
import { settingsSet } from "#projections/features/settings/admin-settings.ts";
import type { Sql } from "#projections/kernel/sql.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import { paymentMethods } from "#service/features/payment-methods/feature.ts";
import { personOf } from "#service/features/roles/actor.ts";
import { demandConfirmed } from "#service/http/access/access.ts";
import type { Caller, Env } from "#service/http/access/caller.ts";
import { addHeader } from "#service/http/answer.ts";
import type { Deps } from "#service/http/deps.ts";
import { performBeside } from "#service/http/idempotency/beside-log.ts";
import { HttpProblem, notFound, orNotFound, unavailableProblem } from "#service/http/problem.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";
import { perform, route } from "#service/http/route.ts";
import { uuidV7 } from "#service/ids.ts";
import { categoryCommand, editCommand, featureCommand, openCommand, removeCommand } from "./commands.ts";
import { unwatch, watch } from "./watchlist.ts";

/** Counts a view of a listing, once a viewer and day. @param at milliseconds */
async function countView(
  sql: Pick<Sql, "query">,
  { number, playerId, at }: { readonly number: number; readonly playerId: string; readonly at: number },
): Promise<void> {
  await sql.query(
    `with looked as (
      insert into listing_viewers as t (listing, player_id, day) values ($1, $2, $3)
      on conflict (listing, player_id) do update set day = excluded.day where t.day < excluded.day
      returning listing
    )
    insert into listing_views as w (listing, views) select listing, 1 from looked
    on conflict (listing) do update set views = w.views + 1`,
    [number, playerId, dayOf(at)],
  );
}

/** A listing as of the head, so a repeated command gets its current state. */
async function shown(listingId: string, viewer: Viewer, deps: Deps): Promise<ListingShown> {
  const listing = await listingById(modelsNow(deps), listingId, viewer);
  if (listing !== null) return listing;
  throw unavailableProblem("Done. It will appear in the shop in a moment.", 1);
}

/** The id of a listing's stream. @throws HttpProblem 404 */
async function streamIdOf(number: string, deps: Deps): Promise<string> {
  return orNotFound(await listingByNumber(modelsNow(deps), Number(number), ANYBODY)).listingId;
}

const offerOf = ({
  title,
  description,
  priceUSD,
  condition,
  paymentMethods,
  category,
}: OpenListingRequest): Offer => ({
  category: category ?? null,
  condition,
  description: description || null,
  paymentMethods,
  price: String(minor(String(priceUSD))),
  title,
});

const changesOf = (asked: EditListingRequest): Partial<Offer> => ({
  ...(asked.condition === undefined ? {} : { condition: asked.condition }),
  ...(asked.paymentMethods === undefined ? {} : { paymentMethods: asked.paymentMethods }),
  ...(asked.category === undefined ? {} : { category: asked.category }),
  ...(asked.title === undefined ? {} : { title: asked.title }),
  ...(asked.description === undefined ? {} : { description: asked.description || null }),
  ...(asked.priceUSD === undefined ? {} : { price: String(minor(String(asked.priceUSD))) }),
});

/** Items that players sell for dollars: browsing and selling. */
export function listingRoutes(app: Hono<Env>, deps: Deps): void {
  readingRoutes(app, deps);
  sellingRoutes(app, deps);
  categoryRoutes(app, deps);
  watchlistRoutes(app, deps);

  route(app, { deps, endpoint: endpoints.adminListing }, async (call) => {
    const { isFeatured, isActive, reason } = call.body;
    const { playerId } = call.caller;
    if ((isFeatured === undefined) === (isActive === undefined)) {
      const detail = "Send either isFeatured or isActive: false.";
      throw new HttpProblem(400, { code: "invalid_request", detail });
    }
    const listingId = await streamIdOf(call.params.id, deps);
    const origin = call.origin();
    const by = await personOf(playerId, deps);
    await perform(
      isFeatured === undefined
        ? removeCommand(origin, { listingId, by, reason })
        : featureCommand(origin, { listingId, by, isFeatured, reason }),
      { call, deps },
    );
    return shown(listingId, { ...ANYBODY, playerId }, deps);
  });
}

function readingRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.shopListings }, async (call) => {
    const { items, next } = await listingsForSale(call.models, await call.viewer(), call.query);
    if (next !== null) addHeader(call.context, "Next", next);
    return [...items];
  });

  route(app, { deps, endpoint: endpoints.shopSeller }, async (call) =>
    orNotFound(await sellerShown(call.models, call.params.id, await call.viewer())),
  );

  route(app, { deps, endpoint: endpoints.myListings }, ({ caller, models, query }) =>
    ownListings(models, caller.playerId, query),
  );

  route(app, { deps, endpoint: endpoints.shopListing }, async (call) => {
    const number = Number(call.params.id);
    const viewer = await call.viewer();
    const found = await listingByNumber(call.models, number, viewer);
    if (found === null || (found.listing.status === "removed" && !found.listing.isOwn)) throw notFound();
    if (!found.listing.isOwn)
      await countView(deps.db, { number, playerId: call.caller.playerId, at: deps.now() });
    return found.listing;
  });

  route(app, { deps, endpoint: endpoints.itemPrices }, async ({ models, params }) => {
    const { byName } = await settingsSet(models);
    const set = byName.get(dollarsPerThousandRbx.name)?.value;
    const rate = BigInt(set ?? dollarsPerThousandRbx.default);
    return orNotFound(await pricesOfItem(models, Number(params.id), { at: deps.now(), rate }));
  });
}

function categoryRoutes(app: Hono<Env>, deps: Deps): void {
  const save = async (
    call: { readonly caller: Caller; readonly origin: () => CommandOrigin },
    command: { readonly id: number | null; readonly changes: Partial<Category> },
    how: Parameters<typeof perform>[1],
  ) => {
    const by = await personOf(call.caller.playerId, deps);
    const { id } = await perform(categoryCommand(call.origin(), { ...command, by }), how);
    const saved = (await shopCategories(modelsNow(deps))).find((one) => one.id === id);
    if (saved === undefined) throw unavailableProblem("Done. It will appear in a moment.", 1);
    return saved;
  };

  route(app, { deps, endpoint: endpoints.shopCategories }, ({ models }) => shopCategories(models));

  route(app, { deps, endpoint: endpoints.addCategory }, (call) =>
    save(call, { id: null, changes: call.body }, { call, deps }),
  );

  route(app, { deps, endpoint: endpoints.changeCategory }, (call) =>
    save(call, { id: Number(call.params.id), changes: call.body }, { call, deps }),
  );
}

function watchlistRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.watchlist }, async (call) =>
    watchedListings(call.models, await call.viewer()),
  );

  route(app, { deps, endpoint: endpoints.watchListing }, async (call) => {
    const { listingId: listing } = call.body;
    const watched = { playerId: call.caller.playerId, listing, at: deps.now() };
    await streamIdOf(String(listing), deps);
    await performBeside((tx) => watch(tx, watched), { call, deps });
    return watchedListings(modelsNow(deps), await call.viewer());
  });

  route(app, { deps, endpoint: endpoints.unwatchListing }, async (call) => {
    const watched = { playerId: call.caller.playerId, listing: call.body.listingId };
    await performBeside((tx) => unwatch(tx, watched), { call, deps });
    return watchedListings(modelsNow(deps), await call.viewer());
  });
}

function sellingRoutes(app: Hono<Env>, deps: Deps): void {
  route(app, { deps, endpoint: endpoints.openListing }, async (call) => {
    const { userLimitedId, limitedId } = call.body;
    const { playerId } = call.caller;
    const free = await freeCopies(modelsNow(deps), playerId, deps.now());
    const found = free.find(({ id }) => id === userLimitedId) ?? null;
    if (found !== null && limitedId !== undefined && assetIdOf(found.copy) !== limitedId) {
      const detail = `limitedId: This entry of your inventory is item ${assetIdOf(found.copy)}.`;
      throw new HttpProblem(400, { code: "invalid_request", detail });
    }
    const { methods } = paymentMethods.of(deps);
    const details = methodsIn(call.body);
    if (details.length > 0) await demandConfirmed(call.caller, endpoints.addPaymentMethod, deps);
    await methods.demandRoom(playerId, details);
    const origin = call.origin();
    const listingId = uuidV7(origin.at);
    const command = { listingId, sellerId: playerId, found, offer: offerOf(call.body) };
    const { id } = await perform(openCommand(origin, command), { call, deps });
    for (const one of details) await deps.db.transaction((tx) => methods.add(tx, playerId, one));
    return shown(id, await call.viewer(), deps);
  });

  route(app, { deps, endpoint: endpoints.editListing }, async (call) => {
    const listingId = await streamIdOf(call.params.id, deps);
    const command = { listingId, sellerId: call.caller.playerId, changes: changesOf(call.body) };
    await perform(editCommand(call.origin(), command), { call, deps });
    return shown(listingId, await call.viewer(), deps);
  });

  route(app, { deps, endpoint: endpoints.removeListing }, async (call) => {
    const listingId = await streamIdOf(call.params.id, deps);
    const by = { playerId: call.caller.playerId, isListed: false };
    const command = { listingId, by, reason: null };
    await perform(removeCommand(call.origin(), command), { call, deps });
    return shown(listingId, await call.viewer(), deps);
  });
}
