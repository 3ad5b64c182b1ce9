import { jackpotTableStreamKind } from "#domain/features/jackpots/stream.ts";
import { jackpotRounds } from "#projections/features/jackpots/shown.ts";
import type { Beacon } from "#service/features/beacon/beacon.ts";
import { betOf, type RoundKind } from "#service/features/game-rounds/round-kind.ts";
import { HttpProblem } from "#service/http/problem.ts";
import { perform } from "#service/http/route.ts";
import { enterCommand, settleCommand, voidCommand } from "./commands.ts";
import { jackpotProof } from "./proof.ts";

/** Jackpots as rounds of player-made games. */
export const jackpotKind = (beacon: Beacon): RoundKind => ({
  ...jackpotRounds,
  tables: jackpotTableStreamKind,
  model: "jackpot-rounds",
  bet: (call, deps) => {
    if (call.body.autoCashOut !== undefined) {
      const detail = "autoCashOut: Only bets on crash rounds have one.";
      throw new HttpProblem(400, { code: "invalid_request", detail });
    }
    const { origin, bet } = betOf(call);
    return perform(enterCommand(origin, bet, beacon), { call, deps });
  },
  proof: jackpotProof,
  drawn: settleCommand,
  voided: ({ gameId, currency, roundId }, at) => voidCommand({ gameId, currency, roundId }, at),
});
