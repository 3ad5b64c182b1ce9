import { useState } from "react";
import type { ReviewDeposit } from "#domain/features/deposits/contract.ts";
import { whatOf } from "#web/features/deposits/messages.ts";
import {
  COPIES_HINT,
  COPIES_LABEL,
  copiesFault,
  DIALOGS,
} from "#web/features/deposits/review/review-messages.ts";
import { ReasonedActDialog } from "#web/features/roles/reasoned-act-dialog.tsx";
import type { ReviewDialogProps } from "#web/features/roles/review-items.tsx";
import { sendBody, sendNote, sendReason } from "#web/lib/api/commands/send.ts";
import { useAdminMutation } from "#web/lib/api/use-admin-mutation.ts";
import { useKeptText } from "#web/lib/store/use-kept-text.ts";
import { ReasonDialog } from "#web/ui/dialogs/reason-dialog.tsx";
import { TextArea } from "#web/ui/forms/field.tsx";

type ActProps = ReviewDialogProps<ReviewDeposit>;

/** Which deposit a dialog is about. */
function About({ deposit }: { deposit: ReviewDeposit }) {
  return (
    <p className="font-semibold text-ink">
      {whatOf(deposit)} <span className="font-normal text-muted">of {deposit.player.username}</span>
    </p>
  );
}

const named = (text: string): string[] => text.split(/[\s,]+/).filter((name) => name !== "");

/** Asks for the copies of a deposit of items, and approves it. */
export function ApproveDialog({ item: deposit, onClose }: ActProps) {
  const { id, quantity, approvals } = deposit;
  const isOfItems = deposit.type === "roblox_limited";
  // The second admin confirms the copies that the first has named.
  const [kept, setCopies, forgetCopies] = useKeptText(`approve-copies-${id}`);
  const copies = kept === "" ? deposit.instances.join("\n") : kept;
  const [fault, setFault] = useState<string | null>(null);
  const { mutate, isPending } = useAdminMutation({
    send: sendBody("POST /admin/deposits/{id}/approve", { id }),
    done: ({ status }) =>
      status === "completed"
        ? "The deposit is credited, and the player is notified."
        : "Your approval is recorded. A second admin must approve it too.",
  });
  const send = (note: string, onTaken: () => void) => {
    const instances = named(copies);
    const wrong = isOfItems ? copiesFault(instances, quantity) : null;
    setFault(wrong);
    if (wrong !== null) return;
    mutate(
      { ...(isOfItems && { instances }), ...(note !== "" && { note }) },
      {
        onSuccess: () => {
          forgetCopies();
          onTaken();
        },
      },
    );
  };
  return (
    <ReasonDialog
      {...DIALOGS.approve}
      {...(approvals > 0 && { title: "Approve deposit as the second admin" })}
      name={`approve-${id}`}
      isOptional
      isPending={isPending}
      onClose={onClose}
      onSend={send}
    >
      <About deposit={deposit} />
      {isOfItems && (
        <TextArea
          label={`${COPIES_LABEL} (${quantity})`}
          hint={COPIES_HINT}
          value={copies}
          error={fault ?? undefined}
          spellCheck={false}
          disabled={isPending}
          onChange={(event) => {
            setCopies(event.target.value);
            setFault(null);
          }}
        />
      )}
    </ReasonDialog>
  );
}

/** Asks for a note, and rejects a deposit with it. */
export const RejectDialog = ({ item: deposit, onClose }: ActProps) => (
  <ReasonedActDialog
    {...DIALOGS.reject}
    name={`reject-${deposit.id}`}
    variant="destructive"
    send={sendNote("POST /admin/deposits/{id}/reject", { id: deposit.id })}
    done={() => "The deposit is rejected, and the player sees your note."}
    onClose={onClose}
  >
    <About deposit={deposit} />
  </ReasonedActDialog>
);

/** Asks for a reason, and takes a credited deposit back. */
export function ReverseDialog({ item: deposit, onClose }: ActProps) {
  const { id } = deposit;
  return (
    <ReasonedActDialog
      {...DIALOGS.reverse}
      name={`reverse-${id}`}
      variant="destructive"
      send={sendReason("POST /admin/deposits/{id}/reverse", { id })}
      done={({ taken, owed }) => `Taken back: ${taken}. Still owed: ${owed}.`}
      onClose={onClose}
    >
      <About deposit={deposit} />
    </ReasonedActDialog>
  );
}

/** Asks for a reason, and gives up what is owed for a deposit that was taken back. */
export function WriteOffDialog({ item: deposit, onClose }: ActProps) {
  const { id } = deposit;
  return (
    <ReasonedActDialog
      {...DIALOGS["write-off"]}
      name={`write-off-${id}`}
      isProposed
      variant="destructive"
      send={sendReason("POST /admin/deposits/{id}/write-off", { id })}
      done={() => "Written off."}
      onClose={onClose}
    >
      <About deposit={deposit} />
    </ReasonedActDialog>
  );
}
