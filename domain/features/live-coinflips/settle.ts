import { type BeaconRound, beaconValue, publishedAt } from "../../fairness/beacon.ts";
import { pvpResult } from "../../fairness/rt1.ts";
import type { SeedSource } from "../../fairness/seed-source.ts";
import type { Side } from "../../fairness/st1.ts";
import { fromHex, toHex } from "../../kernel/bytes.ts";
import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import { invariant } from "../../kernel/invariant.ts";
import type { Settings } from "../../kernel/setting.ts";
import { transitOfGuest } from "../../player/guest.ts";
import type { Player } from "../../player/player.ts";
import { edgeOf, payoutOf } from "../house-flips/rules.ts";
import { experienceGranted } from "../players/experience.ts";
import { experienceDayMaxOf } from "../players/settings.ts";
import type { Coinflip, LockedCoinflip } from "./coinflip.ts";
import { type CoinflipSide, coinflipSettled, coinflipVoided } from "./events.ts";
import { currencyOfStakes, participantOf, valueOfStakes } from "./items/stake.ts";
import { VOID_AFTER_MS } from "./rules.ts";

/** What settling depends on: the game, both players, time, and seeds. */
export interface SettleContext {
  readonly coinflip: Coinflip;
  readonly playerOf: (playerId: string) => Player;
  readonly at: number;
  readonly seeds: SeedSource;
  readonly settings: Settings;
}

/** How a game ended. */
export type SettledCoinflip = { readonly id: string; readonly result: Side; readonly winnerId: string };

/** A round by which a game is to be decided, of the chain with this hash. */
export interface SettleCoinflip {
  readonly gameId: string;
  readonly beacon: BeaconRound;
  readonly chainHash: string;
}

/**
 * Decides a locked game by its beacon round, whose signature the caller has checked. Each game is settled once; both
 * players' experience is granted with it. Rounds of another chain, which has the same numbers, decide nothing.
 */
export function settleCoinflip(
  { gameId, beacon, chainHash }: SettleCoinflip,
  context: SettleContext,
): Decision<SettledCoinflip> {
  const { coinflip } = context;
  if (coinflip.status !== "locked") return refuse("not_locked", "This coinflip is not waiting for a beacon.");
  if (coinflip.chain.chainHash !== chainHash)
    return refuse("other_beacon", "This coinflip is waiting for another beacon.");
  invariant(beacon.round === coinflip.round, "a game is decided by its own round");
  const serverSeed = context.seeds.reveal(coinflip.commitment);
  const { digest, result } = resultOf(gameId, coinflip, { beacon, serverSeed });
  const isCreators = result === coinflip.side;
  const winner = isCreators ? coinflip.creator : coinflip.joiner;
  const loser = isCreators ? coinflip.joiner : coinflip.creator;
  const stakes = [...coinflip.creator.stakes, ...coinflip.joiner.stakes];
  const currency = currencyOfStakes(stakes);
  const stake = valueOfStakes(winner.stakes);
  const wagered = valueOfStakes(stakes);
  const payout = currency === null ? wagered : payoutOf(stake);
  const edge = currency === null ? 0n : edgeOf(stake);
  const { round, signature } = beacon;
  const dayMax = experienceDayMaxOf(context.settings);
  // A guest's own log grants them theirs.
  const xpOf = ({ playerId, stakes: own }: CoinflipSide): number =>
    transitOfGuest(playerId) === null
      ? experienceGranted(context.playerOf(playerId), valueOfStakes(own), { at: context.at, dayMax })
      : 0;
  const settled = coinflipSettled(
    {
      gameId,
      round,
      signature,
      serverSeed,
      digest: toHex(digest),
      result,
      winnerId: winner.playerId,
      loserId: loser.playerId,
      currency,
      wagered: String(wagered),
      payout: String(payout),
      edge: String(edge),
      winnerStake: String(stake),
      winnerXp: xpOf(winner),
      loserStake: String(valueOfStakes(loser.stakes)),
      loserXp: xpOf(loser),
    },
    stakes,
  );
  return accept([settled], { id: gameId, result, winnerId: winner.playerId });
}

/** A locked game's outcome by a beacon and the committed seed. */
export function resultOf(
  gameId: string,
  { creator, joiner, round }: Pick<LockedCoinflip, "creator" | "joiner" | "round">,
  drawn: { readonly beacon: BeaconRound; readonly serverSeed: string },
) {
  const serverSeed = fromHex(drawn.serverSeed);
  invariant(serverSeed !== null, "a server seed is hex");
  const participants = [participantOf(0, creator), participantOf(1, joiner)];
  return pvpResult({ gameId, round, beacon: beaconValue(drawn.beacon), participants, serverSeed });
}

/**
 * Gives both stakes of a locked game back, once its beacon has not come for a day. The seed is revealed, so that
 * everybody can see how the game would have ended when the beacon comes after all.
 */
export function voidCoinflip(
  gameId: string,
  { coinflip, at, seeds }: Pick<SettleContext, "coinflip" | "at" | "seeds">,
): Decision<{ readonly id: string }> {
  if (coinflip.status !== "locked") return refuse("not_locked", "This coinflip is not waiting for a beacon.");
  const { round, chain, creator, joiner, commitment } = coinflip;
  if (at < publishedAt(round, chain) + VOID_AFTER_MS)
    return refuse("too_early", "This coinflip's beacon may still come.");
  const serverSeed = seeds.reveal(commitment);
  return accept([coinflipVoided({ gameId, round, serverSeed }, [creator, joiner])], { id: gameId });
}
