import { createElement, type ReactNode } from "react";
import type { St1Crypto } from "#domain/fairness/st1.ts";
import type { Api } from "#domain/features/contract.ts";
import type { ReceiptPorts } from "#domain/ledger/receipt.ts";
import type { LazyPage } from "#web/lib/lazy-page.ts";
import { defineSlot } from "#web/lib/slot.ts";

/** The proof of one game, by whichever scheme it was drawn. */
export type Proof = Api["GET /games/{id}/proof"]["answer"];
/** A player's own game, as in the history. */
export type PlayedGame = Api["GET /games/history"]["answer"][number];

/** The browser's cryptography, as far as games of any kind need it. */
export type GameCrypto = St1Crypto & Pick<ReceiptPorts, "sha256" | "verifyEd25519">;

/** What checking a proof found. */
export type ProofVerdict =
  | { readonly status: "unrevealed" }
  | { readonly status: "verified" }
  /** The proof does not hold, or is of another game than the history's. */
  | { readonly status: "mismatch"; readonly problem: string };

export const OTHER_GAME = "The proof differs from the game in your history.";
export const WRONG_STEP = "At least one step of the proof does not hold.";

/** How proofs of one scheme are shown and checked. */
interface ProofKindOf<P extends Proof> {
  readonly is: (proof: Proof) => proof is P;
  readonly heading: { readonly title: string; readonly description: string };
  readonly page: LazyPage<{ proof: P }>;
  /** Whether nothing will be added to it. */
  readonly isFinal: (proof: P) => boolean;
  /** Checks that a proof holds, and is of a game of the history. */
  readonly verify: (game: PlayedGame, proof: P, crypto: GameCrypto) => Promise<ProofVerdict>;
}

/** The same for callers that do not know the scheme: null for proofs of another one. */
export interface ProofKind {
  readonly heading: (proof: Proof) => ProofKindOf<Proof>["heading"] | null;
  readonly shown: (proof: Proof) => ReactNode;
  readonly isFinal: (proof: Proof) => boolean;
  readonly verify: (game: PlayedGame, proof: Proof, crypto: GameCrypto) => Promise<ProofVerdict> | null;
}

/** Where features say how proofs of their schemes are shown and checked. */
export const proofKinds = defineSlot<ProofKind>();

/** Declares how proofs of a scheme are shown and checked. @example proofKinds.fill(proofKind({ is, ... })) */
export const proofKind = <P extends Proof>(kind: ProofKindOf<P>): ProofKind => ({
  heading: (proof) => (kind.is(proof) ? kind.heading : null),
  shown: (proof) => (kind.is(proof) ? createElement(kind.page.View, { proof }) : null),
  isFinal: (proof) => kind.is(proof) && kind.isFinal(proof),
  verify: (game, proof, crypto) => (kind.is(proof) ? kind.verify(game, proof, crypto) : null),
});
