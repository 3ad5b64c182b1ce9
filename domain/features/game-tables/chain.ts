import { isNextLink } from "../../fairness/hash-chain.ts";
import { fromHex } from "../../kernel/bytes.ts";
import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { EventOf } from "../../kernel/events/event-definition.ts";
import { invariant } from "../../kernel/invariant.ts";
import { hashChainAnnounced } from "./events.ts";
import { CHAIN_ANNOUNCE_LEFT, CHAIN_LENGTH } from "./rules.ts";
import type { TableName } from "./table.ts";

type AnnouncedChain = { readonly terminal: string; readonly length: number };

/** The hash chain that a table draws its rounds from, and how far it is used. */
export type TableChain = AnnouncedChain & {
  /** From 1; the chain after it has the next number. */
  readonly number: number;
  /** Links that rounds have taken. A link is never taken twice. */
  readonly used: number;
  /** The newest link revealed, or the terminal: what commits to the next one. Hex. */
  readonly previous: string;
  readonly next: AnnouncedChain | null;
};

/** A link as a round takes it. */
export type TakenLink = {
  /** The number of the chain, and of the link in it, from 1. */
  readonly chain: number;
  readonly link: number;
  /** Its SHA-256, known before the round opens. */
  readonly commitment: string;
};

type Announced = EventOf<typeof hashChainAnnounced>["payload"];

/** Follows the announcement of a chain: the first is used at once, a later one when the present one is used up. */
export function withChain(chain: TableChain | null, { number, terminal, length }: Announced): TableChain {
  if (chain !== null) return { ...chain, next: { terminal, length } };
  return { number, terminal, length, used: 0, previous: terminal, next: null };
}

/** The chain of the next round's link; null when all links are taken. */
function chainInUse(chain: TableChain | null): TableChain | null {
  if (chain === null || chain.used < chain.length) return chain;
  if (chain.next === null) return null;
  const { terminal, length } = chain.next;
  return { number: chain.number + 1, terminal, length, used: 0, previous: terminal, next: null };
}

/** The next round's link; null without one. It involves no choice. */
export function nextLink(chain: TableChain | null): TakenLink | null {
  const inUse = chainInUse(chain);
  return inUse && { chain: inUse.number, link: inUse.used + 1, commitment: inUse.previous };
}

/** Follows a round that opened. A table without a chain has no link to take: no decision opens a round there. */
export function withLinkTaken<C extends TableChain | null>(chain: C): TableChain | C {
  if (chain === null) return chain;
  const inUse = chainInUse(chain);
  invariant(inUse !== null, "a round that opens takes a link");
  return { ...inUse, used: inUse.used + 1 };
}

/** Follows a round that ended and revealed its link. @param seed hex */
export const withLinkRevealed = (chain: TableChain, seed: string): TableChain => ({
  ...chain,
  previous: seed,
});

/** A game in one currency that is played in rounds, one at a time. */
export type RoundTable<R> = {
  readonly chain: TableChain | null;
  /** Rounds that have opened. */
  readonly rounds: number;
  /** The fraction of the creator's share, in parts of 10^-8. */
  readonly carried: string;
  readonly round: R | null;
};

export const initialTable: RoundTable<never> = { chain: null, rounds: 0, carried: "0", round: null };

/** Follows a round that opened, the n-th of its table. */
export const withRoundOpened = <R>(table: RoundTable<R>, number: number, round: R): RoundTable<R> => ({
  ...table,
  chain: withLinkTaken(table.chain),
  rounds: number,
  round,
});

/** Follows a round that ended and revealed its seed. @param carried the fraction of the creator's share from then on */
export const withRoundEnded = <R>(
  table: RoundTable<R>,
  seed: string,
  carried = table.carried,
): RoundTable<R> => ({
  chain: table.chain && withLinkRevealed(table.chain, seed),
  rounds: table.rounds,
  carried,
  round: null,
});

/** Commitments of the sealed roots that rounds of a table are drawn from. */
export const chainSecrets = (chain: TableChain | null): readonly string[] =>
  chain === null ? [] : [chain.terminal, ...(chain.next === null ? [] : [chain.next.terminal])];

/**
 * The bytes of a round's seed.
 * @throws InvariantError when it is not the link that the round committed to: a wrong link must never be used or
 * published
 */
export function seedOf(seed: string, commitment: string): Uint8Array {
  const [link, previous] = [fromHex(seed), fromHex(commitment)];
  invariant(
    link !== null && previous !== null && isNextLink(link, previous),
    "a round is drawn from the link that it committed to",
  );
  return link;
}

/** Gives a table its next chain, once the present one is nearly used up. @param terminal of the new chain, as hex */
export function announceChain(
  { table, terminal }: { readonly table: TableName; readonly terminal: string },
  chain: TableChain | null,
): Decision<{ readonly number: number }> {
  if (chain === null) return refuse("unknown_game", "There is no such game.");
  if (chain.next !== null) return refuse("announced_already", "The next chain is already announced.");
  if (chain.length - chain.used > CHAIN_ANNOUNCE_LEFT)
    return refuse("too_early", "The current chain has enough links left.");
  const number = chain.number + 1;
  return accept([hashChainAnnounced({ ...table, number, terminal, length: CHAIN_LENGTH })], { number });
}
