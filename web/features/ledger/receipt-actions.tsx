import { Download, ShieldCheck } from "lucide-react";
import { ReceiptVerdict } from "#web/features/ledger/receipt-verdict.tsx";
import { useReceipt } from "#web/features/ledger/use-receipt.ts";
import { errorText } from "#web/lib/api/api.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Notice } from "#web/ui/notice.tsx";

/** Downloads and verifies the receipt of one of the player's events. */
export function ReceiptActions({ position }: { position: number }) {
  const { check, save } = useReceipt(position);
  const error = check.error ?? save.error;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap gap-2">
        <ActionButton isUnavailable={save.isPending} onClick={() => save.mutate()}>
          <Download className="size-4" aria-hidden="true" />
          Download receipt
        </ActionButton>
        <ActionButton isUnavailable={check.isPending} onClick={() => check.mutate()}>
          <ShieldCheck className="size-4" aria-hidden="true" />
          {check.isPending ? "Verifying..." : "Verify receipt"}
        </ActionButton>
      </div>
      {error && (
        <Notice tone="warn" role="alert" title="No receipt">
          {errorText(error, "The receipt could not be loaded.")}
        </Notice>
      )}
      {check.data && <ReceiptVerdict check={check.data} />}
    </div>
  );
}
