import { currencyOf } from "#domain/features/house-flips/rules.ts";
import { jackpotTableStreamKind } from "#domain/features/jackpots/stream.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { parseMinor } from "#domain/kernel/money.ts";
import {
  currentJackpot,
  dueJackpots,
  endedJackpots,
  jackpotRound,
} from "#projections/features/jackpots/shown.ts";
import type { Beacon } from "#service/features/beacon/beacon.ts";
import type { RoundKind } from "#service/features/game-rounds/round-kind.ts";
import { HttpProblem } from "#service/http/problem.ts";
import { perform } from "#service/http/route.ts";
import { timeOrderedId, uuidV7 } from "#service/ids.ts";
import { enterCommand, settleCommand, voidCommand } from "./commands.ts";
import { jackpotProof } from "./proof.ts";

/** Jackpots as rounds of player-made games. */
export const jackpotKind = (beacon: Beacon): RoundKind => ({
  gameType: "jackpot",
  tables: jackpotTableStreamKind,
  model: "jackpot-rounds",
  bet: (call, deps) => {
    const { betAmount, currency, autoCashOut, version } = call.body;
    if (autoCashOut !== undefined) {
      const detail = "autoCashOut: Only a bet on a crash round has one.";
      throw new HttpProblem(400, { code: "invalid_request", detail });
    }
    const { playerId, isListed } = call.caller;
    const origin = call.origin();
    const stake = parseMinor(String(betAmount));
    invariant(stake !== null, "the schema lets only amounts through");
    const command = {
      playerId,
      isListed,
      betId: timeOrderedId("bet", origin.at),
      gameId: call.params.id,
      currency: currencyOf(currency),
      stake,
      roundId: uuidV7(origin.at),
      seenVersion: version ?? null,
    };
    return perform(enterCommand(origin, command, beacon), { call, deps });
  },
  round: jackpotRound,
  current: currentJackpot,
  ended: endedJackpots,
  proof: jackpotProof,
  due: dueJackpots,
  drawn: settleCommand,
  voided: ({ gameId, currency, roundId }, at) => voidCommand({ gameId, currency, roundId }, at),
});
