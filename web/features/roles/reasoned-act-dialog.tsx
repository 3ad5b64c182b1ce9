import type { ComponentProps } from "react";
import { SecondAdminNotice } from "#web/features/roles/second-admin-notice.tsx";
import { useAdminMutation } from "#web/lib/api/use-admin-mutation.ts";
import { ReasonDialog } from "#web/ui/dialogs/reason-dialog.tsx";

type Shown = Omit<ComponentProps<typeof ReasonDialog>, "label" | "isPending" | "onSend">;

interface ReasonedActDialogProps<Output> extends Shown {
  /** The label of the text, where it is not simply the reason. */
  readonly label?: string;
  readonly send: (reason: string) => Promise<Output>;
  /** Whether the act is only proposed, and a second admin confirms it. */
  readonly isProposed?: boolean;
  /** The confirmation shown to the admin. */
  readonly done: (output: Output) => string;
  /** Hears that it is done. */
  readonly onDone?: () => void;
}

/** Asks an admin for a reason, and does the act with it. */
export function ReasonedActDialog<Output>({
  send,
  done,
  onDone,
  isProposed = false,
  children,
  ...shown
}: ReasonedActDialogProps<Output>) {
  const { mutate, isPending } = useAdminMutation({ send, done, ...(onDone && { onDone }) });
  return (
    <ReasonDialog
      label="Reason"
      {...shown}
      action={isProposed ? "Propose" : shown.action}
      isPending={isPending}
      onSend={(reason, onTaken) => mutate(reason, { onSuccess: onTaken })}
    >
      {children}
      {isProposed && <SecondAdminNotice />}
    </ReasonDialog>
  );
}
