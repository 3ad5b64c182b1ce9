import type { ReactNode } from "react";
import { useAdminMutation } from "#web/lib/api/use-admin-mutation.ts";
import { Dialog, DialogAction } from "#web/ui/dialogs/dialog.tsx";

interface ActDialogProps<Output> {
  readonly title: string;
  readonly description: string;
  /** What it is about. */
  readonly children: ReactNode;
  readonly action: string;
  readonly send: (body: Record<string, never>) => Promise<Output>;
  /** The confirmation shown to the admin. */
  readonly done: (output: Output) => string;
  readonly onClose: () => void;
}

/** Confirms an admin's act that needs no reason. */
export function ActDialog<Output>(props: ActDialogProps<Output>) {
  const { title, description, children, action, onClose } = props;
  const { mutate, isPending } = useAdminMutation({
    send: props.send,
    done: props.done,
    onDone: onClose,
  });
  return (
    <Dialog onClose={onClose} title={title} description={description}>
      <div className="space-y-5">
        {children}
        <DialogAction isUnavailable={isPending} onClick={() => mutate({})}>
          {isPending ? "Working..." : action}
        </DialogAction>
      </div>
    </Dialog>
  );
}
