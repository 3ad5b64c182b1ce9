import type { Hono } from "hono";
import { z } from "zod";
import { assetIdOf, type Copy } from "#domain/accounts/item.ts";
import { copyName } from "#domain/accounts/payload.ts";
import { refusalOfOffer } from "#domain/features/away-coinflips/leaving.ts";
import { readOfCoinflip } from "#domain/features/live-coinflips/coinflip.ts";
import { refusalOfRange } from "#domain/features/live-coinflips/items/items.ts";
import { copiesAtStake } from "#domain/features/live-coinflips/items/stake.ts";
import { STAKED_ITEMS_MAX } from "#domain/features/live-coinflips/rules.ts";
import { eventTypes } from "#domain/features/registry.ts";
import { areWithdrawalsOpen } from "#domain/features/withdrawals/settings.ts";
import type { Refusal } from "#domain/kernel/decision.ts";
import { parseMinor } from "#domain/kernel/money.ts";
import { ANYBODY } from "#domain/player/privacy.ts";
import { coinflipById } from "#projections/features/live-coinflips/open-coinflips.ts";
import { stakeValuesOf } from "#projections/features/live-coinflips/staked-items.ts";
import { readStream } from "#service/event-store/states/loader.ts";
import { refusalOfHeld } from "#service/features/live-coinflips/guests/held-here.ts";
import { readOfSettings } from "#service/features/settings/settings-command.ts";
import type { Env } from "#service/http/access/caller.ts";
import { peerRoute } from "#service/http/access/peer-route.ts";
import type { Deps } from "#service/http/deps.ts";
import { unavailableProblem } from "#service/http/problem.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";
import { lookUpLeaving } from "./leaving.ts";

/** Where other logs ask whether a game here would accept some items, below `/api`. */
export const OFFERS_PATH = "/webhooks/item-stakes";

const CODE_CHARS_MAX = 64;
const DETAIL_CHARS_MAX = 500;

export const offerSchema = z.strictObject({
  id: z.string().max(64),
  copies: z.array(copyName).min(1).max(STAKED_ITEMS_MAX),
});
export type ItemsOffer = z.infer<typeof offerSchema>;

/** Why the items would be refused, as of now; null if accepted. The binding decision follows their arrival. */
export const offerAnswerSchema = z.strictObject({
  refusal: z
    .strictObject({ code: z.string().max(CODE_CHARS_MAX), detail: z.string().max(DETAIL_CHARS_MAX) })
    .nullable(),
  /** The copies that the game is played for, which the other log may receive; empty if the game is not open. */
  against: z.array(copyName).max(STAKED_ITEMS_MAX),
});
export type OfferAnswer = z.infer<typeof offerAnswerSchema>;

/** Why a game would refuse some items, by this log's values; null if it would accept them. */
async function refusalOf({ id, copies }: ItemsOffer, deps: Deps): Promise<Refusal | null> {
  const models = modelsNow(deps);
  const at = deps.now();
  const game = await coinflipById(models, id, { ...ANYBODY, at });
  if (game === null || game.status !== "open" || game.betAmount !== null)
    return { code: "not_open", detail: "This coinflip is no longer open." };
  const named: readonly Copy[] = copies;
  const values = await stakeValuesOf(models, named.map(assetIdOf), at);
  let sum = 0n;
  for (const copy of named) {
    const assetId = assetIdOf(copy);
    const value = values.get(assetId);
    if (value === undefined) {
      const detail = `The log of this coinflip does not know item ${assetId}: it takes only items in its own catalogue.`;
      return { code: "items_not_listed", detail };
    }
    if (value === null) {
      const detail = `Item ${assetId} has too few recent prices in the log of this coinflip to be staked there.`;
      return { code: "item_not_valued", detail };
    }
    sum += value;
  }
  return (
    refusalOfRange(parseMinor(game.totalValue) ?? 0n, sum) ??
    refusalOfHeld(named, deps, "the log of this coinflip")
  );
}

/** Why the creator's copies could not leave for the other log, as of now; null if they could. */
async function refusalOfCreators(theirs: readonly Copy[], deps: Deps): Promise<Refusal | null> {
  const { db: sql, writer } = deps;
  const [hints, settings] = await Promise.all([
    lookUpLeaving(theirs, deps),
    readStream(readOfSettings, { sql, logId: writer.logId, eventTypes }),
  ]);
  if (hints === null)
    throw unavailableProblem("Whether these items are free cannot be looked up at the moment.", 1);
  return refusalOfOffer({
    isOpen: areWithdrawalsOpen(settings),
    areKept: theirs.every((copy) => hints.kept.has(copy)),
    areSettled: hints.purchases.length === 0,
  });
}

/** A game's answer to an offer of items, and what it is played for; empty if it is not open. */
async function answerTo(offer: ItemsOffer, deps: Deps): Promise<OfferAnswer> {
  const { db: sql, writer } = deps;
  const game = await readStream(readOfCoinflip(offer.id), { sql, logId: writer.logId, eventTypes });
  const against = game.status === "open" ? [...copiesAtStake(game.creator.stakes)] : [];
  const refusal = (await refusalOf(offer, deps)) ?? (await refusalOfCreators(against, deps));
  return { refusal: refusal === null ? null : { code: refusal.code, detail: refusal.detail }, against };
}

/** Answers other logs of this site whether a game would accept a player's items. */
export function offerRoutes(app: Hono<Env>, deps: Deps): void {
  peerRoute(app, { deps, path: OFFERS_PATH, body: offerSchema }, (offer) => answerTo(offer, deps));
}
