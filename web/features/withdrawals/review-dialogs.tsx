import type { ReviewWithdrawal } from "#domain/features/withdrawals/contract.ts";
import { REJECTION_REASONS } from "#domain/features/withdrawals/rules.ts";
import { ActDialog } from "#web/features/roles/act-dialog.tsx";
import { whatOf } from "#web/features/withdrawals/messages.ts";
import { call } from "#web/lib/api/api.ts";
import { useAdminMutation } from "#web/lib/api/use-admin-mutation.ts";
import { ReasonDialog } from "#web/ui/dialogs/reason-dialog.tsx";

interface DialogProps {
  readonly withdrawal: ReviewWithdrawal;
  readonly onClose: () => void;
}

const About = ({ withdrawal }: Pick<DialogProps, "withdrawal">) => (
  <p className="font-semibold text-ink [overflow-wrap:anywhere]">
    {whatOf(withdrawal)}{" "}
    <span className="font-normal text-muted">
      (copy {withdrawal.instance}) for {withdrawal.player.username}
    </span>
  </p>
);

const ApproveDialog = ({ withdrawal, onClose }: DialogProps) => (
  <ActDialog
    title={withdrawal.approvals > 0 ? "Approve withdrawal as the second admin" : "Approve withdrawal"}
    description="It can be sent at once and no longer be cancelled, unless it needs a second admin: by its value with the player's and your approvals of the last 24 hours."
    action="Approve"
    send={(idempotencyKey) =>
      call("POST /admin/withdrawals/{id}/approve", {
        params: { id: withdrawal.id },
        body: {},
        idempotencyKey,
      })
    }
    done={({ status }) =>
      status === "approved"
        ? "The withdrawal is approved. Announce the trade, then send it."
        : "Your approval counts. A second admin has to approve it too."
    }
    onClose={onClose}
  >
    <About withdrawal={withdrawal} />
  </ActDialog>
);

const SendDialog = ({ withdrawal, onClose }: DialogProps) => (
  <ActDialog
    title="Announce the trade"
    description="Do this before you make the trade. The address to send it to appears afterwards. For 7 days nobody else sends it."
    action="I send it now"
    send={(idempotencyKey) =>
      call("POST /admin/withdrawals/{id}/send", { params: { id: withdrawal.id }, body: {}, idempotencyKey })
    }
    done={() => "The player is notified. Make the trade now, and ask for nothing in return."}
    onClose={onClose}
  >
    <About withdrawal={withdrawal} />
  </ActDialog>
);

const WITH_REASON = {
  reject: {
    title: "Reject withdrawal",
    description: "The item goes back to the player, in custody. The player reads the note.",
    label: "Note for the player",
    canned: REJECTION_REASONS,
    action: "Reject",
    done: "The withdrawal is rejected, and the player sees your note.",
  },
  complete: {
    title: "Say that it arrived",
    description: "For a player who has the item although no sync shows it. A second admin must confirm it.",
    label: "How you know",
    canned: undefined,
    action: "Propose",
    done: "The withdrawal is complete.",
  },
  return: {
    title: "Give the item back into custody",
    description:
      "Only if we still have the item and every trade of it is declined or withdrawn: the player could have it twice. A second admin has to confirm it.",
    label: "Why, for the player",
    canned: undefined,
    action: "Propose",
    done: "The item is in custody again.",
  },
} as const;
type WithReason = keyof typeof WITH_REASON;

/** Sends what needs words. */
function sendOf(act: WithReason, id: string, text: string, idempotencyKey: string): Promise<unknown> {
  const params = { id };
  if (act === "reject")
    return call("POST /admin/withdrawals/{id}/reject", { params, body: { note: text }, idempotencyKey });
  const body = { reason: text };
  return act === "complete"
    ? call("POST /admin/withdrawals/{id}/complete", { params, body, idempotencyKey })
    : call("POST /admin/withdrawals/{id}/return", { params, body, idempotencyKey });
}

function WithReasonDialog({ act, withdrawal, onClose }: DialogProps & { act: WithReason }) {
  const { id } = withdrawal;
  const { done, canned, ...words } = WITH_REASON[act];
  const { mutate, isPending } = useAdminMutation({
    send: (text: string, idempotencyKey) => sendOf(act, id, text, idempotencyKey),
    done: () => done,
  });
  return (
    <ReasonDialog
      {...words}
      {...(canned && { canned })}
      name={`${act}-${id}`}
      variant={act === "complete" ? "primary" : "destructive"}
      isPending={isPending}
      onClose={onClose}
      onSend={(text, onTaken) => mutate(text, { onSuccess: onTaken })}
    >
      <About withdrawal={withdrawal} />
    </ReasonDialog>
  );
}

const REVIEW_ACTS = ["approve", "send", "reject", "complete", "return"] as const;
/** What admins do about a withdrawal. */
export type ReviewAct = (typeof REVIEW_ACTS)[number];
/** What an address asks for; undefined where that is nothing. */
export const reviewActOf = (text: string): ReviewAct | undefined => REVIEW_ACTS.find((act) => act === text);

/** Asks an admin what an act needs. */
export function ReviewDialog({ act, ...props }: DialogProps & { act: ReviewAct }) {
  if (act === "approve") return <ApproveDialog {...props} />;
  if (act === "send") return <SendDialog {...props} />;
  return <WithReasonDialog act={act} {...props} />;
}
