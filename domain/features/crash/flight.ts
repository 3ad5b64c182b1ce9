import { type BeaconRound, beaconValue } from "../../fairness/beacon.ts";
import { crashDraw } from "../../fairness/crash.ts";
import { elapsedAt, FLIGHT_MS_MAX, MULTIPLIER_MAX, multiplierAt } from "../../fairness/crash-curve.ts";
import { toHex } from "../../kernel/bytes.ts";
import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import { invariant } from "../../kernel/invariant.ts";
import { ROUND_ENDED, type RoundName } from "../game-rounds/bet.ts";
import { seedOf } from "../game-tables/chain.ts";
import { isVoid, VOID } from "../game-tables/deciding-beacon.ts";
import { crashRoundStarted } from "./events.ts";
import { START_NOTICE_MS } from "./rules.ts";
import type { CrashRound, CrashTable } from "./table.ts";

/** A beacon round of the chain with this hash, whose signature the caller has checked. */
export interface StartCrash extends RoundName {
  readonly beacon: BeaconRound;
  readonly chainHash: string;
}

/** Starts the curve of a locked round, once its beacon is out. */
export function startCrash(
  { gameId, currency, roundId, beacon, chainHash }: StartCrash,
  { table, at }: { readonly table: CrashTable; readonly at: number },
): Decision<{ readonly roundId: string; readonly startsAt: number }> {
  const { round } = table;
  if (round === null || round.roundId !== roundId) return ROUND_ENDED;
  if (round.signature !== null) return refuse("started_already", "This round is running.");
  if (at < round.beacon.closesAt) return refuse("too_early", "This round still takes bets.");
  if (round.beacon.chain.chainHash !== chainHash || round.beacon.round !== beacon.round)
    return refuse("other_beacon", "This round is waiting for another beacon.");
  if (isVoid(round.beacon, at)) return VOID;
  const startsAt = Math.max(round.startsAt, at + START_NOTICE_MS);
  const { signature } = beacon;
  return accept([crashRoundStarted({ currency, gameId, roundId, signature, startsAt })], {
    roundId,
    startsAt,
  });
}

/** What decides a running round. Secret until the bust: in memory only, never in an event, answer or log line. */
export interface Flight {
  readonly roundId: string;
  /** Hex. */
  readonly seed: string;
  readonly digest: string;
  /** Hundredths. */
  readonly point: number;
  /** When the round started, in milliseconds. */
  readonly startsAt: number;
  /** When the curve is past the point, in milliseconds. */
  readonly bustsAt: number;
}

/**
 * Draws the point of a round that has started, from the link that it committed to.
 * @throws InvariantError when the seed is not that link
 */
export function flightOf(round: CrashRound, seed: string): Flight {
  const { roundId, signature, beacon, number, terms, taken, startsAt } = round;
  invariant(signature !== null, "a round that runs has its beacon");
  const { point, digest } = crashDraw({
    gameId: roundId,
    round: beacon.round,
    number,
    edge: terms.edge,
    beacon: beaconValue({ round: beacon.round, signature }),
    serverSeed: seedOf(seed, taken.commitment),
  });
  const flies = point < MULTIPLIER_MAX ? elapsedAt(point + 1) : FLIGHT_MS_MAX;
  return { roundId, seed, digest: toHex(digest), point, startsAt, bustsAt: startsAt + flies };
}

/** The multiplier of a round at an instant, in hundredths; 100 before the start. @param at milliseconds */
export const multiplierOf = ({ startsAt }: Pick<CrashRound, "startsAt">, at: number): number =>
  multiplierAt(Math.max(0, at - startsAt));
