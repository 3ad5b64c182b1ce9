import { z } from "zod";
import { type Account, type Currency, playerAccount } from "../../accounts/account.ts";
import { currency } from "../../accounts/payload.ts";
import { hex32 } from "../../kernel/contract.ts";
import { moneyMinorText, whole } from "../../kernel/events/payload.ts";
import { move, type Posting } from "../../ledger/posting.ts";
import { roundEscrow } from "./table.ts";

/** Which round of which game, in every event of a round. */
export const place = { currency, gameId: z.string(), roundId: z.string() };
type Place = { readonly currency: Currency; readonly gameId: string; readonly roundId: string };

/** What a round opens by: the game's terms as of then, and the next link of its chain. */
export const terms = {
  chain: whole,
  commitment: hex32,
  creatorId: z.string(),
  edge: whole,
  housePart: whole,
  link: whole,
  maxBet: moneyMinorText,
  minBet: moneyMinorText,
  /** Counts the rounds of the table, from 1. */
  number: whole,
  version: whole,
};

/** Moves an amount from the escrow of a round to an account. */
export const outOfRound = (
  { currency: asset, roundId }: Place,
  to: Account,
  amount: string | bigint,
): readonly Posting[] => move({ from: roundEscrow(roundId), to, asset, amount: BigInt(amount) });

/** Moves an amount from an account into the escrow of a round. */
export const intoRound = (
  { currency: asset, roundId }: Place,
  from: Account,
  amount: string,
): readonly Posting[] => move({ from, to: roundEscrow(roundId), asset, amount: BigInt(amount) });

type Staked = Place & { readonly playerId: string; readonly stake: string };

/** Moves a player's stake into the escrow of a round. */
export const stakeIn = (bet: Staked): readonly Posting[] =>
  intoRound(bet, playerAccount(bet.playerId), bet.stake);

/** Gives a player's stake back from the escrow of a round. */
export const stakeBack = (bet: Staked): readonly Posting[] =>
  outOfRound(bet, playerAccount(bet.playerId), bet.stake);

/** Values for the examples of events. */
export const exampleHash = "72dbb7336c76780023f83da4c355f2eeea85733b13d3477697917790c1229084";
export const exampleSeed = "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f";
export const exampleBeacon = {
  chain: { chainHash: exampleHash, genesisAt: 0, kind: "drand", periodMs: 3_000, publicKey: "83cf" },
  closesAt: 1_767_268_820_500,
} as const;
export const exampleTerms = {
  chain: 1,
  commitment: exampleHash,
  creatorId: "p_alice",
  edge: 500,
  housePart: 0,
  link: 1,
  maxBet: "100000",
  minBet: "100",
  number: 1,
  version: 1,
};
