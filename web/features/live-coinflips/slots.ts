import type { ReactNode } from "react";
import type { BetItem } from "#domain/features/live-coinflips/contract.ts";
import type { Minor } from "#domain/kernel/money.ts";
import type { LazyPage } from "#web/lib/lazy-page.ts";
import { defineSlot } from "#web/lib/slot.ts";
import type { Side } from "#web/lib/stakes/stake.ts";

/** The way from the chosen items to another game. */
export interface OfferProps {
  /** What the chosen items are worth in all. */
  readonly value: Minor;
  readonly isDisabled: boolean;
  readonly onPlay: () => void;
}

/** Another game with the chosen items, at least one. */
export interface ItemGameProps {
  readonly betItems: BetItem[];
  /** What they are worth in all. */
  readonly value: Minor;
  readonly side: Side;
  /** The game was taken: what was chosen for it is staked. */
  readonly onPlayed: () => void;
  /** Tells why there was no game. */
  readonly onFailed: (error: unknown, fallback: string) => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
  /** The chosen items, as they are shown before they are staked. */
  readonly children: ReactNode;
}

/** Another game for chosen items, in place of a coinflip between players. */
export interface ItemGame {
  readonly dialog: { readonly title: string };
  readonly offer: LazyPage<OfferProps>;
  readonly game: LazyPage<ItemGameProps>;
}

export const itemGames = defineSlot<ItemGame>();
