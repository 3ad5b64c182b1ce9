import { isCurrency, playerAccount, USD } from "#domain/accounts/account.ts";
import { isCopy } from "#domain/accounts/item.ts";
import { awayStakeStreamKind } from "#domain/features/away-coinflips/away-stake.ts";
import { endAway, stakeOf } from "#domain/features/away-coinflips/end.ts";
import { awayStream } from "#domain/features/away-coinflips/events.ts";
import {
  type StakeAway,
  type StakeItemsAway,
  stakeAway,
  stakeItemsAway,
} from "#domain/features/away-coinflips/stake.ts";
import { withDebtsPaid } from "#domain/features/deposits/debts.ts";
import { readOfDeposit } from "#domain/features/deposits/deposit.ts";
import { receivableAccount } from "#domain/features/deposits/events.ts";
import { limitedOf, readOfCatalogue } from "#domain/features/limiteds/catalogue.ts";
import { awayEscrow, BACK_PURPOSES, type BackReason } from "#domain/features/live-coinflips/guests/guest.ts";
import { refusalOfStaker } from "#domain/features/registry.ts";
import type { Refusal } from "#domain/kernel/decision.ts";
import { readOfTransit } from "#domain/ledger/transit/transit.ts";
import { carriedBy } from "#domain/ledger/transit/transit-events.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { LogView, Submission } from "#service/event-store/commands/submission.ts";
import { haltRefusal, readOfStakes } from "#service/features/halts/stakes.ts";
import {
  assetsOf,
  type Bet,
  streamsOf as betStreams,
  stakesIn,
  valueNowIn,
} from "#service/features/live-coinflips/bet.ts";
import { playerIn, readOfPlayer } from "#service/features/roles/actor.ts";
import { readOfSettings, settingsIn } from "#service/features/settings/settings-command.ts";
import { type ArrivalFor, transitIdAfter } from "#service/features/transits/commands.ts";
import { barOfLeaving, type LeavingHints, readsOfLeaving } from "./leaving.ts";

const readOfAway = (transitId: string) => ({ kind: awayStakeStreamKind, name: awayStream(transitId) });

/** A stake on a coinflip of another log, and what that log says of the game. */
export interface StakingAway {
  readonly stake: StakeAway;
  /** Why the game's log refuses a join; null if it may accept one. */
  readonly gone: Refusal | null;
  readonly here: number;
  readonly peers: ReadonlySet<number>;
}

/** The command that sends a stake to a coinflip of another log. */
export function stakeAwayCommand(
  origin: CommandOrigin,
  { stake, gone, here, peers }: StakingAway,
): Submission<{ readonly id: string }> {
  const { transitId, playerId, currency: asset } = stake;
  const free = { account: playerAccount(playerId), asset };
  return {
    ...origin,
    reads: () => ({
      streams: [
        readOfStakes,
        readOfSettings,
        readOfPlayer(playerId),
        readOfTransit(transitId),
        readOfAway(transitId),
      ],
      holdings: [free, { account: awayEscrow(transitId), asset }],
    }),
    decide: (view) => {
      const bar = haltRefusal(view) ?? gone;
      if (bar !== null) return { refused: bar };
      return stakeAway(stake, {
        player: playerIn(view, playerId),
        held: view.holding(free.account, asset),
        at: view.at,
        settings: settingsIn(view),
        refusalOfStaker,
        here,
        peers,
        transit: view.stream(readOfTransit(transitId)),
      });
    },
  };
}

/** A stake of copies on a coinflip for items of another log, as far as look-ups know. */
export interface StakingItemsAway extends Omit<StakingAway, "stake"> {
  readonly stake: Omit<StakeItemsAway, "stakes" | "kept">;
  /** The copies to stake, or why the player cannot stake them. */
  readonly bet: Bet;
  readonly hints: LeavingHints;
}

/** The command that sends copies to a coinflip for items of another log. */
export function stakeItemsAwayCommand(
  origin: CommandOrigin,
  { stake, gone, here, peers, bet, hints }: StakingItemsAway,
): Submission<{ readonly id: string }> {
  const { transitId, playerId } = stake;
  const free = playerAccount(playerId);
  const owes = { account: receivableAccount(playerId), asset: USD } as const;
  const accounts = [free, awayEscrow(transitId)];
  return {
    ...origin,
    reads: () => ({
      streams: [
        readOfStakes,
        readOfPlayer(playerId),
        readOfTransit(transitId),
        readOfAway(transitId),
        ...betStreams(bet),
        ...readsOfLeaving(hints),
      ],
      holdings: [owes, ...assetsOf(bet).flatMap((asset) => accounts.map((account) => ({ account, asset })))],
    }),
    decide: (view) => {
      const bar = haltRefusal(view) ?? gone;
      if (bar !== null) return { refused: bar };
      const found = stakesIn(view, bet);
      if ("refused" in found) return found;
      const { stakes } = found;
      const kept = stakes.flatMap(({ asset }) => {
        const one = isCopy(asset) ? hints.kept.get(asset) : undefined;
        return one === undefined ? [] : [one];
      });
      return stakeItemsAway(
        { ...stake, stakes, kept },
        {
          player: playerIn(view, playerId),
          holding: (asset) => (isCopy(asset) ? view.holding(free, asset) : 0n),
          owes: -view.holding(owes.account, owes.asset),
          depositOf: (depositId) => view.stream(readOfDeposit(depositId)),
          isListed: (assetId) => limitedOf(view.stream(readOfCatalogue), assetId) !== null,
          bar: barOfLeaving(view, hints),
          at: view.at,
          settings: settingsIn(view),
          refusalOfStaker,
          here,
          peers,
          transit: view.stream(readOfTransit(transitId)),
        },
      );
    },
  };
}

/** Accepts what comes back for stakes of this log's players: a payout or the stake. */
export const stakesComeBack = (here: number): readonly ArrivalFor[] =>
  (["paid", "void", "refused"] as const).map((reason) => comesBack(reason, here));

function comesBack(reason: BackReason, here: number): ArrivalFor {
  return {
    purpose: BACK_PURPOSES[reason],
    reads(departure) {
      const transitId = stakeOf({ departure, reason });
      const account = awayEscrow(transitId);
      const ofItems = "things" in departure ? [readOfCatalogue] : [];
      return {
        streams: [readOfAway(transitId), readOfSettings, ...ofItems],
        holdings: carriedBy(departure).flatMap(({ asset }) =>
          isCurrency(asset) || isCopy(asset) ? [{ account, asset }] : [],
        ),
      };
    },
    arrive(view, { departure, log, decision }) {
      const away = view.stream(readOfAway(stakeOf({ departure, reason })));
      const playerOf = (playerId: string) => playerIn(view, playerId);
      const ended = endAway(
        { departure, log, reason },
        {
          away,
          playerOf,
          at: view.at,
          settings: settingsIn(view),
          worthOf: (copy) => valueNowIn(view, [copy]),
          wayOn: () => wayOn(view, here, departure.id),
        },
        decision,
      );
      // The decision writes to the player's stream, so it must be in memory.
      if (away.status === "away") playerOf(away.staked.playerId);
      return withDebtsPaid(ended, playerOf);
    },
  };
}

/** How an arrival that fits no stake is sent on. One transit id per arrival, so it is sent on once. */
function wayOn(view: LogView, here: number, arrivedBy: string) {
  const id = transitIdAfter(here, `on ${arrivedBy}`);
  return { id, here, transit: view.stream(readOfTransit(id)) };
}
