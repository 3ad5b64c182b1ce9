import { isSignedBy } from "#domain/fairness/beacon.ts";
import type { Coinflip, LockedCoinflip } from "#domain/features/live-coinflips/coinflip.ts";
import type { CoinflipSettled, CoinflipVoided } from "#domain/features/live-coinflips/events.ts";
import { resultOf } from "#domain/features/live-coinflips/settle.ts";
import { toHex } from "#domain/kernel/bytes.ts";
import type { RecordedEvent } from "#domain/kernel/event.ts";
import { gameCommitmentOf } from "#service/event-store/vault.ts";
import { expectAt } from "./problem.ts";

type Followed<E extends { readonly type: string; readonly payload: unknown }> = RecordedEvent & E;

/**
 * Checks games between players: revealed seeds that are the ones committed to, rounds that are those of the join,
 * signatures of the beacon named there, and results that come of all these.
 */
export class CoinflipsCheck {
  /** Signatures that were checked already, for a round decides every game that waits for it. */
  readonly #signed = new Set<string>();
  #recomputed = 0;

  /** How many games were recomputed. */
  get recomputed(): number {
    return this.#recomputed;
  }

  /** @param state what the event's stream folds to before it */
  event(event: RecordedEvent, state: unknown): void {
    const coinflip = state as Coinflip;
    if (event.type === "CoinflipSettled") this.#settled(event as Followed<CoinflipSettled>, coinflip);
    else if (event.type === "CoinflipVoided") revealed(event as Followed<CoinflipVoided>, coinflip);
  }

  #settled(event: Followed<CoinflipSettled>, coinflip: Coinflip): void {
    const { position, payload } = event;
    const locked = revealed(event, coinflip);
    const { gameId, round, signature, serverSeed, digest, result, winnerId } = payload;
    const key = `${locked.chain.publicKey} ${round} ${signature}`;
    const isSigned = this.#signed.has(key) || isSignedBy(locked.chain, { round, signature });
    expectAt(position, isSigned, () => `The beacon of round ${round} is not signed by the key of its chain.`);
    this.#signed.add(key);
    const drawn = resultOf(gameId, locked, { beacon: { round, signature }, serverSeed });
    expectAt(position, drawn.result === result && toHex(drawn.digest) === digest, () => {
      return `The game says ${result}, but seed and beacon give ${drawn.result}.`;
    });
    const winner = result === locked.side ? locked.creator : locked.joiner;
    expectAt(position, winner.playerId === winnerId, () => {
      return `The game was given to ${winnerId}, where ${winner.playerId} has the winning face.`;
    });
    this.#recomputed += 1;
  }
}

/** Checks what settling and voiding have in common, and gives the game they end. */
function revealed(
  { position, payload }: Followed<CoinflipSettled> | Followed<CoinflipVoided>,
  coinflip: Coinflip,
): LockedCoinflip {
  expectAt(position, coinflip.status === "locked", () => "A game was ended that waits for no beacon.");
  expectAt(position, payload.round === coinflip.round, () => {
    return `The game was ended by round ${payload.round}, where ${coinflip.round} was fixed.`;
  });
  expectAt(position, gameCommitmentOf(payload.serverSeed) === coinflip.commitment, () => {
    return "The server seed revealed for the game is not the one that was committed to.";
  });
  return coinflip;
}
