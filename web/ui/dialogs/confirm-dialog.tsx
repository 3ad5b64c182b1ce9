import type { ReactNode } from "react";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";

interface ConfirmDialogProps {
  readonly title: string;
  readonly description: string;
  readonly children?: ReactNode;
  /** The label of the cancelling button. */
  readonly keep: string;
  readonly action: string;
  /** The action's label while it runs. */
  readonly pending: string;
  readonly variant?: "primary" | "destructive";
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks for confirmation before something is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, children, isPending, onClose, variant = "destructive" } = props;
  return (
    <Dialog onClose={onClose} title={title} description={description}>
      {children}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{props.keep}</Button>
        <ActionButton variant={variant} isUnavailable={isPending} onClick={props.onConfirm}>
          {isPending ? props.pending : props.action}
        </ActionButton>
      </div>
    </Dialog>
  );
}
