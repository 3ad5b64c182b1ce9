import { z } from "zod";
import { type BeaconChain, type BeaconRound, QUICKNET } from "#domain/fairness/beacon.ts";
import { asError } from "#service/db/errors.ts";
import { boundedFetch, type Fetch } from "#service/integrations/platform/bounded-fetch.ts";
import { type Beacon, CheckedRounds } from "./beacon.ts";

/** Timeout of one relay, after which the next is asked, in milliseconds. */
export const RELAY_TIMEOUT_MS = 1_500;
/** Interval of requests for the newest round, in milliseconds; longer while no relay answers. */
const FOLLOW_MS = 3_000;
const FOLLOW_AWAY_MS = 30_000;

/** The part of a relay's answer in use. The value is left out: it follows from the signature. */
const roundSchema = z.object({
  round: z.number().int().positive(),
  signature: z.string().regex(/^[0-9a-f]{96}$/),
});

export interface DrandOptions {
  /** Relays of rounds, such as `https://api.drand.sh`; their answers are verified. */
  readonly relays: readonly string[];
  readonly now: () => number;
  readonly fetch?: Fetch;
  /** A chain other than quicknet, for tests that hold its key. */
  readonly chain?: BeaconChain;
  readonly onTrouble?: (what: string, error: Error) => void;
}

/** drand's quicknet, through the first relay that answers. Accepts only rounds signed by the pinned key. */
export function createDrandBeacon(options: DrandOptions): Beacon {
  const { chain = QUICKNET, now } = options;
  const relays = new Relays(chain, options);
  const rounds = new CheckedRounds(chain, { fetch: (round) => relays.ask(String(round), round) }, now);
  relays.isBelieved = (round) => rounds.take(round);
  let isStopped = false;
  let timer: NodeJS.Timeout | null = null;
  const follow = async (): Promise<void> => {
    const newest = await relays.ask("latest", null);
    if (isStopped) return;
    timer = setTimeout(() => void follow(), newest === null ? FOLLOW_AWAY_MS : FOLLOW_MS);
    timer.unref();
  };
  void follow();
  return {
    chain,
    chainHashes: [chain.chainHash],
    newestRound: () => rounds.newest,
    round: async (chainHash, round) => (chainHash === chain.chainHash ? rounds.get(round) : null),
    stop: () => {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}

/** The relays of a chain, the one that answered last first. */
class Relays {
  readonly #chain: BeaconChain;
  readonly #options: DrandOptions;
  #first = 0;
  #isAway = false;
  /** Whether a round's signature is the chain's. */
  isBelieved: (round: BeaconRound) => boolean = () => false;

  constructor(chain: BeaconChain, options: DrandOptions) {
    this.#chain = chain;
    this.#options = options;
  }

  /**
   * Asks one relay after another until one gives a round that is signed.
   * @param wanted the required number; null for any
   */
  async ask(name: string, wanted: number | null): Promise<BeaconRound | null> {
    const { relays, onTrouble } = this.#options;
    // Fixed for this call: a concurrent one may change it.
    const first = this.#first;
    let trouble = new Error("there is no relay");
    for (let tried = 0; tried < relays.length; tried += 1) {
      const index = (first + tried) % relays.length;
      try {
        const round = await this.#from(relays[index] ?? "", name);
        if ((wanted !== null && round.round !== wanted) || !this.isBelieved(round))
          throw new Error(`${relays[index]} answered with a round of another chain`);
        this.#first = index;
        this.#isAway = false;
        return round;
      } catch (error) {
        trouble = asError(error);
      }
    }
    // Reported once per outage.
    if (!this.#isAway) onTrouble?.("no relay gives the beacon", trouble);
    this.#isAway = true;
    return null;
  }

  async #from(relay: string, name: string): Promise<BeaconRound> {
    const signal = AbortSignal.timeout(RELAY_TIMEOUT_MS);
    const { fetch = globalThis.fetch } = this.#options;
    const url = `${relay}/${this.#chain.chainHash}/public/${name}`;
    const response = await boundedFetch(fetch as Fetch, signal)(url, { redirect: "error" });
    if (response.status !== 200) throw new Error(`${relay} answered ${response.status}`);
    return roundSchema.parse(await response.json());
  }
}
