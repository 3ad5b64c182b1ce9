import { ReceiptActions } from "#web/features/ledger/receipt-actions.tsx";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";

interface ReceiptDialogProps {
  readonly position: number;
  readonly onClose: () => void;
}

/** The receipt of one entry. */
export default function ReceiptDialog({ position, onClose }: ReceiptDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title={`Receipt for position ${position}`}
      description="Keep the file where this site cannot reach it: it stays checkable whatever happens here."
    >
      <ReceiptActions position={position} />
    </Dialog>
  );
}
