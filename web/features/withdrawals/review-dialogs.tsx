import type { ReviewWithdrawal } from "#domain/features/withdrawals/contract.ts";
import { REJECTION_REASONS } from "#domain/features/withdrawals/rules.ts";
import { ActDialog } from "#web/features/roles/act-dialog.tsx";
import { ReasonedActDialog } from "#web/features/roles/reasoned-act-dialog.tsx";
import type { ReviewDialogProps } from "#web/features/roles/review-items.tsx";
import { whatOf } from "#web/features/withdrawals/messages.ts";
import { sendBody, sendNote, sendReason } from "#web/lib/api/commands/send.ts";

type DialogProps = ReviewDialogProps<ReviewWithdrawal>;

const About = ({ withdrawal }: { withdrawal: ReviewWithdrawal }) => (
  <p className="font-semibold text-ink [overflow-wrap:anywhere]">
    {whatOf(withdrawal)}{" "}
    <span className="font-normal text-muted">
      (copy {withdrawal.instance}) for {withdrawal.player.username}
    </span>
  </p>
);

const ApproveDialog = ({ item: withdrawal, onClose }: DialogProps) => (
  <ActDialog
    title={withdrawal.approvals > 0 ? "Approve withdrawal as the second admin" : "Approve withdrawal"}
    description="It can then be sent and no longer cancelled, unless it needs a second admin: its value counts together with the player's and your approvals of the last 24 hours."
    action="Approve"
    send={sendBody("POST /admin/withdrawals/{id}/approve", { id: withdrawal.id })}
    done={({ status }) =>
      status === "approved"
        ? "The withdrawal is approved. Announce the trade, then send it."
        : "Your approval is recorded. A second admin must approve it too."
    }
    onClose={onClose}
  >
    <About withdrawal={withdrawal} />
  </ActDialog>
);

const SendDialog = ({ item: withdrawal, onClose }: DialogProps) => (
  <ActDialog
    title="Announce the trade"
    description="Do this before you make the trade. The address to send it to appears afterwards. For 7 days nobody else can send it."
    action="I send it now"
    send={sendBody("POST /admin/withdrawals/{id}/send", { id: withdrawal.id })}
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
    title: "Confirm its arrival",
    description: "For a player who has the item although no sync shows it. A second admin must confirm it.",
    label: "How you know",
    action: "Propose",
    done: "The withdrawal is complete.",
  },
  return: {
    title: "Return the item to custody",
    description:
      "Only if we still have the item and every trade of it is declined or withdrawn: otherwise the player could get it twice. A second admin has to confirm it.",
    label: "Why, for the player",
    action: "Propose",
    done: "The item is in custody again.",
  },
} as const;
type WithReason = keyof typeof WITH_REASON;

/** Sends what needs words. */
const SEND: Readonly<Record<WithReason, (id: string) => (text: string) => Promise<unknown>>> = {
  reject: (id: string) => sendNote("POST /admin/withdrawals/{id}/reject", { id }),
  complete: (id: string) => sendReason("POST /admin/withdrawals/{id}/complete", { id }),
  return: (id: string) => sendReason("POST /admin/withdrawals/{id}/return", { id }),
};

function withReason(act: WithReason) {
  const { done, ...words } = WITH_REASON[act];
  return ({ item: withdrawal, onClose }: DialogProps) => (
    <ReasonedActDialog
      {...words}
      name={`${act}-${withdrawal.id}`}
      variant={act === "complete" ? "primary" : "destructive"}
      send={SEND[act](withdrawal.id)}
      done={() => done}
      onClose={onClose}
    >
      <About withdrawal={withdrawal} />
    </ReasonedActDialog>
  );
}

/** Ask an admin what each act on a withdrawal needs. */
export const DIALOGS = {
  approve: ApproveDialog,
  send: SendDialog,
  reject: withReason("reject"),
  complete: withReason("complete"),
  return: withReason("return"),
} as const;
/** What admins do about a withdrawal. */
export type ReviewAct = keyof typeof DIALOGS;
