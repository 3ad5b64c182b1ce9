import { catalogueStream } from "#domain/features/limiteds/events.ts";
import type { BetItem } from "#domain/features/live-coinflips/contract.ts";
import {
  chooseCopies,
  type FreeCopy,
  refusalOfBet,
  stakesOfCopies,
} from "#domain/features/live-coinflips/items.ts";
import type { Stakes } from "#domain/features/live-coinflips/stake.ts";
import { catalogueStreams } from "#domain/features/registry.ts";
import type { Refusal } from "#domain/kernel/decision.ts";
import type { Asset } from "#domain/ledger/account.ts";
import type { Copy } from "#domain/ledger/item.ts";
import { freeCopies, unmetGround } from "#projections/features/live-coinflips/staked-items.ts";
import type { ReadModels } from "#projections/kernel/read-models.ts";
import type { LogView, Reads } from "#service/event-store/submission.ts";
import type { Deps } from "#service/http/deps.ts";

/** The read models are waited for so long where an answer rests on them, in milliseconds. */
export const SHOWN_WITHIN_MS = 2_000;

/**
 * What somebody puts at stake: an amount of a currency, or copies of items, which are valued as of the head. What
 * cannot be staked is refused by the command all the same, so that one that is repeated hears its first answer.
 */
export type Bet =
  | { readonly stakes: Stakes }
  | { readonly copies: readonly Copy[] }
  | { readonly refused: Refusal };

const NOT_LISTED: { readonly refused: Refusal } = {
  refused: { code: "items_not_listed", detail: "Some of these items are not in the catalogue." },
};

const modelsNow = ({ reads, writer }: Deps): ReadModels =>
  reads.reaching(writer.head.position, SHOWN_WITHIN_MS);

/** What a player may stake, as of the newest event that this process knows. */
export const freeNow = (deps: Deps, playerId: string): Promise<FreeCopy[]> =>
  freeCopies(modelsNow(deps), playerId);

/** The copies that a player's request names, or why it cannot have them. */
export async function copiesOf(bets: readonly BetItem[], playerId: string, deps: Deps): Promise<Bet> {
  const chosen = chooseCopies(bets, await freeNow(deps, playerId));
  if ("copies" in chosen) return chosen;
  const ground = await unmetGround(modelsNow(deps), { playerId, bet: chosen.unmet.bet });
  return { refused: refusalOfBet(chosen.unmet, ground) };
}

/** The stakes of a bet, or why there are none. */
export function stakesIn(view: LogView, bet: Bet): Exclude<Bet, { readonly copies: unknown }> {
  if (!("copies" in bet)) return bet;
  const stakes = stakesOfCopies(bet.copies, view.stream(catalogueStreams, catalogueStream));
  return stakes === null ? NOT_LISTED : { stakes };
}

/** The assets that a bet is of. */
export function assetsOf(bet: Bet): readonly Asset[] {
  if ("refused" in bet) return [];
  return "copies" in bet ? bet.copies : bet.stakes.map(({ asset }) => asset);
}

/** What has to be read for a bet to be valued. */
export const streamsOf = (bet: Bet): Reads["streams"] =>
  "copies" in bet ? [{ kind: catalogueStreams, name: catalogueStream }] : [];
