import { type BeaconChain, type BeaconRound, isSignedBy, publishedAt } from "#domain/fairness/beacon.ts";

/** Where rounds come from, unchecked. Null for a round that is unavailable now, for whatever reason. */
export interface RoundSource {
  fetch(round: number): Promise<BeaconRound | null>;
}

/** The public randomness of games between players. */
export interface Beacon {
  /** The chain that decides games that are joined now. */
  readonly chain: BeaconChain;
  /** Hashes of every chain whose rounds can be had: also those of older keys. */
  readonly chainHashes: readonly string[];
  /** The newest round that was seen, of the chain that decides games now; 0 for none. */
  newestRound(): number;
  /** A round whose signature was checked; null while it is unavailable. */
  round(chainHash: string, round: number): Promise<BeaconRound | null>;
  stop(): void;
}

/** How many rounds are kept: games that wait for one beacon wait for few rounds. */
const ROUNDS_MAX = 1_024;

/** The rounds of one chain, each asked for once at a time and checked before anybody gets it. */
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

  /** Keeps a round if it is the chain's. @returns whether it is */
  take(round: BeaconRound): boolean {
    if (this.#rounds.get(round.round)?.signature === round.signature) return true;
    if (!isSignedBy(this.chain, round)) return false;
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

  /** A round, checked; null before it is published, and while it is unavailable. */
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
