import type { BeaconChain } from "../../fairness/beacon.ts";
import type { Side } from "../../fairness/st1.ts";
import type { RecordedEvent } from "../../kernel/events/event.ts";
import type { StreamKind, StreamRead } from "../../kernel/events/stream-kind.ts";
import { type CoinflipSide, coinflipStream, isCoinflipEvent } from "./events.ts";

/** Nobody has joined yet. */
export interface OpenCoinflip {
  readonly status: "open";
  readonly creator: CoinflipSide;
  /** The creator's face. */
  readonly side: Side;
  readonly commitment: string;
  readonly expiresAt: number;
}

/** Somebody has joined, and the beacon's round is yet to come or to be used. */
export interface LockedCoinflip extends Omit<OpenCoinflip, "status"> {
  readonly status: "locked";
  readonly joiner: CoinflipSide;
  readonly round: number;
  readonly chain: BeaconChain;
}

/** It is over; what remains is who it was between. */
export interface EndedCoinflip {
  readonly status: "settled" | "cancelled" | "expired" | "void";
  readonly creatorId: string;
  readonly joinerId: string | null;
}

/** What the log says of a coinflip, as far as a decision needs it. */
export type Coinflip = { readonly status: "absent" } | OpenCoinflip | LockedCoinflip | EndedCoinflip;

export const initialCoinflip: Coinflip = { status: "absent" };

const ENDS = {
  CoinflipSettled: "settled",
  CoinflipCancelled: "cancelled",
  CoinflipExpired: "expired",
  CoinflipVoided: "void",
} as const;

/** Follows a coinflip's stream by one event. */
function evolveCoinflip(coinflip: Coinflip, event: RecordedEvent): Coinflip {
  if (!isCoinflipEvent(event)) return coinflip;
  if (event.type === "CoinflipOpened") {
    const { creator, side, commitment, expiresAt } = event.payload;
    return { status: "open", creator, side, commitment, expiresAt };
  }
  if (event.type === "CoinflipJoined") {
    if (coinflip.status !== "open") return coinflip;
    const { joiner, round, chain } = event.payload;
    return { ...coinflip, status: "locked", joiner, round, chain };
  }
  if (coinflip.status !== "open" && coinflip.status !== "locked") return coinflip;
  return {
    status: ENDS[event.type],
    creatorId: coinflip.creator.playerId,
    joinerId: coinflip.status === "locked" ? coinflip.joiner.playerId : null,
  };
}

/** Commitments of the seeds that decisions on a coinflip may open. */
export const coinflipSecrets = (coinflip: Coinflip): readonly string[] =>
  coinflip.status === "open" || coinflip.status === "locked" ? [coinflip.commitment] : [];

/** How this state follows its stream. */
export const coinflipStreamKind: StreamKind<Coinflip> = {
  kind: "coinflip",
  foldVersion: 2,
  initial: initialCoinflip,
  evolve: evolveCoinflip,
  secrets: coinflipSecrets,
};

/** The stream of a coinflip. */
export const readOfCoinflip = (gameId: string): StreamRead<Coinflip> => ({
  kind: coinflipStreamKind,
  name: coinflipStream(gameId),
});
