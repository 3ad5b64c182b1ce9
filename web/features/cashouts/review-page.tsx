import type { ReviewCashout } from "#domain/features/cashouts/contract.ts";
import { REJECTION_REASONS } from "#domain/features/cashouts/rules.ts";
import { CashoutFacts, StatusBadge, waitsForAddress } from "#web/features/cashouts/cashout-row.tsx";
import { NOTHING, REVIEW_DESCRIPTION, REVIEW_TITLE, STATUSES } from "#web/features/cashouts/messages.ts";
import { reviewQuery } from "#web/features/cashouts/queries.ts";
import { ActDialog } from "#web/features/roles/act-dialog.tsx";
import { ClaimReview } from "#web/features/roles/claim-review.tsx";
import { ReasonedActDialog } from "#web/features/roles/reasoned-act-dialog.tsx";
import {
  type ReviewDialogProps,
  ReviewItem,
  ReviewItems,
  ReviewStory,
} from "#web/features/roles/review-items.tsx";
import { ReviewQueue } from "#web/features/roles/review-queue.tsx";
import { sendBody, sendNote } from "#web/lib/api/commands/send.ts";
import { dateAndTime, dollars, readMoney } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { PlayerLink } from "#web/ui/players/player-link.tsx";

const PATH = "/admin/cashouts";

type ActProps = ReviewDialogProps<ReviewCashout>;

function About({ cashout: { netAmount, paypalEmail, player } }: { cashout: ReviewCashout }) {
  return (
    <p className="font-semibold text-ink [overflow-wrap:anywhere]">
      {dollars(readMoney(netAmount))} <span className="font-normal text-muted">of {player.username} to</span>{" "}
      {paypalEmail}
    </p>
  );
}

const ApproveDialog = ({ item: cashout, onClose }: ActProps) => (
  <ActDialog
    title={cashout.approvals > 0 ? "Approve cash-out as the second admin" : "Approve cash-out"}
    description="Paid at once and final, unless it needs a second admin: its amount counts together with the player's and your approvals of the last 24 hours."
    action="Approve"
    send={sendBody("POST /admin/cashouts/{id}/approve", { id: cashout.id })}
    done={({ status }) =>
      status === "approved"
        ? "The cash-out is approved. PayPal is asked to pay it."
        : "Your approval is recorded. A second admin must approve it too."
    }
    onClose={onClose}
  >
    <About cashout={cashout} />
  </ActDialog>
);

const RejectDialog = ({ item: cashout, onClose }: ActProps) => (
  <ReasonedActDialog
    name={`reject-${cashout.id}`}
    title="Reject cash-out"
    description="The money returns to the player's balance. The player sees the note."
    label="Note for the player"
    canned={REJECTION_REASONS}
    action="Reject"
    variant="destructive"
    send={sendNote("POST /admin/cashouts/{id}/reject", { id: cashout.id })}
    done={() => "The cash-out is rejected, and the player sees your note."}
    onClose={onClose}
  >
    <About cashout={cashout} />
  </ReasonedActDialog>
);

const DIALOGS = { approve: ApproveDialog, reject: RejectDialog } as const;

interface RowProps {
  readonly cashout: ReviewCashout;
  readonly now: number;
  readonly onAct: (act: keyof typeof DIALOGS) => void;
}

function Actions({ cashout, now, onAct }: RowProps) {
  const { id, status, payableFrom } = cashout;
  if (status === "approved")
    return (
      <Button size="sm" variant="destructive" onClick={() => onAct("reject")}>
        Reject
        <span className="sr-only"> the cash-out of {cashout.player.username}</span>
      </Button>
    );
  if (status !== "pending") return null;
  const wait = waitsForAddress(cashout, now)
    ? `A new address: approve it from ${dateAndTime(payableFrom)}.`
    : null;
  return (
    <ClaimReview
      item={cashout}
      noun="cash-out"
      now={now}
      wait={wait}
      claim={sendBody("POST /admin/cashouts/{id}/claim", { id })}
      onAct={onAct}
    />
  );
}

/** The history of a cash-out's review, and what PayPal says. */
function Story({ cashout }: Pick<RowProps, "cashout">) {
  const { paypalOrderId, trouble, failedCause, adminNotes } = cashout;
  const after = [
    paypalOrderId && `PayPal batch ${paypalOrderId}`,
    failedCause && `PayPal: ${failedCause}`,
    adminNotes && `Note: ${adminNotes}`,
  ];
  return (
    <>
      <ReviewStory item={cashout} after={after} />
      {trouble !== null && (
        <p className="text-loss text-sm [overflow-wrap:anywhere]">Not paid yet: {trouble}</p>
      )}
    </>
  );
}

function ReviewRow(props: RowProps) {
  const { cashout } = props;
  const { amount, player, status } = cashout;
  return (
    <ReviewItem
      label={`${dollars(readMoney(amount))} of ${player.username}`}
      className="sm:grid-cols-[minmax(0,1fr)_14rem]"
      actions={<Actions {...props} />}
    >
      <div className="min-w-0 space-y-1.5">
        <StatusBadge status={status} />
        <CashoutFacts cashout={cashout} />
        <PlayerLink player={player} />
        <Story cashout={cashout} />
      </div>
    </ReviewItem>
  );
}

/** The cash-outs that wait for a decision, and past ones. */
export default function CashoutReviewPage() {
  return (
    <ReviewQueue
      title={REVIEW_TITLE}
      description={REVIEW_DESCRIPTION}
      of="cash-outs"
      path={PATH}
      statuses={STATUSES}
      nothing={NOTHING}
      queryOf={reviewQuery}
    >
      {(items, isStale) => (
        <ReviewItems
          {...{ items, isStale }}
          of="Cash-outs"
          row={(cashout, on) => <ReviewRow cashout={cashout} {...on} />}
          dialogs={DIALOGS}
        />
      )}
    </ReviewQueue>
  );
}
