import { crashTableStreamKind } from "#domain/features/crash/stream.ts";
import { currencyOf } from "#domain/features/house-flips/rules.ts";
import { invariant } from "#domain/kernel/invariant.ts";
import { parseMinor } from "#domain/kernel/money.ts";
import { crashRound, currentCrash, dueCrash, endedCrash } from "#projections/features/crash/shown.ts";
import type { Beacon } from "#service/features/beacon/beacon.ts";
import type { RoundClock } from "#service/features/game-rounds/database-clock.ts";
import type { RoundKind } from "#service/features/game-rounds/round-kind.ts";
import { perform } from "#service/http/route.ts";
import { timeOrderedId, uuidV7 } from "#service/ids.ts";
import { betCommand, startCommand, voidCommand } from "./commands.ts";
import type { CrashRunner } from "./runner.ts";

/** Crash as rounds of player-made games. */
export const crashKind = (
  world: { readonly beacon: Beacon; readonly clock: RoundClock },
  runner: CrashRunner,
): RoundKind => ({
  gameType: "crash",
  tables: crashTableStreamKind,
  bet: (call, deps) => {
    const { betAmount, currency, autoCashOut, version = null } = call.body;
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
      seenVersion: version,
      auto: autoCashOut === undefined ? null : Math.round(autoCashOut * 100),
      roundId: uuidV7(origin.at),
    };
    return perform(betCommand(origin, command, world), { call, deps });
  },
  round: crashRound,
  current: currentCrash,
  ended: endedCrash,
  due: dueCrash,
  drawn: startCommand,
  voided: voidCommand,
  run: ({ gameId, currency, roundId, dueAt }) => runner.run({ gameId, currency, roundId }, dueAt),
});
