import { type Currency, playerAccount } from "../../accounts/account.ts";
import type { Side } from "../../fairness/st1.ts";
import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import { formatMinor, type Minor } from "../../kernel/money.ts";
import type { Settings } from "../../kernel/setting.ts";
import { type AtLog, leaveLog } from "../../ledger/transit/transit.ts";
import { guestIdOf } from "../../player/guest.ts";
import type { Player } from "../../player/player.ts";
import type { RefusalOfStaker } from "../../player/player-slice.ts";
import { STAKE_MIN } from "../house-flips/rules.ts";
import { stakeMaxOf } from "../house-flips/settings.ts";
import { awayEscrow, STAKE_PURPOSE } from "../live-coinflips/guests/guest.ts";
import { awayStakes } from "./away-stake.ts";
import { awayStakeMade } from "./events.ts";
import { AWAY_STAKES_MAX } from "./rules.ts";

/** A stake of a player on an open coinflip of another log. */
export interface StakeAway {
  readonly transitId: string;
  readonly playerId: string;
  readonly gameId: string;
  /** The number of the other log. */
  readonly log: number;
  /** The player's face. */
  readonly side: Side;
  readonly currency: Currency;
  readonly stake: Minor;
}

/** What staking stands on: the player, what they hold, this log and those that there are. */
export interface StakeAwayContext extends AtLog {
  readonly player: Player;
  readonly held: bigint;
  readonly at: number;
  readonly settings: Settings;
  readonly refusalOfStaker: RefusalOfStaker;
  readonly peers: ReadonlySet<number>;
}

/**
 * Sends a stake to a coinflip of another log. All rules about the player are decided here; the game's own are decided
 * there, and a stake that it does not take comes back.
 */
export function stakeAway(command: StakeAway, context: StakeAwayContext): Decision<{ readonly id: string }> {
  const { transitId: id, playerId, gameId, log, side, currency, stake } = command;
  const { player, at, here, transit, peers } = context;
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  const bar = context.refusalOfStaker(player, { at, value: stake });
  if (bar !== null) return { refused: bar };
  const most = stakeMaxOf(context.settings);
  if (stake < STAKE_MIN || stake > most)
    return refuse("stake_out_of_range", `A stake is ${formatMinor(STAKE_MIN)} to ${formatMinor(most)}.`);
  if (awayStakes.of(player) >= AWAY_STAKES_MAX) {
    const detail = `${AWAY_STAKES_MAX} of your stakes are in other logs already. Wait for one to come back.`;
    return refuse("too_many_away", detail);
  }
  if (stake > context.held)
    return refuse("insufficient_balance", `You don't have enough ${currency} to place this bet`);
  const purpose = `${STAKE_PURPOSE}:${gameId}`;
  const leave = {
    id,
    to: log,
    sender: awayEscrow(id),
    receiver: playerAccount(guestIdOf(id)),
    asset: currency,
    amount: stake,
    purpose,
  };
  // What leaves is what the stake brings into the escrow in the same batch.
  const left = leaveLog(leave, { here, transit, peers, held: stake });
  if ("refused" in left) return left;
  const made = awayStakeMade({ currency, gameId, log, playerId, side, stake: String(stake), transitId: id });
  return accept([made, ...left.events], { id });
}
