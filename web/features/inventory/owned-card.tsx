import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { UserLimited } from "#domain/features/inventory/contract.ts";
import { assetTypeLabel } from "#web/features/inventory/asset-types.ts";
import { CustodyBadge } from "#web/features/inventory/custody-badge.tsx";
import { depositPath, withdrawPath } from "#web/features/inventory/stakeable.ts";
import { ItemCard } from "#web/features/limiteds/item-card.tsx";
import { catalogueAddress } from "#web/features/limiteds/queries.ts";
import { cx } from "#web/lib/cx.ts";
import { shortTime } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { buttonClass } from "#web/ui/button.tsx";

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-2">
      <dt className="text-faint">{label}</dt>
      <dd className="text-muted">{children}</dd>
    </div>
  );
}

/** An entry of one's inventory, as the platform shows it. */
export function OwnedCard({ entry }: { entry: UserLimited }) {
  const { itemName, itemValue, serialNumber, assetType, quantity, assetId, lastSynced, inPlay, inCustody } =
    entry;
  return (
    <ItemCard
      name={itemName}
      url={entry.limited.imageUrl}
      value={itemValue}
      badges={
        <>
          <Badge>{assetTypeLabel(assetType)}</Badge>
          {serialNumber !== null && <Badge tone="accent">#{serialNumber}</Badge>}
          {inPlay && <Badge tone="warn">In play</Badge>}
        </>
      }
      action={
        // Two rows for every item, so that the figures above line up from card to card.
        <div className="grid grid-rows-2 gap-1.5">
          {!inCustody && !inPlay && (
            <Link
              href={depositPath(entry.limited.id)}
              aria-label={`Deposit ${itemName} to play`}
              className={cx("px-2!", buttonClass({ size: "sm" }))}
            >
              Deposit to play
            </Link>
          )}
          {inCustody && !inPlay && (
            <Link
              href={withdrawPath(entry.id)}
              aria-label={`Withdraw ${itemName}`}
              className={cx("px-2!", buttonClass({ size: "sm" }))}
            >
              Withdraw
            </Link>
          )}
          <a
            href={catalogueAddress(assetId)}
            target="_blank"
            rel="noopener noreferrer"
            className={cx(
              "row-start-2 px-2!",
              buttonClass({ variant: inPlay ? "secondary" : "ghost", size: "sm" }),
            )}
          >
            View on Roblox
            <span className="sr-only">: {itemName} (opens in a new tab)</span>
            <ExternalLink className="hidden size-3.5 sm:block" aria-hidden="true" />
          </a>
        </div>
      }
    >
      <p className="mt-1">
        <CustodyBadge inCustody={inCustody} />
      </p>
      <dl className="mt-1 space-y-0.5 text-xs">
        <Row label="Quantity">{quantity}</Row>
        <Row label="Asset ID">{assetId}</Row>
        <Row label="Last synced">
          <time dateTime={lastSynced}>{shortTime(lastSynced)}</time>
        </Row>
      </dl>
    </ItemCard>
  );
}
