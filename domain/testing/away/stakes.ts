import { type Currency, playerAccount } from "../../accounts/account.ts";
import type { Side } from "../../fairness/st1.ts";
import { type StakeAwayContext, stakeAway } from "../../features/away-coinflips/stake.ts";
import type { GuestItemsContext } from "../../features/live-coinflips/guests/guest-items.ts";
import { refusalOfStaker } from "../../features/registry.ts";
import { refuse } from "../../kernel/decision.ts";
import { minor } from "../../kernel/money.ts";
import { transitStreamKind } from "../../ledger/transit/transit.ts";
import { transitStream } from "../../ledger/transit/transit-events.ts";
import { GAME } from "../coinflips.ts";
import type { Decide } from "../given.ts";
import { ALICE, playerIn } from "../players.ts";
import { settingsIn } from "../settings.ts";

/** Somebody stakes on a coinflip of another log; here is log 2, and the game is in log 1. */
export const goAway =
  (
    stake: string,
    {
      playerId = ALICE,
      transitId = "2-s1",
      gameId = GAME,
      log = 1,
      side = "tix" as Side,
      currency = "RBX" as Currency,
      ...context
    }: { [K in "playerId" | "transitId" | "gameId"]?: string } & {
      readonly log?: number;
      readonly side?: Side;
      readonly currency?: Currency;
    } & Partial<StakeAwayContext> = {},
  ): Decide<{ readonly id: string }> =>
  (given) =>
    stakeAway(
      { transitId, playerId, gameId, log, side, currency, stake: minor(stake) },
      {
        player: playerIn(given, playerId),
        held: given.holding(playerAccount(playerId), currency),
        at: given.at,
        settings: settingsIn(given),
        refusalOfStaker,
        here: 2,
        peers: new Set([1, 2]),
        transit: given.stream(transitStreamKind, transitStream(transitId)),
        ...context,
      },
    );

/** What a stake of a currency never asks for. */
export const NO_ITEMS: GuestItemsContext = {
  stakesOf: () => refuse("items_not_listed", "There is no catalogue."),
  valueNow: () => null,
  keptOf: () => null,
  depositOf: () => ({ status: "absent" }),
  bar: null,
};
