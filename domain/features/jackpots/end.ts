import type { Currency } from "../../accounts/account.ts";
import { type BeaconRound, beaconValue } from "../../fairness/beacon.ts";
import { type JackpotDraw, jackpotDraw } from "../../fairness/jackpot.ts";
import { toHex } from "../../kernel/bytes.ts";
import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { EventOf } from "../../kernel/events/event-definition.ts";
import { invariant } from "../../kernel/invariant.ts";
import { type Minor, shareRoundedUp } from "../../kernel/money.ts";
import type { Settings } from "../../kernel/setting.ts";
import type { Player } from "../../player/player.ts";
import { ROUND_ENDED, type RoundName } from "../game-rounds/bet.ts";
import { seedOf } from "../game-tables/chain.ts";
import { isVoid, VOID, voidFrom } from "../game-tables/deciding-beacon.ts";
import { experienceGranted } from "../players/experience.ts";
import { experienceDayMaxOf } from "../players/settings.ts";
import { accrueShare } from "../user-games/share.ts";
import { jackpotPlayed, jackpotReturned, jackpotSettled, jackpotVoided } from "./events.ts";
import { ALONE_MS } from "./rules.ts";
import { type JackpotRound, type JackpotTable, potOf, stakesOfPlayers } from "./table.ts";

/** What the edge takes of a pot: rounded up, so that the winner never gets more than the pot less the edge. */
export const rakeOf = (pot: Minor, edge: number): Minor => shareRoundedUp(pot, BigInt(edge));

/** Draws a round by its own beacon and seed. */
export function drawOf(
  { roundId, taken, entries }: Pick<JackpotRound, "roundId" | "taken" | "entries">,
  { beacon, seed }: { readonly beacon: BeaconRound; readonly seed: string },
): JackpotDraw {
  return jackpotDraw({
    gameId: roundId,
    round: beacon.round,
    beacon: beaconValue(beacon),
    participants: entries.map((entry) => ({ ...entry, stake: BigInt(entry.stake), instances: [] })),
    serverSeed: seedOf(seed, taken.commitment),
  });
}

/** A round that is drawn, and the fraction of a share that its table carries. */
export interface DrawnRound {
  readonly gameId: string;
  readonly currency: Currency;
  readonly round: JackpotRound;
  readonly carried: string;
}

/** A round's outcome by its beacon and seed: the winner, the creator and the house share the pot, to nothing. */
export function jackpotResult(
  { gameId, currency, round, carried: before }: DrawnRound,
  revealed: { readonly beacon: BeaconRound; readonly seed: string },
): EventOf<typeof jackpotSettled> {
  const { ticket, winner: winnerSeq, digest } = drawOf(round, revealed);
  const winnerId = round.entries[winnerSeq]?.playerId;
  invariant(winnerId !== undefined, "the winner is one of the players");
  const { roundId, terms } = round;
  const pot = potOf(round);
  const rake = rakeOf(pot, terms.edge);
  const { share, carried } = accrueShare(before, pot, terms);
  return jackpotSettled({
    carried,
    creatorId: terms.creatorId,
    currency,
    digest: toHex(digest),
    gameId,
    payout: String(pot - rake),
    pot: String(pot),
    rake: String(rake),
    roundId,
    seed: revealed.seed,
    share: String(share),
    signature: revealed.beacon.signature,
    ticket: String(ticket),
    winnerId,
    winnerSeq,
  });
}

/** A settled round's result for each of its players, without experience. */
export const partsOfPlayers = (
  { currency, gameId, roundId, winnerId, payout, rake, share }: EventOf<typeof jackpotSettled>["payload"],
  round: JackpotRound,
): readonly Omit<EventOf<typeof jackpotPlayed>["payload"], "xp">[] =>
  [...stakesOfPlayers(round)].map(([playerId, stake]) => {
    const won =
      playerId === winnerId
        ? { houseGain: String(BigInt(rake) - BigInt(share)), payout }
        : { houseGain: "0", payout: "0" };
    return { currency, gameId, roundId, playerId, stake: String(stake), ...won };
  });

/** The round to end, with its link, which is unsealed only for this. */
export interface EndJackpot extends RoundName {
  /** Hex. */
  readonly seed: string;
}

/** A round of the beacon with this hash, whose signature the caller has checked. */
export interface SettleJackpot extends EndJackpot {
  readonly beacon: BeaconRound;
  readonly chainHash: string;
}

/** What the end of a round depends on. */
export interface EndContext {
  readonly table: JackpotTable;
  readonly at: number;
  readonly playerOf: (playerId: string) => Player;
  readonly settings: Settings;
}

/** Draws the winner of a locked round and pays out the pot. */
export function settleJackpot(
  { gameId, currency, roundId, seed, beacon, chainHash }: SettleJackpot,
  { table, at, playerOf, settings }: EndContext,
): Decision<{ readonly roundId: string; readonly winnerId: string }> {
  const { round, carried: before } = table;
  if (round === null || round.roundId !== roundId) return ROUND_ENDED;
  if (round.beacon === null || at < round.beacon.closesAt)
    return refuse("too_early", "This round still takes entries.");
  if (round.beacon.chain.chainHash !== chainHash || round.beacon.round !== beacon.round)
    return refuse("other_beacon", "This round is waiting for another beacon.");
  if (isVoid(round.beacon, at)) return VOID;
  const settled = jackpotResult({ gameId, currency, round, carried: before }, { beacon, seed });
  const dayMax = experienceDayMaxOf(settings);
  const played = partsOfPlayers(settled.payload, round).map((part) => {
    const xp = experienceGranted(playerOf(part.playerId), BigInt(part.stake), { at, dayMax });
    return jackpotPlayed({ ...part, xp });
  });
  return accept([settled, ...played], { roundId, winnerId: settled.payload.winnerId });
}

/** Gives all stakes of a round back: nobody else came for ten minutes, or its beacon did not come for a day. */
export function voidJackpot(
  { gameId, currency, roundId, seed }: EndJackpot,
  { table, at }: Pick<EndContext, "table" | "at">,
): Decision<{ readonly roundId: string }> {
  const { round } = table;
  if (round === null || round.roundId !== roundId) return ROUND_ENDED;
  const from = round.beacon === null ? round.openedAt + ALONE_MS : voidFrom(round.beacon);
  if (at < from) return refuse("too_early", "This round may yet be drawn.");
  // A wrong seed throws: it must not be published as the link of this round.
  seedOf(seed, round.taken.commitment);
  const place = { currency, gameId, roundId };
  const reason = round.beacon === null ? "alone" : "no_beacon";
  const returned = [...stakesOfPlayers(round)].map(([playerId, stake]) =>
    jackpotReturned({ ...place, playerId, stake: String(stake) }),
  );
  return accept([jackpotVoided({ ...place, reason, seed }), ...returned], { roundId });
}
