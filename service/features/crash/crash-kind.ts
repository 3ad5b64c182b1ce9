import { CLOCK_ERROR_MS_MAX } from "#domain/features/crash/rules.ts";
import { crashTableStreamKind } from "#domain/features/crash/stream.ts";
import { bustOf } from "#domain/features/game-rounds/frames.ts";
import { formatMinor } from "#domain/kernel/money.ts";
import { crashRounds } from "#projections/features/crash/shown.ts";
import type { Outcome, Submission } from "#service/event-store/commands/submission.ts";
import type { Beacon } from "#service/features/beacon/beacon.ts";
import type { RoundClock } from "#service/features/game-rounds/database-clock.ts";
import { betOf, type RoundKind } from "#service/features/game-rounds/round-kind.ts";
import { perform } from "#service/http/route.ts";
import { betCommand, lookCommand, startCommand, voidCommand } from "./commands.ts";
import type { Flights } from "./flights.ts";
import { crashProof } from "./prove/proof.ts";
import type { CrashRunner } from "./runner.ts";

/**
 * How long after a bust it is announced, in milliseconds. Two processes' clocks may differ by twice their error, and a
 * cash-out sent after the announcement must not be early by the other process's clock.
 */
const BUST_TOLD_AFTER_MS = 4 * CLOCK_ERROR_MS_MAX;

/** Crash as rounds of player-made games. */
export const crashKind = (
  world: { readonly beacon: Beacon; readonly clock: RoundClock },
  {
    runner,
    flights,
    submit,
  }: {
    readonly runner: CrashRunner;
    readonly flights: Flights;
    readonly submit: (command: Submission) => Promise<Outcome>;
  },
): RoundKind => ({
  ...crashRounds,
  tables: crashTableStreamKind,
  model: "crash-rounds",
  bet: (call, deps) => {
    const { autoCashOut } = call.body;
    const { origin, bet } = betOf(call);
    const command = { ...bet, auto: autoCashOut === undefined ? null : Math.round(autoCashOut * 100) };
    return perform(betCommand(origin, command, world), { call, deps });
  },
  proof: crashProof,
  drawn: (round, out) => startCommand(round, out, world.clock),
  voided: voidCommand,
  run: ({ gameId, currency, roundId, dueAt }) => runner.run({ gameId, currency, roundId }, dueAt),
  watch: async ({ id: roundId, gameId, currency }) => {
    if (flights.known(roundId) === null)
      await submit(lookCommand({ gameId, currency, roundId }, Math.floor(world.clock.now()), flights));
  },
  bust: (roundId) => {
    const flight = flights.known(roundId);
    if (flight === null) return null;
    const point = formatMinor(BigInt(flight.point));
    return { point, t: bustOf(flight.point), toldAt: flight.bustsAt + BUST_TOLD_AFTER_MS };
  },
});
