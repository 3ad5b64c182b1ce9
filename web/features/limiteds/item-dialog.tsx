import { ExternalLink } from "lucide-react";
import type { Limited } from "#domain/features/limiteds/contract.ts";
import { ItemPicture } from "#web/features/limiteds/item-picture.tsx";
import { VALUE_SOURCES } from "#web/features/limiteds/messages.ts";
import { catalogueAddress } from "#web/features/limiteds/queries.ts";
import { RarityBadge } from "#web/features/limiteds/rarity-badge.tsx";
import { dateAndTime, money, readMoney } from "#web/lib/format.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";
import { Fact, Facts } from "#web/ui/facts.tsx";

interface ItemDialogProps {
  readonly limited: Limited;
  readonly onClose: () => void;
}

/** An item of the catalogue with all that is known of it. */
export default function ItemDialog({ limited, onClose }: ItemDialogProps) {
  const { name, description, imageUrl, rarity, estimatedValue, valueAt, valueSource, robloxAssetId } =
    limited;
  return (
    <Dialog onClose={onClose} title={name} {...(description && { description })}>
      <div className="grid gap-x-6 gap-y-2 sm:grid-cols-[9rem_minmax(0,1fr)] sm:items-start">
        <ItemPicture url={imageUrl} className="mx-auto w-36" />
        <Facts className="[&>div]:md:grid-cols-[6rem_minmax(0,1fr)]">
          <Fact label="Value" note={`${VALUE_SOURCES[valueSource]}, as of ${dateAndTime(valueAt)}`}>
            <span className="font-semibold">{money(readMoney(estimatedValue))} RBX</span>
          </Fact>
          <Fact label="Rarity">
            <RarityBadge rarity={rarity} />
          </Fact>
          <Fact label="Collectible">{limited.isCollectible ? "Yes" : "No"}</Fact>
          <Fact label="Asset ID" copy={String(robloxAssetId)}>
            {robloxAssetId}
          </Fact>
        </Facts>
      </div>
      <a
        href={catalogueAddress(robloxAssetId)}
        target="_blank"
        rel="noopener noreferrer"
        className={`mt-4 w-full ${buttonClass()}`}
      >
        View on Roblox
        <span className="sr-only"> (opens in a new tab)</span>
        <ExternalLink className="size-4" aria-hidden="true" />
      </a>
    </Dialog>
  );
}
