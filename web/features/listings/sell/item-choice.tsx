import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { UserLimited } from "#domain/features/inventory/contract.ts";
import { inventoryQuery } from "#web/features/inventory/queries.ts";
import { ItemPicture } from "#web/features/limiteds/item-picture.tsx";
import { ItemValue } from "#web/features/limiteds/item-value.tsx";
import { ON_SIGHT } from "#web/features/listings/messages.ts";
import { cx } from "#web/lib/cx.ts";
import { LoadError } from "#web/ui/load-error.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";

const notesOf = ({ quantity, serialNumber, inPlay, inCustody }: UserLimited): string =>
  [
    `Quantity ${quantity}`,
    ...(serialNumber === null ? [] : [`#${serialNumber}`]),
    ...(inPlay ? ["In play or listed"] : inCustody ? [] : ["Not in custody"]),
  ].join(" · ");

interface ItemChoiceProps {
  /** The entry that is chosen; 0 for none. */
  readonly value: number;
  readonly error: string | undefined;
  readonly disabled: boolean;
  /** @param before the name of the entry that was chosen before */
  readonly onChange: (entry: UserLimited, before: string | undefined) => void;
}

/** One of the player's own items. */
export function ItemChoice({ value, error, disabled, onChange }: ItemChoiceProps) {
  const name = useId();
  const { data, error: trouble, refetch } = useQuery(inventoryQuery);
  const chosen = data?.find(({ id }) => id === value);
  return (
    <fieldset
      disabled={disabled}
      aria-describedby={error ? `${name}-error` : undefined}
      className="min-w-0 space-y-1.5"
    >
      <legend className="mb-1.5 font-medium text-muted text-sm">Item</legend>
      <div className="max-h-64 overflow-y-auto rounded-control border border-line bg-sunken p-1">
        {!data && trouble && <LoadError error={trouble} what="Your items" onRetry={() => void refetch()} />}
        {!data && !trouble && <SkeletonRows rows={3} className="h-14" />}
        {data?.length === 0 && (
          <p className="px-3 py-8 text-center text-muted text-sm">
            Your inventory has no items. Sync it under Limiteds.
          </p>
        )}
        {data?.map((entry) => (
          <label
            key={entry.id}
            className={cx(
              "flex min-h-14 items-center gap-3 rounded-lg px-2 py-1.5 transition-colors",
              entry.inPlay ? "opacity-50" : "cursor-pointer hover:bg-raised",
              entry.id === value && "bg-raised",
            )}
          >
            <input
              type="radio"
              name={name}
              checked={entry.id === value}
              disabled={entry.inPlay}
              onChange={() => onChange(entry, chosen?.itemName)}
              className="size-5 shrink-0 accent-action"
            />
            <ItemPicture url={entry.limited.imageUrl} className="w-10" />
            <span className="min-w-0 flex-1">
              <span className="block font-medium text-ink text-sm leading-snug [overflow-wrap:anywhere]">
                {entry.itemName}
              </span>
              <span className="block text-faint text-xs">{notesOf(entry)}</span>
            </span>
            <ItemValue value={entry.itemValue} className="text-sm" />
          </label>
        ))}
      </div>
      {error && (
        <p id={`${name}-error`} role="alert" className="text-loss text-sm">
          {error}
        </p>
      )}
      {chosen && !chosen.inCustody && <p className="text-faint text-sm">{ON_SIGHT}</p>}
    </fieldset>
  );
}
