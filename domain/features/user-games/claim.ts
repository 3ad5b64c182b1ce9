import { CURRENCIES, type Currency, playerAccount } from "../../accounts/account.ts";
import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import { formatMinor, type Minor } from "../../kernel/money.ts";
import type { Player } from "../../player/player.ts";
import { withDebtsPaid } from "../deposits/debts.ts";
import { refusalOfSuspended, standing } from "../roles/standing.ts";
import { creatorShareClaimed } from "./events.ts";

/** What a claim depends on: free balances, and what waits to be claimed, in minor units. */
export interface ClaimContext {
  readonly player: Player;
  readonly balances: { readonly [C in Currency]: Minor };
  readonly unclaimed: { readonly [C in Currency]: Minor };
}

/** What a claim brought, before its place in the log is known. */
export type ClaimOutcome = {
  readonly rbx: string;
  readonly tix: string;
  readonly rbxBalance: string;
  readonly tixBalance: string;
};

/** Takes all that a creator's games have earned into the creator's balance, where it first pays what is owed. */
export function claimCreatorShare(
  playerId: string,
  { player, balances, unclaimed }: ClaimContext,
): Decision<ClaimOutcome> {
  if (player.status === "absent") return refuse("unknown_player", "There is no such player.");
  const bar = refusalOfSuspended(standing.of(player));
  if (bar !== null) return { refused: bar };
  const { RBX: rbx, TIX: tix } = unclaimed;
  if (rbx === 0n && tix === 0n) return refuse("nothing_to_claim", "There is nothing to claim.");
  const claimed = accept([creatorShareClaimed({ playerId, rbx: String(rbx), tix: String(tix) })], {});
  const decision = withDebtsPaid(claimed, () => player);
  if ("refused" in decision) return decision;
  const account = playerAccount(playerId);
  const legs = decision.events.flatMap(({ postings }) => postings).filter((leg) => leg.account === account);
  const [rbxBalance = "", tixBalance = ""] = CURRENCIES.map((currency) =>
    formatMinor(
      legs.reduce((sum, { asset, delta }) => (asset === currency ? sum + delta : sum), balances[currency]),
    ),
  );
  const answer = { rbx: formatMinor(rbx), tix: formatMinor(tix), rbxBalance, tixBalance };
  return accept(decision.events, answer);
}
