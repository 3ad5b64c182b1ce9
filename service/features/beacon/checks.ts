import { areSignedBy } from "#domain/fairness/batch/beacons.ts";
import { type BeaconChain, type BeaconRound, isSignedBy, QUICKNET } from "#domain/fairness/beacon.ts";
import { isSameJson } from "#service/ledger/verifier/as-told.ts";
import type { CheckPass, LogCheck } from "#service/ledger/verifier/log-check.ts";
import { expectAt } from "#service/ledger/verifier/problem.ts";

/** Signatures checked together: a pairing for more of them would save hardly anything. */
const TOGETHER_MAX = 128;

interface Claim extends BeaconRound {
  readonly position: number;
  readonly publicKey: string;
}

/** Checks the signatures of beacons, many together: one by one they were most of the time of a verification. */
export class BeaconsPass implements CheckPass {
  #claims: Claim[] = [];
  #only: BeaconChain | null = null;

  /** From now on no other chain may decide a game. */
  allowOnly(chain: BeaconChain): void {
    this.#only = chain;
  }

  /**
   * Expects a round's signature to be its chain's. It is checked later, and named if it is wrong.
   * @throws BadLog when this chain may not decide
   */
  expectSigned(position: number, chain: BeaconChain, { round, signature }: BeaconRound): void {
    expectAt(position, this.#only === null || isSameJson({ ...chain }, { ...this.#only }), () => {
      return "Another beacon than drand decided a game.";
    });
    const { publicKey } = chain;
    this.#claims.push({ position, publicKey, round, signature });
    if (this.#claims.length === TOGETHER_MAX) this.flush();
  }

  flush(): void {
    const claims = this.#claims;
    this.#claims = [];
    const keys = new Set(claims.map(({ publicKey }) => publicKey));
    const isRight = (key: string) =>
      areSignedBy(key, distinct(claims.filter((one) => one.publicKey === key)));
    if ([...keys].every(isRight)) return;
    for (const { position, publicKey, round, signature } of claims)
      expectAt(
        position,
        isSignedBy({ publicKey }, { round, signature }),
        () => `The beacon of round ${round} is not signed by the key of its chain.`,
      );
  }
}

/** One round decides many games. */
const distinct = (claims: readonly Claim[]): readonly Claim[] => [
  ...new Map(claims.map((claim) => [`${claim.round} ${claim.signature}`, claim])).values(),
];

export const beaconsCheck: LogCheck<BeaconsPass> = { name: "beacon", begin: () => new BeaconsPass() };

/**
 * Checks that drand decided every game that was not void. For operators who never ran a beacon of their own: a log may
 * name any, and whoever holds its key foresees the results.
 */
export const drandCheck: LogCheck = {
  name: "drand",
  begin: (passOf) => {
    passOf(beaconsCheck).allowOnly(QUICKNET);
    return {};
  },
};
