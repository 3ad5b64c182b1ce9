import { z } from "zod";
import { type BeaconChain, firstRoundFrom, publishedAt } from "../../fairness/beacon.ts";
import { hex32 } from "../../kernel/contract.ts";
import { whole } from "../../kernel/events/payload.ts";
import { CLOCK_DOUBT_MS, CLOSES_BEFORE_BEACON_MS, VOID_AFTER_MS } from "./rules.ts";

/** The beacon as a decision knows it: its chain and the newest round that may be known, 0 for none. */
export interface BeaconView {
  readonly chain: BeaconChain;
  readonly newestRound: number;
}

const beaconChain = z.strictObject({
  chainHash: hex32,
  genesisAt: whole,
  kind: z.enum(["drand", "local"]),
  periodMs: whole,
  publicKey: z.string(),
});

/** The beacon round that decides, and until when bets are taken before it (milliseconds). */
export const decidingBeacon = z.strictObject({ chain: beaconChain, closesAt: whole, round: whole });
export type DecidingBeacon = Readonly<z.infer<typeof decidingBeacon>>;

/**
 * Fixes the beacon round that decides, by a formula and not by choice: the first one that leaves `windowMs` for bets.
 * Rounds already seen push it further, in case the clock behind `at` is slow.
 * @param at milliseconds
 */
export function fixBeacon(at: number, windowMs: number, { chain, newestRound }: BeaconView): DecidingBeacon {
  const lead = windowMs + CLOSES_BEFORE_BEACON_MS;
  const byClock = firstRoundFrom(at + lead, chain);
  const round = Math.max(byClock, newestRound + Math.ceil(lead / chain.periodMs) + 1);
  return { chain: { ...chain }, closesAt: publishedAt(round, chain) - CLOSES_BEFORE_BEACON_MS, round };
}

/** Maximum periods by which the newest round seen can postpone the deciding one. */
const PUSHED_PERIODS_MAX = 3;

/**
 * Whether {@link fixBeacon} could have given a beacon, with a slightly wrong clock.
 * @param at milliseconds
 */
export function isFixedByRule(
  { chain, round, closesAt }: DecidingBeacon,
  at: number,
  windowMs: number,
): boolean {
  const due = publishedAt(round, chain);
  const latest = at + windowMs + CLOSES_BEFORE_BEACON_MS + PUSHED_PERIODS_MAX * chain.periodMs;
  const leavesTime = closesAt >= at + windowMs - CLOCK_DOUBT_MS && due <= latest + CLOCK_DOUBT_MS;
  return leavesTime && closesAt === due - CLOSES_BEFORE_BEACON_MS;
}

/** Whether bets are too late: by the clock, or because the deciding round can be known already. */
export const isClosed = (beacon: DecidingBeacon, at: number, newestRound: number): boolean =>
  at >= beacon.closesAt || newestRound >= beacon.round;

/** When a round without its beacon becomes void, in milliseconds. */
export const voidFrom = ({ chain, round }: DecidingBeacon): number =>
  publishedAt(round, chain) + VOID_AFTER_MS;

/** From then on the round can only be void: otherwise the operator could choose, knowing the result. */
export const isVoid = (beacon: DecidingBeacon, at: number): boolean => at >= voidFrom(beacon);

/** The refusal of anything else after that. */
export const VOID = {
  refused: { code: "void", detail: "This round is void: it was not drawn within a day of its beacon." },
} as const;
