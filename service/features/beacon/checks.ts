import { areSignedBy } from "#domain/fairness/batch/beacons.ts";
import { type BeaconChain, type BeaconRound, isSignedBy } from "#domain/fairness/beacon.ts";
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

  /** Expects a round's signature to be its chain's. It is checked later, and named if it is wrong. */
  expectSigned(position: number, { publicKey }: BeaconChain, { round, signature }: BeaconRound): void {
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
