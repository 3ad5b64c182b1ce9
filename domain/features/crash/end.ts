import { MULTIPLIER_ONE, payoutAt } from "../../fairness/crash-curve.ts";
import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { NewEvent } from "../../kernel/events/event.ts";
import type { EventOf } from "../../kernel/events/event-definition.ts";
import { invariant } from "../../kernel/invariant.ts";
import type { Minor } from "../../kernel/money.ts";
import { ROUND_ENDED, type RoundName } from "../game-rounds/bet.ts";
import { seedOf } from "../game-tables/chain.ts";
import { voidFrom } from "../game-tables/deciding-beacon.ts";
import { experienceGranted } from "../players/experience.ts";
import { experienceDayMaxOf } from "../players/settings.ts";
import { accrueShare } from "../user-games/share.ts";
import { eventsOf, type FlightContext, runningRound } from "./cash-out.ts";
import { crashBetLost, crashBetReturned, crashRoundSettled, crashRoundVoided } from "./events.ts";
import { leavingBy, stakesOf } from "./exposure.ts";
import { flightOf } from "./flight.ts";
import { SETTLES_AFTER_BUST_MS } from "./rules.ts";
import { type CrashRound, type CrashTable, openBets } from "./table.ts";

/**
 * Settles a round after its bust: bets whose targets were reached are paid, the others are lost, the creator gets a
 * share, and what is left in the escrow goes to the house. The seed is revealed.
 */
export function settleCrash(
  name: RoundName,
  context: FlightContext,
): Decision<{ readonly roundId: string; readonly point: number }> {
  const { gameId, currency, roundId } = name;
  const { table, at, playerOf, settings } = context;
  const round = runningRound(roundId, context);
  if (round === null) return ROUND_ENDED;
  // Redrawn, so that the end depends on seed and beacon, not on memory.
  const { point, bustsAt } = flightOf(round, context.flight.seed);
  if (openBets(round).length > 0 && at < bustsAt + SETTLES_AFTER_BUST_MS)
    return refuse("too_early", "Cash-outs of this round may still be on their way.");
  const ruled = leavingBy(round, point);
  const paid = eventsOf(name, ruled, context);
  const dayMax = experienceDayMaxOf(settings);
  const lost = openBets(round)
    .filter(({ seq }) => !ruled.some(({ bet }) => bet.seq === seq))
    .map(({ auto: _auto, out: _out, ...bet }): NewEvent => {
      const xp = experienceGranted(playerOf(bet.playerId), BigInt(bet.stake), { at, dayMax });
      return crashBetLost({ ...bet, currency, gameId, roundId, point, xp });
    });
  const settled = crashResult(name, { round, carried: table.carried }, context.flight.seed);
  return accept([...paid, settled, ...lost], { roundId, point });
}

/**
 * A round's outcome by its seed, once every bet that leaves by rule is counted: the creator's share, and what is
 * left in the escrow for the house.
 * @param seed hex
 */
export function crashResult(
  { gameId, currency, roundId }: RoundName,
  { round, carried: before }: { readonly round: CrashRound; readonly carried: string },
  seed: string,
): EventOf<typeof crashRoundSettled> {
  const { point, digest } = flightOf(round, seed);
  const payouts = leavingBy(round, point).reduce(
    (sum, { bet, at: left }) => sum + payoutAt(BigInt(bet.stake), left),
    paidBefore(round),
  );
  const volume = volumeOf(round);
  const { share, carried } = accrueShare(before, volume, round.terms);
  const returned = BigInt(round.cap) + stakesOf(round) - payouts - share;
  invariant(returned >= 0n, "a round pays no more than its escrow holds");
  return crashRoundSettled({
    carried,
    creatorId: round.terms.creatorId,
    currency,
    digest,
    gameId,
    point,
    returned: String(returned),
    roundId,
    seed,
    share: String(share),
    signature: round.signature ?? "",
    volume: String(volume),
  });
}

const paidBefore = ({ bets }: CrashRound): Minor =>
  bets.reduce((sum, { out }) => (out === null ? sum : sum + BigInt(out.payout)), 0n);

/** The stakes that earn the creator a share: not those returned by an interruption before anybody could leave. */
const volumeOf = ({ bets }: CrashRound): Minor =>
  bets.reduce((sum, { stake, out }) => (out?.at === MULTIPLIER_ONE ? sum : sum + BigInt(stake)), 0n);

/**
 * Voids a round whose beacon has not come for a day: returns cap and stakes.
 * @param seed the link that the round took, as hex: it is used up, and published all the same
 */
export function voidCrash(
  { seed, gameId, currency, roundId }: RoundName & { readonly seed: string },
  { table: { round }, at }: { readonly table: CrashTable; readonly at: number },
): Decision<{ readonly roundId: string }> {
  if (round === null || round.roundId !== roundId) return ROUND_ENDED;
  if (round.signature !== null || at < voidFrom(round.beacon))
    return refuse("too_early", "This round may yet be played.");
  // A wrong seed throws: it must not be published as the link of this round.
  seedOf(seed, round.taken.commitment);
  const place = { currency, gameId, roundId };
  const returned = round.bets.map(({ auto: _auto, out: _out, ...bet }) =>
    crashBetReturned({ ...place, ...bet }),
  );
  return accept([crashRoundVoided({ ...place, cap: round.cap, seed }), ...returned], { roundId });
}
