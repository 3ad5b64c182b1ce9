import type { Asset } from "#domain/accounts/account.ts";
import type { Copy } from "#domain/accounts/item.ts";
import { keepsInCustody } from "#domain/features/deposits/custody.ts";
import { readOfDeposit } from "#domain/features/deposits/deposit.ts";
import { readOfCatalogue } from "#domain/features/limiteds/catalogue.ts";
import type { BetItem } from "#domain/features/live-coinflips/contract.ts";
import { chooseCopies, refusalOfBet, stakesOfCopies } from "#domain/features/live-coinflips/items/items.ts";
import { pickCopies } from "#domain/features/live-coinflips/items/pick.ts";
import { type Stake, valueOfStakes } from "#domain/features/live-coinflips/items/stake.ts";
import type { Refusal } from "#domain/kernel/decision.ts";
import { formatMinor, type Minor } from "#domain/kernel/money.ts";
import {
  type FoundCopy,
  freeCopies,
  unmetContext,
} from "#projections/features/live-coinflips/staked-items.ts";
import type { LogView, Reads } from "#service/event-store/commands/submission.ts";
import type { Deps } from "#service/http/deps.ts";
import { modelsNow } from "#service/http/reads/models-now.ts";

/** How long an answer waits for the read models, in milliseconds. */
export const SHOWN_WITHIN_MS = 2_000;

/**
 * A stake: an amount of a currency, or copies of items, valued as of the head. The command refuses an invalid stake
 * itself, so that a repeated one gets its first answer.
 */
export type Bet =
  | { readonly stakes: Stake }
  | { readonly copies: readonly Copy[]; readonly custody: CustodyHints }
  | { readonly refused: Refusal };

/** The deposits that keep copies in custody, as last looked up. The decision reads each of them as of the head. */
export type CustodyHints = ReadonlyMap<Copy, string>;

/** Copies as a bet, with the deposits found for them. */
function betOfCopies(copies: readonly Copy[], free: readonly FoundCopy[]): Bet {
  const deposits = new Map(free.map(({ copy, depositId }) => [copy, depositId]));
  const found = copies.flatMap((copy) => {
    const depositId = deposits.get(copy) ?? null;
    return depositId === null ? [] : [[copy, depositId] as const];
  });
  return { copies, custody: new Map(found) };
}

/** A player's free copies, as of the head known here. */
const freeNow = (deps: Deps, playerId: string): Promise<FoundCopy[]> =>
  freeCopies(modelsNow(deps, SHOWN_WITHIN_MS), playerId, deps.now());

/** The stakable copies: those in custody if the settings require it, else all. */
const inCustodyIfDemanded = (free: readonly FoundCopy[], { config }: Deps): readonly FoundCopy[] =>
  config.itemsStaked === "custody" ? free.filter(({ inCustody }) => inCustody) : free;

/** The copies that a request names, or why its player cannot stake them. */
export async function copiesOf(bets: readonly BetItem[], playerId: string, deps: Deps): Promise<Bet> {
  const free = await freeNow(deps, playerId);
  let chosen = chooseCopies(bets, inCustodyIfDemanded(free, deps));
  // If those in custody are too few, the decision names the others needed.
  if ("unmet" in chosen) chosen = chooseCopies(bets, free);
  if ("copies" in chosen) return betOfCopies(chosen.copies, free);
  const ground = await unmetContext(modelsNow(deps, SHOWN_WITHIN_MS), { playerId, bet: chosen.unmet.bet });
  return { refused: refusalOfBet(chosen.unmet, ground) };
}

/** The server's pick of a joiner's copies against items of a value, or why it finds none. */
export async function pickedFor(value: Minor, playerId: string, deps: Deps): Promise<Bet> {
  const free = inCustodyIfDemanded(await freeNow(deps, playerId), deps).filter(({ isValued }) => isValued);
  const picked = pickCopies(free, value);
  if ("copies" in picked) return betOfCopies(picked.copies, free);
  const detail = `Your items do not match this coinflip: you are ${formatMinor(picked.missing)} RBX short.`;
  return { refused: { code: "no_matching_items", detail } };
}

/** The stakes of a bet, or why they cannot be made. */
export function stakesIn(view: LogView, bet: Bet): Exclude<Bet, { readonly copies: unknown }> {
  if (!("copies" in bet)) return bet;
  const { copies, custody } = bet;
  return stakesOfCopies(copies, {
    catalogue: view.stream(readOfCatalogue),
    at: view.at,
    isInCustody: (copy) => {
      const depositId = custody.get(copy);
      return depositId !== undefined && keepsInCustody(view.stream(readOfDeposit(depositId)), copy);
    },
  });
}

/** Copies as stakes, as of the head and regardless of custody; or why they cannot be stakes. */
export const stakesNowIn = (view: LogView, copies: readonly Copy[]) =>
  stakesOfCopies(copies, { catalogue: view.stream(readOfCatalogue), at: view.at, isInCustody: () => false });

/** The total value of copies as stakes, as of the head; null if one has no valid value. */
export function valueNowIn(view: LogView, copies: readonly Copy[]): Minor | null {
  const found = stakesNowIn(view, copies);
  return "refused" in found ? null : valueOfStakes(found.stakes);
}

/** The assets of a bet. */
export function assetsOf(bet: Bet): readonly Asset[] {
  if ("refused" in bet) return [];
  return "copies" in bet ? bet.copies : bet.stakes.map(({ asset }) => asset);
}

/** The streams needed to value a bet. */
export function streamsOf(bet: Bet): Reads["streams"] {
  if (!("copies" in bet)) return [];
  const deposits = new Set(bet.custody.values());
  return [readOfCatalogue, ...[...deposits].map(readOfDeposit)];
}
