import { type Currency, playerAccount } from "#domain/accounts/account.ts";
import type { RoundBet, RoundBetContext } from "#domain/features/game-rounds/bet.ts";
import { refusalOfStaker } from "#domain/features/registry.ts";
import { readOfUserGame } from "#domain/features/user-games/stream.ts";
import type { Decision } from "#domain/kernel/decision.ts";
import type { StreamRead } from "#domain/kernel/events/stream-kind.ts";
import type { JsonObject } from "#domain/kernel/json.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import type { CommandOrigin } from "#service/event-store/commands/command-origin.ts";
import type { HoldingRead, LogView, Submission } from "#service/event-store/commands/submission.ts";
import type { Beacon } from "#service/features/beacon/beacon.ts";
import { haltRefusal, readOfStakes } from "#service/features/halts/stakes.ts";
import { readsOfBalances } from "#service/features/players/balances.ts";
import { playerIn, readOfPlayer } from "#service/features/roles/actor.ts";
import { readOfSettings, settingsIn } from "#service/features/settings/settings-command.ts";
import { gameWithCreator } from "#service/features/user-games/commands.ts";
import { WRITTEN_WITHIN_MS } from "./round-kind.ts";

/** A player's balances, as answers about a bet have them. */
export type Balances = { readonly rbxBalance: string; readonly tixBalance: string };

/** A player's balances after a decision. */
export function balancesAfter(view: LogView, playerId: string, decision: Decision<JsonObject>): Balances {
  const account = playerAccount(playerId);
  const legs = "refused" in decision ? [] : decision.events.flatMap(({ postings }) => postings);
  const after = (currency: Currency) =>
    legs
      .filter((leg) => leg.account === account && leg.asset === currency)
      .reduce((sum, { delta }) => sum + delta, view.holding(account, currency));
  return { rbxBalance: formatMinor(after("RBX")), tixBalance: formatMinor(after("TIX")) };
}

/** What a kind of rounds adds to the command of a bet. */
interface BetRules<A extends JsonObject> {
  readonly beacon: Pick<Beacon, "chain" | "newestRound">;
  readonly streams: readonly StreamRead[];
  readonly holdings?: readonly HoldingRead[];
  decide(view: LogView, context: Omit<RoundBetContext<unknown>, "table">): Decision<A>;
}

/** The command of a bet, with its player's balances after it. @param isListed whether the settings name an admin */
export function roundBetCommand<A extends JsonObject>(
  origin: CommandOrigin,
  { playerId, gameId, currency, isListed }: RoundBet & { readonly isListed: boolean },
  { beacon, streams, holdings = [], decide }: BetRules<A>,
): Submission<A & Balances> {
  const account = playerAccount(playerId);
  return {
    ...origin,
    writtenWithinMs: WRITTEN_WITHIN_MS,
    reads: () => ({
      streams: [readOfStakes, readOfSettings, readOfUserGame(gameId), ...streams, readOfPlayer(playerId)],
      holdings: [...readsOfBalances(account), ...holdings],
    }),
    decide: (view) => {
      const bar = haltRefusal(view);
      if (bar !== null) return { refused: bar };
      const decision = decide(view, {
        actor: { player: playerIn(view, playerId), isListed },
        ...gameWithCreator(view, gameId),
        balance: view.holding(account, currency),
        at: view.at,
        beacon: { chain: beacon.chain, newestRound: beacon.newestRound() },
        settings: settingsIn(view),
        refusalOfStaker,
      });
      if ("refused" in decision) return decision;
      return { ...decision, answer: { ...decision.answer, ...balancesAfter(view, playerId, decision) } };
    },
  };
}
