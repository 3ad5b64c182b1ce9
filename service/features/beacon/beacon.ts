import { type BeaconChain, type BeaconRound, isSignedBy, publishedAt } from "#domain/fairness/beacon.ts";

/** A source of rounds. Null for a round that is unavailable now. */
export interface RoundSource {
  /** Whether it signs the rounds itself: they need no check, which takes longer than signing. */
  readonly isSigner?: boolean;
  fetch(round: number): Promise<BeaconRound | null>;
}

/** The public randomness of games between players. */
export interface Beacon {
  /** The chain that decides games joined from now on. */
  readonly chain: BeaconChain;
  /** Hashes of every available chain, those of older keys included. */
  readonly chainHashes: readonly string[];
  /** The newest round seen of `chain`; 0 for none. */
  newestRound(): number;
  /** A round whose signature was checked; null while unavailable. */
  round(chainHash: string, round: number): Promise<BeaconRound | null>;
  stop(): void;
}

/** Rounds cached. Games wait for few rounds at a time. */
const ROUNDS_MAX = 1_024;

/** The rounds of one chain, each requested once at a time and, unless its source signs it, checked before use. */
export class CheckedRounds {
  readonly chain: BeaconChain;
  readonly #source: RoundSource;
  readonly #now: () => number;
  readonly #rounds = new Map<number, BeaconRound>();
  readonly #asked = new Map<number, Promise<BeaconRound | null>>();
  #newest = 0;

  constructor(chain: BeaconChain, source: RoundSource, now: () => number) {
    this.chain = chain;
    this.#source = source;
    this.#now = now;
  }

  get newest(): number {
    return this.#newest;
  }

  /** Caches a round if it belongs to the chain. @returns whether it does */
  take(round: BeaconRound): boolean {
    if (this.#rounds.get(round.round)?.signature === round.signature) return true;
    if (this.#source.isSigner !== true && !isSignedBy(this.chain, round)) return false;
    this.#rounds.set(round.round, round);
    this.#newest = Math.max(this.#newest, round.round);
    if (this.#rounds.size > ROUNDS_MAX) {
      for (const oldest of this.#rounds.keys()) {
        this.#rounds.delete(oldest);
        break;
      }
    }
    return true;
  }

  /** A checked round; null before its publication and while unavailable. */
  async get(round: number): Promise<BeaconRound | null> {
    const known = this.#rounds.get(round);
    if (known !== undefined) return known;
    if (this.#now() < publishedAt(round, this.chain)) return null;
    const asked = this.#asked.get(round) ?? this.#ask(round);
    this.#asked.set(round, asked);
    return asked.finally(() => this.#asked.delete(round));
  }

  async #ask(round: number): Promise<BeaconRound | null> {
    const found = await this.#source.fetch(round);
    return found !== null && found.round === round && this.take(found) ? found : null;
  }
}
