import { house, playerAccount } from "#domain/accounts/account.ts";
import type { Side } from "#domain/fairness/st1.ts";
import { type FlipOutcome, flipCoin } from "#domain/features/house-flips/flip.ts";
import { currencyOf } from "#domain/features/house-flips/rules.ts";
import { playerStream } from "#domain/features/players/events.ts";
import { playerStreamKind, refusalOfStaker } from "#domain/features/registry.ts";
import type { StreamKind } from "#domain/kernel/events/stream-kind.ts";
import type { Minor } from "#domain/kernel/money.ts";
import type { Player } from "#domain/player/player.ts";
import type { RefusalOfStaker } from "#domain/player/player-slice.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { Submission } from "#service/event-store/commands/submission.ts";
import { readOfBank } from "#service/features/bank/stakes.ts";
import { haltRefusal, readOfStakes } from "#service/features/halts/stakes.ts";
import { balancesIn } from "#service/features/players/balances.ts";
import { readOfSettings, settingsIn } from "#service/features/settings/settings-command.ts";
import { gameIdOf } from "#service/ids.ts";
import { seedsOf } from "#service/keys/seeds-of.ts";

/** How player streams are folded, and what refuses a stake. */
export interface PlayerRules {
  readonly playerStreamKind: StreamKind<Player>;
  readonly refusalOfStaker: RefusalOfStaker;
}
const ALL_RULES: PlayerRules = { playerStreamKind, refusalOfStaker };

/**
 * The command of a flip.
 * @param request stake in minor units of the side's currency
 * @param rules of all features; benchmarks leave some out to measure their cost
 */
export function flipCommand(
  origin: CommandOrigin,
  request: { readonly playerId: string; readonly side: Side; readonly stake: Minor },
  rules: PlayerRules = ALL_RULES,
): Submission<FlipOutcome> {
  const { playerId, side, stake } = request;
  const player = { kind: rules.playerStreamKind, name: playerStream(playerId) };
  const account = playerAccount(playerId);
  const gameId = gameIdOf(origin);
  // Field by field, as wherever a bet passes: copying by spread costs as much as hashing its event.
  const command = { playerId, gameId, side, stake };
  return {
    commandId: origin.commandId,
    keyed: origin.keyed,
    requestHash: origin.requestHash,
    actor: origin.actor,
    owner: origin.owner,
    at: origin.at,
    reads: () => ({
      streams: [readOfStakes, readOfSettings, readOfBank, player],
      holdings: [
        { account, asset: "RBX" },
        { account, asset: "TIX" },
        { account: house, asset: currencyOf(side) },
      ],
    }),
    decide: (view) => {
      const bar = haltRefusal(view);
      if (bar !== null) return { refused: bar };
      const settings = settingsIn(view);
      // The player's stream last: the append then finds it at once.
      return flipCoin(command, view.stream(player), {
        balances: balancesIn(view, account),
        bank: view.holding(house, currencyOf(side)),
        at: view.at,
        seeds: seedsOf(view),
        settings,
        refusalOfStaker: rules.refusalOfStaker,
      });
    },
  };
}
