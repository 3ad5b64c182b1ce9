import type { StakedItem } from "#domain/features/live-coinflips/contract.ts";
import { CustodyBadge } from "#web/features/inventory/custody-badge.tsx";
import { ItemPicture } from "#web/features/limiteds/item-picture.tsx";
import { ItemValue } from "#web/features/limiteds/item-value.tsx";

/** Pictures shown on a card; the others are counted. */
const ICONS_MAX = 3;

const nameOf = ({ name, serialNumber, quantity }: StakedItem): string =>
  `${name}${serialNumber === null ? "" : ` #${serialNumber}`}${quantity > 1 ? ` × ${quantity}` : ""}`;
/** The same where only pictures are seen. */
const shortOf = (item: StakedItem): string => `${nameOf(item)}${item.inCustody ? "" : " (not in custody)"}`;
const keyOf = ({ limitedId, serialNumber, value, inCustody }: StakedItem): string =>
  `${limitedId} ${serialNumber} ${value} ${inCustody}`;

/** The items at stake in a row: the first pictures, and how many more there are. */
export function ItemIcons({ items }: { items: readonly StakedItem[] }) {
  if (items.length === 0) return null;
  const more = items.length - ICONS_MAX;
  return (
    <div className="flex items-center gap-1.5">
      <span className="sr-only">{items.map(shortOf).join(", ")}</span>
      {items.slice(0, ICONS_MAX).map((item) => (
        <span key={keyOf(item)} title={shortOf(item)} className="shrink-0">
          <ItemPicture url={item.imageUrl} className="w-8 @3xl:w-10" />
        </span>
      ))}
      {items.some(({ inCustody }) => !inCustody) && (
        <span aria-hidden="true">
          <CustodyBadge inCustody={false} />
        </span>
      )}
      {more > 0 && (
        <span aria-hidden="true" className="px-1 font-semibold text-muted text-sm">
          +{more}
        </span>
      )}
    </div>
  );
}

/** The items at stake with names and values, as of when they were staked. */
export function StakedItems({ items }: { items: readonly StakedItem[] }) {
  return (
    <ul
      aria-label="Items at stake"
      className="max-h-40 divide-y divide-line overflow-y-auto rounded-control border border-line"
    >
      {items.map((item) => (
        <li key={keyOf(item)} className="flex min-h-12 items-center gap-3 px-3 py-1.5">
          <ItemPicture url={item.imageUrl} className="w-9" />
          <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span className="text-ink text-sm [overflow-wrap:anywhere]">{nameOf(item)}</span>
            {!item.inCustody && <CustodyBadge inCustody={false} />}
          </span>
          <ItemValue value={item.value} className="text-sm" />
        </li>
      ))}
    </ul>
  );
}
