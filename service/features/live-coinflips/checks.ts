import { isCurrency } from "#domain/accounts/account.ts";
import { type BeaconChain, publishedAt, QUICKNET } from "#domain/fairness/beacon.ts";
import { payoutOf, STAKE_MIN } from "#domain/features/house-flips/rules.ts";
import {
  type Coinflip,
  coinflipSecrets,
  coinflipStreamKind,
  type LockedCoinflip,
} from "#domain/features/live-coinflips/coinflip.ts";
import {
  type CoinflipEvent,
  type CoinflipJoined,
  type CoinflipOpened,
  type CoinflipSettled,
  type CoinflipSide,
  type CoinflipVoided,
  coinflipCancelled,
  coinflipExpired,
  coinflipJoined,
  coinflipOpened,
  coinflipSettled,
  coinflipStream,
  coinflipVoided,
  isCoinflipEvent,
} from "#domain/features/live-coinflips/events.ts";
import { refusalOfRange } from "#domain/features/live-coinflips/items/items.ts";
import { currencyOfStakes, type Stake, valueOfStakes } from "#domain/features/live-coinflips/items/stake.ts";
import { JOIN_WRITTEN_WITHIN_MS, VOID_AFTER_MS } from "#domain/features/live-coinflips/rules.ts";
import { resultOf } from "#domain/features/live-coinflips/settle.ts";
import { playerStream } from "#domain/features/players/events.ts";
import { toHex } from "#domain/kernel/bytes.ts";
import type { RecordedEvent } from "#domain/kernel/events/event.ts";
import { canonicalJson } from "#domain/kernel/json.ts";
import type { Posting } from "#domain/ledger/posting.ts";
import type { Sql } from "#projections/kernel/sql.ts";
import { type BeaconsPass, beaconsCheck } from "#service/features/beacon/checks.ts";
import { type StakesPass, stakesCheck } from "#service/features/house-flips/stakes-check.ts";
import { expectExperience } from "#service/features/players/experience-check.ts";
import { gameCommitmentOf } from "#service/features/seed-pairs/commitments.ts";
import { checkSealed, type Promised } from "#service/features/seed-pairs/sealed-check.ts";
import { PAIR_OF_GAME } from "#service/features/seed-pairs/sealed-seeds.ts";
import { type SettingsPass, settingsCheck } from "#service/features/settings/checks.ts";
import { isSameMoves } from "#service/ledger/verifier/as-told.ts";
import type { CheckPass, FoldedLog, LogCheck, PassOf } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";
import { type StakeValuesPass, stakeValuesCheck } from "./stake-values.ts";

/** A game is given up by one clock and recorded by another. In milliseconds. */
const CLOCK_DOUBT_MS = 60_000;

type Followed<E extends { readonly type: string; readonly payload: unknown }> = RecordedEvent & E;

/**
 * Checks games between players: stakes that match, posted as the game says, beacon rounds unknown at the join, revealed
 * seeds that match their commitments, signatures of the beacon fixed at the join, and results that follow from these.
 */
class CoinflipsPass implements CheckPass {
  readonly #beacons: BeaconsPass;
  readonly #values: StakeValuesPass;
  readonly #stakes: StakesPass;
  readonly #settings: SettingsPass;
  #recomputed = 0;

  constructor(passOf: PassOf) {
    this.#beacons = passOf(beaconsCheck);
    this.#values = passOf(stakeValuesCheck);
    this.#stakes = passOf(stakesCheck);
    this.#settings = passOf(settingsCheck);
  }

  get recomputed(): number {
    return this.#recomputed;
  }

  event(game: RecordedEvent, state: unknown): void {
    if (!isCoinflipEvent(game)) return;
    const coinflip = state as Coinflip;
    expectAt(game.position, game.stream === coinflipStream(game.payload.gameId), () => {
      return `${game.type} of the game ${game.payload.gameId} is in another game's stream.`;
    });
    if (game.type === "CoinflipOpened") this.#opened(game);
    else if (game.type === "CoinflipJoined") this.#joined(game, coinflip);
    else if (game.type === "CoinflipSettled") this.#settled(game, coinflip);
    else if (game.type === "CoinflipVoided") voided(game, revealed(game, coinflip));
    const due = postingsDue(game, coinflip);
    expectAt(game.position, due !== null && isSameMoves(due, game.postings), () => {
      return `${game.type} does not post the game's outcome.`;
    });
  }

  async tables({ states, position }: FoldedLog, tx: Sql): Promise<void> {
    await checkSealed(promisedGames(states(coinflipStreamKind)), { tx, position });
  }

  /** What items may be worth is not bounded. */
  #opened(event: Followed<CoinflipOpened>): void {
    const { playerId, stakes } = event.payload.creator;
    this.#values.expectWorth(event.position, stakes);
    const least = currencyOfStakes(stakes) === null ? null : STAKE_MIN;
    this.#stakes.expectTaken(event, { by: playerStream(playerId), stake: valueOfStakes(stakes), least });
  }

  #joined(event: Followed<CoinflipJoined>, coinflip: Coinflip): void {
    const { position, payload } = event;
    const { stakes, playerId } = payload.joiner;
    joined(event);
    this.#values.expectWorth(position, stakes);
    this.#stakes.expectTaken(event, {
      by: playerStream(playerId),
      stake: valueOfStakes(stakes),
      least: null,
    });
    if (coinflip.status !== "open") return;
    const { creator } = coinflip;
    expectAt(position, playerId !== creator.playerId, () => "A creator joined their own game.");
    expectAt(
      position,
      isMatched(creator.stakes, stakes),
      () => "The joiner did not stake what the game asks for.",
    );
  }

  #settled(event: Followed<CoinflipSettled>, coinflip: Coinflip): void {
    const { position, payload } = event;
    const locked = revealed(event, coinflip);
    const { gameId, round, signature, serverSeed, digest, result, winnerId, wagered, payout, edge } = payload;
    this.#beacons.expectSigned(position, locked.chain, { round, signature });
    const drawn = resultOf(gameId, locked, { beacon: { round, signature }, serverSeed });
    expectAt(position, drawn.result === result && toHex(drawn.digest) === digest, () => {
      return `The game says ${result}, but seed and beacon give ${drawn.result}.`;
    });
    const winner = result === locked.side ? locked.creator : locked.joiner;
    expectAt(position, winner.playerId === winnerId, () => {
      return `The game was given to ${winnerId}, where ${winner.playerId} has the winning face.`;
    });
    const loser = winner === locked.creator ? locked.joiner : locked.creator;
    expectAt(
      position,
      event.schemaVersion === 1 || saysStakes(payload, winner, loser),
      () => "The game does not state the stakes that were made.",
    );
    for (const [side, xp] of [
      [winner, payload.winnerXp],
      [loser, payload.loserXp],
    ] as const)
      if (xp !== null)
        expectExperience(event, { player: null, stake: valueOfStakes(side.stakes), xp }, this.#settings.now);
    const stakes = [...locked.creator.stakes, ...locked.joiner.stakes];
    const staked = valueOfStakes(stakes);
    const isWhole = BigInt(wagered) === staked && BigInt(payout) + BigInt(edge) === staked;
    expectAt(position, isWhole, () => `Payout and edge of the game are not the ${staked} that were staked.`);
    const currency = currencyOfStakes(stakes);
    expectAt(
      position,
      payload.currency === currency,
      () => "The game was paid in something else than was staked.",
    );
    const due = currency === null ? staked : payoutOf(valueOfStakes(winner.stakes));
    expectAt(
      position,
      payout === String(due),
      () => `The winner got ${payout} of ${staked}, where ${due} are due.`,
    );
    this.#recomputed += 1;
  }
}

/** Whether a joiner staked the same as the creator, or items of about their value. */
function isMatched(theirs: Stake, stakes: Stake): boolean {
  if (currencyOfStakes(theirs) !== null) return canonicalJson(theirs) === canonicalJson(stakes);
  return (
    stakes.length > 0 &&
    stakes.every(({ asset }) => !isCurrency(asset)) &&
    refusalOfRange(valueOfStakes(theirs), valueOfStakes(stakes)) === null
  );
}

/** The seeds of unfinished games. */
function* promisedGames(games: Iterable<readonly [string, Coinflip]>): Generator<Promised> {
  for (const [owner, coinflip] of games)
    for (const commitment of coinflipSecrets(coinflip)) yield { commitment, owner, pair: PAIR_OF_GAME };
}

/** Whether a settlement states who staked what. In version 1 separate events on the players' streams did. */
function saysStakes(
  { loserId, winnerStake, loserStake }: CoinflipSettled["payload"],
  winner: CoinflipSide,
  loser: CoinflipSide,
): boolean {
  const [won, lost] = [valueOfStakes(winner.stakes), valueOfStakes(loser.stakes)];
  return loserId === loser.playerId && winnerStake === String(won) && loserStake === String(lost);
}

/** Checks what settling and voiding share. @returns the game that they end */
function revealed(
  { position, payload }: Followed<CoinflipSettled> | Followed<CoinflipVoided>,
  coinflip: Coinflip,
): LockedCoinflip {
  expectAt(
    position,
    coinflip.status === "locked",
    () => "A game was ended that was not waiting for a beacon.",
  );
  expectAt(position, payload.round === coinflip.round, () => {
    return `The game was ended by round ${payload.round}, where ${coinflip.round} was fixed.`;
  });
  expectAt(position, gameCommitmentOf(payload.serverSeed) === coinflip.commitment, () => {
    return "The server seed revealed for the game is not the one that was committed to.";
  });
  return coinflip;
}

/** Checks that a game was given up only when its beacon was late: its loser would gain by that otherwise. */
function voided({ position, recordedAt }: RecordedEvent, { round, chain }: LockedCoinflip): void {
  const from = publishedAt(round, chain) + VOID_AFTER_MS;
  expectAt(
    position,
    recordedAt >= from - CLOCK_DOUBT_MS,
    () => "A game was voided that could still be decided.",
  );
}

/**
 * Checks that the round fixed by a join is published after the join's latest possible write, and that its chain is
 * genuine.
 */
function joined({ position, recordedAt, payload: { round, chain } }: Followed<CoinflipJoined>): void {
  expectAt(position, chain.kind === "local" || isQuicknet(chain), () => {
    return "The beacon's chain is said to be drand's but is not.";
  });
  const isSecret = publishedAt(round, chain) > recordedAt + JOIN_WRITTEN_WITHIN_MS;
  expectAt(
    position,
    isSecret,
    () => `The beacon of round ${round} may have been known when the game was joined.`,
  );
}

const isQuicknet = (chain: BeaconChain): boolean =>
  canonicalJson({ ...chain }) === canonicalJson({ ...QUICKNET });

/** The postings due for an event of a game; null if the game is not in the state for it. */
function postingsDue(event: RecordedEvent & CoinflipEvent, coinflip: Coinflip): readonly Posting[] | null {
  const { type, payload } = event;
  if (coinflip.status === "absent")
    return type === "CoinflipOpened" ? coinflipOpened(payload).postings : null;
  if (coinflip.status === "open") {
    if (type === "CoinflipJoined") return coinflipJoined(payload, coinflip.creator.playerId).postings;
    if (type === "CoinflipCancelled") return coinflipCancelled(payload.gameId, coinflip.creator).postings;
    return type === "CoinflipExpired" ? coinflipExpired(payload.gameId, coinflip.creator).postings : null;
  }
  if (coinflip.status !== "locked") return null;
  const { creator, joiner } = coinflip;
  if (type === "CoinflipSettled")
    return coinflipSettled(payload, [...creator.stakes, ...joiner.stakes]).postings;
  return type === "CoinflipVoided" ? coinflipVoided(payload, [creator, joiner]).postings : null;
}

/** Checks games between players, and that the seeds of unfinished games are stored. */
export const liveCoinflipsCheck: LogCheck = {
  name: "live-coinflips",
  begin: (passOf) => new CoinflipsPass(passOf),
};
