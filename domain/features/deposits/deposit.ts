import type { Copy } from "../../accounts/item.ts";
import type { RecordedEvent } from "../../kernel/events/event.ts";
import type { StreamKind } from "../../kernel/events/stream-kind.ts";
import { custodyArrived, custodyEnded, type DepositSubject, isDepositEvent } from "./events.ts";

/** A deposit that waits for review. */
export type PendingDeposit = {
  readonly status: "pending";
  readonly playerId: string;
  readonly wanted: DepositSubject;
  /** The admin reviewing it, and until when in milliseconds. */
  readonly claim: { readonly by: string; readonly until: number } | null;
  /** The first approval of two. */
  readonly first: { readonly by: string; readonly copies: readonly Copy[] } | null;
};

/** A deposit that was credited. */
export type CompletedDeposit = {
  readonly status: "completed";
  readonly playerId: string;
  readonly wanted: DepositSubject;
  /** What it keeps in custody. */
  readonly copies: readonly Copy[];
};

/** A deposit that is over. */
export type EndedDeposit = {
  readonly status: "rejected" | "cancelled" | "reversed";
  readonly playerId: string;
};

/** In place of a deposit: copies that came from another log by one transit. Nobody's to take back here. */
export type ArrivedDeposit = {
  readonly status: "arrived";
  /** Of no player. */
  readonly playerId: "";
  readonly copies: readonly Copy[];
};

/** What the log says of a deposit, as far as a decision needs it. */
export type Deposit =
  | { readonly status: "absent" }
  | PendingDeposit
  | CompletedDeposit
  | ArrivedDeposit
  | EndedDeposit;

const initialDeposit: Deposit = { status: "absent" };

/** Follows a deposit's stream by one event. */
function evolveDeposit(deposit: Deposit, event: RecordedEvent): Deposit {
  if (custodyEnded.is(event)) return withoutCopy(deposit, event.payload.copy);
  if (custodyArrived.is(event)) {
    const together = deposit.status === "arrived" ? deposit.copies : [];
    return { status: "arrived", playerId: "", copies: [...together, event.payload.copy] };
  }
  if (!isDepositEvent(event)) return deposit;
  if (event.type === "DepositRequested") {
    const { playerId, wanted } = event.payload;
    return { status: "pending", playerId, wanted, claim: null, first: null };
  }
  if (event.type === "DepositReversed") return { status: "reversed", playerId: event.payload.playerId };
  if (deposit.status !== "pending") return deposit;
  const { playerId, wanted } = deposit;
  if (event.type === "DepositRejected") return { status: "rejected", playerId };
  if (event.type === "DepositCancelled") return { status: "cancelled", playerId };
  if (event.type === "DepositCompleted") {
    return {
      status: "completed",
      playerId,
      wanted,
      copies: [...event.payload.credited, ...event.payload.kept],
    };
  }
  if (event.type === "DepositApproved") {
    const { by, copies } = event.payload;
    return { ...deposit, claim: null, first: { by, copies } };
  }
  const { by, until } = event.payload;
  return { ...deposit, claim: { by, until } };
}

const withoutCopy = (deposit: Deposit, gone: string): Deposit =>
  deposit.status === "completed" || deposit.status === "arrived"
    ? { ...deposit, copies: deposit.copies.filter((copy) => copy !== gone) }
    : deposit;

/** How this state follows its stream. */
export const depositStreamKind: StreamKind<Deposit> = {
  kind: "deposit",
  foldVersion: 3,
  initial: initialDeposit,
  evolve: evolveDeposit,
};
