import { useQuery } from "@tanstack/react-query";
import { Backpack, PackageOpen } from "lucide-react";
import { Link } from "wouter";
import type { UserLimited } from "#domain/features/inventory/contract.ts";
import { CustodyBadge } from "#web/features/inventory/custody-badge.tsx";
import { MAKE_DEPOSIT, NO_ITEMS } from "#web/features/inventory/messages.ts";
import { inventoryQuery } from "#web/features/inventory/queries.ts";
import { depositPath, STAKE_BARS, stakeBarOf } from "#web/features/inventory/stakeable.ts";
import { SyncButton } from "#web/features/inventory/sync-button.tsx";
import { ItemCard, ItemGrid } from "#web/features/limiteds/item-card.tsx";
import { LoadedItems } from "#web/features/limiteds/loaded-items.tsx";
import { ITEMS_PER_PAGE } from "#web/features/limiteds/queries.ts";
import { RarityBadge } from "#web/features/limiteds/rarity-badge.tsx";
import { UnlessSuspended } from "#web/features/roles/suspension.tsx";
import { usePaging } from "#web/lib/api/use-paging.ts";
import { type GameLimits, gameLimitsQuery } from "#web/lib/stakes/game-limits.ts";
import { ActionButton } from "#web/ui/action-button.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { PageTurner } from "#web/ui/lists/page-turner.tsx";

const SKELETONS = 4;

interface EntryCardProps {
  readonly entry: UserLimited;
  readonly itemsStaked: GameLimits["itemsStaked"] | undefined;
  readonly onGamble: () => void;
}

function EntryCard({ entry, itemsStaked, onGamble }: EntryCardProps) {
  const bar = stakeBarOf(entry, itemsStaked);
  const { itemName, itemValue, quantity, serialNumber, inPlay, inCustody, limited } = entry;
  return (
    <ItemCard
      name={serialNumber === null ? itemName : `${itemName} #${serialNumber}`}
      url={limited.imageUrl}
      value={itemValue}
      description={limited.description}
      badges={
        <>
          <Badge>×{quantity}</Badge>
          <RarityBadge rarity={limited.rarity} />
          {inPlay && <Badge tone="warn">In play</Badge>}
        </>
      }
      action={
        <UnlessSuspended>
          <div className="grid gap-1.5">
            {bar !== "notInCustody" && (
              <ActionButton
                size="sm"
                isUnavailable={bar !== null}
                onClick={onGamble}
                aria-label={`Gamble ${itemName}`}
                {...(bar !== null && { title: STAKE_BARS[bar] })}
              >
                Gamble
              </ActionButton>
            )}
            {!inCustody && !inPlay && (
              <Link
                href={depositPath(limited.id)}
                aria-label={`Deposit ${itemName} to play`}
                className={buttonClass({
                  variant: bar === "notInCustody" ? "secondary" : "ghost",
                  size: "sm",
                })}
              >
                Deposit to play
              </Link>
            )}
          </div>
        </UnlessSuspended>
      }
    >
      <p className="mt-1 flex flex-wrap items-center gap-1.5 text-muted text-xs">
        <CustodyBadge inCustody={inCustody} />
        {bar === "notValued" && STAKE_BARS.notValued}
      </p>
    </ItemCard>
  );
}

interface InventoryTabProps {
  /** Begins a coinflip with an entry of the inventory. */
  readonly onGamble: (entry: UserLimited) => void;
}

const Entries = ({ onGamble }: InventoryTabProps) => (
  <LoadedItems
    of="Your items"
    query={useQuery(inventoryQuery)}
    skeletons={SKELETONS}
    empty={{
      icon: PackageOpen,
      ...NO_ITEMS,
      action: (
        <div className="flex flex-wrap justify-center gap-3">
          <Link href="/deposits" className={buttonClass({ variant: "primary" })}>
            {MAKE_DEPOSIT}
          </Link>
          <SyncButton />
        </div>
      ),
    }}
  >
    {(entries) => <EntryCards entries={entries} onGamble={onGamble} />}
  </LoadedItems>
);

function EntryCards({ entries, onGamble }: InventoryTabProps & { entries: readonly UserLimited[] }) {
  const turns = usePaging(entries, ITEMS_PER_PAGE);
  const itemsStaked = useQuery(gameLimitsQuery).data?.itemsStaked;
  return (
    <div ref={turns.top} className="scroll-mt-20">
      <ItemGrid label="Your items">
        {turns.shown.map((entry) => (
          <EntryCard
            key={entry.id}
            entry={entry}
            itemsStaked={itemsStaked}
            onGamble={() => onGamble(entry)}
          />
        ))}
      </ItemGrid>
      <PageTurner of="your items" turns={turns} />
    </div>
  );
}

/** The inventory tab of the limiteds page. */
export function InventoryTab({ onGamble }: InventoryTabProps) {
  return (
    <div className="space-y-4">
      <nav aria-label="Around your items" className="-mx-3 flex">
        <Link href="/my-limiteds" className={buttonClass({ variant: "ghost", size: "sm" })}>
          <Backpack className="size-4" aria-hidden="true" />
          My limiteds
        </Link>
      </nav>
      <Entries onGamble={onGamble} />
    </div>
  );
}
