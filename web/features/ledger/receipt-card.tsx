import { ReceiptActions } from "#web/features/ledger/receipt-actions.tsx";
import { TitledCard } from "#web/ui/card.tsx";

/** The receipt of one of the player's games. */
export function ReceiptCard({ position }: { position: number }) {
  return (
    <TitledCard
      id="receipt"
      title="Your receipt"
      description="This is your game. A receipt proves that its entry is in the ledger, with stake and pay-out, under a signed head. Only you can get it; keep it where the site cannot reach it."
    >
      <ReceiptActions position={position} />
    </TitledCard>
  );
}
