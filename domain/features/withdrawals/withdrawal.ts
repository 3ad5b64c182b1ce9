import type { Copy } from "../../accounts/item.ts";
import type { RecordedEvent } from "../../kernel/events/event.ts";
import type { StreamKind, StreamRead } from "../../kernel/events/stream-kind.ts";
import { isWithdrawalEvent, withdrawalStream } from "./events.ts";
import type { WithdrawalStatus } from "./rules.ts";

/** What the log says of a withdrawal, as far as a decision needs it. */
export type Withdrawal = { readonly status: "absent" } | AskedWithdrawal;

/** Instants in milliseconds. */
export type AskedWithdrawal = {
  readonly status: WithdrawalStatus;
  readonly playerId: string;
  readonly copy: Copy;
  /** The deposit that keeps the copy in custody. */
  readonly depositId: string;
  /** The admin reviewing it, and until when. */
  readonly claim: { readonly by: string; readonly until: number } | null;
  /** The first approval of two. */
  readonly first: { readonly by: string } | null;
  /** When it was approved: a look at the platform before that says nothing. */
  readonly approvedAt: number | null;
  /** The admin sending it, and until when they alone may. */
  readonly trade: { readonly by: string; readonly until: number } | null;
  /** Whether the platform has shown the copy at another player. */
  readonly isElsewhere: boolean;
};

function evolveWithdrawal(withdrawal: Withdrawal, event: RecordedEvent): Withdrawal {
  if (!isWithdrawalEvent(event)) return withdrawal;
  if (event.type === "WithdrawalRequested") {
    const { playerId, copy, depositId } = event.payload;
    const nothing = { claim: null, first: null, approvedAt: null, trade: null, isElsewhere: false };
    return { status: "pending", playerId, copy, depositId, ...nothing };
  }
  if (withdrawal.status === "absent") return withdrawal;
  switch (event.type) {
    case "WithdrawalClaimed":
      return { ...withdrawal, claim: { by: event.payload.by, until: event.payload.until } };
    case "WithdrawalFirstApproved":
      return { ...withdrawal, claim: null, first: { by: event.payload.by } };
    case "WithdrawalApproved":
      return { ...withdrawal, status: "approved", approvedAt: event.recordedAt };
    case "WithdrawalRejected":
      return { ...withdrawal, status: "rejected" };
    case "WithdrawalCancelled":
      return { ...withdrawal, status: "cancelled" };
    case "WithdrawalSent":
      return {
        ...withdrawal,
        status: "sending",
        trade: { by: event.payload.by, until: event.payload.until },
      };
    case "WithdrawalSeenElsewhere":
      return { ...withdrawal, isElsewhere: true };
    case "WithdrawalDone":
      return { ...withdrawal, status: "done" };
    case "WithdrawalReturned":
      return { ...withdrawal, status: "returned" };
  }
}

export const withdrawalStreamKind: StreamKind<Withdrawal> = {
  kind: "withdrawal",
  foldVersion: 1,
  initial: { status: "absent" },
  evolve: evolveWithdrawal,
};

/** The stream of a withdrawal. */
export const readOfWithdrawal = (withdrawalId: string): StreamRead<Withdrawal> => ({
  kind: withdrawalStreamKind,
  name: withdrawalStream(withdrawalId),
});
