import { ExternalLink } from "lucide-react";
import type { PurchaseShown } from "#domain/features/purchases/contract.ts";
import { SyncButton } from "#web/features/inventory/sync-button.tsx";
import { RECEIVED } from "#web/features/purchases/messages.ts";
import { useConfirm } from "#web/features/purchases/use-on-purchase.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";

interface TradeProps {
  readonly purchase: PurchaseShown;
}

function ToSend({ purchase: { robloxTradeUrl, tradeUntil, listing } }: TradeProps) {
  return (
    <>
      <h2 className="font-semibold text-ink text-lg">Send the item</h2>
      <p className="mt-1 text-muted text-sm">
        It is paid for. Send {listing.limited.name}
        {listing.serialNumber !== null && ` #${listing.serialNumber}`} to the buyer in a trade
        {tradeUntil !== null && ` by ${dateAndTime(tradeUntil)}`}, ask for nothing in return, then sync your
        inventory. Otherwise the buyer gets the money back.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {robloxTradeUrl !== null && (
          <a
            href={robloxTradeUrl}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ variant: "primary" })}
          >
            Trade with the buyer
            <ExternalLink className="size-4" aria-hidden="true" />
          </a>
        )}
        <SyncButton />
      </div>
    </>
  );
}

function ToReceive({ purchase: { id, tradeUntil, hasLeftSeller } }: TradeProps) {
  const { mutate, isPending } = useConfirm(id);
  return (
    <>
      <h2 className="font-semibold text-ink text-lg">Has it arrived?</h2>
      <p className="mt-1 text-muted text-sm">
        {hasLeftSeller
          ? "The seller no longer has the item. Sync your inventory, or confirm that you have it. If you do not, write to support."
          : `The seller sends it in a trade${tradeUntil === null ? "" : ` by ${dateAndTime(tradeUntil)}`}. If it does not arrive, you get your money back.`}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <SyncButton />
        <ActionButton isUnavailable={isPending} onClick={() => mutate({})}>
          {isPending ? "Confirming..." : RECEIVED}
        </ActionButton>
      </div>
    </>
  );
}

/** What to do while an item not in custody is on its way. */
export function Trade({ purchase, isSeller }: TradeProps & { isSeller: boolean }) {
  return (
    <Card aria-label="Trade">
      {isSeller ? <ToSend purchase={purchase} /> : <ToReceive purchase={purchase} />}
    </Card>
  );
}
