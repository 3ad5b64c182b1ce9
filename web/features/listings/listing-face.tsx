import { Bitcoin, CreditCard, DollarSign, Eye, Wallet } from "lucide-react";
import type { ListingShown } from "#domain/features/listings/contract.ts";
import { CONDITION_LABELS } from "#web/features/listings/messages.ts";
import { METHOD_LABELS } from "#web/features/payment-methods/labels.ts";
import { cx } from "#web/lib/cx.ts";
import { dollars, readMoney } from "#web/lib/format.ts";
import { Badge, type Tone } from "#web/ui/badge.tsx";

const CONDITION_TONES: Readonly<Record<string, Tone>> = { excellent: "gain", good: "waiting", fair: "warn" };

/** A copy's condition, by word and colour; unknown ones are grey. */
export function ConditionBadge({ condition }: { condition: ListingShown["condition"] }) {
  return <Badge tone={CONDITION_TONES[condition] ?? "neutral"}>{CONDITION_LABELS[condition]}</Badge>;
}

/** What a listing costs. */
export function Price({ price, className }: { price: string; className?: string }) {
  return (
    <span className={cx("whitespace-nowrap font-semibold text-ink tabular-nums", className)}>
      {dollars(readMoney(price))}
    </span>
  );
}

/** How often a listing was looked at. */
export function Views({ views }: { views: number }) {
  return (
    <span className="inline-flex items-center gap-1 text-faint text-xs tabular-nums">
      <Eye className="size-3.5" aria-hidden="true" />
      {views}
      <span className="sr-only">{views === 1 ? " view" : " views"}</span>
    </span>
  );
}

const METHOD_ICONS = { paypal: Wallet, cashapp: DollarSign, stripe: CreditCard, crypto: Bitcoin } as const;

/** How a listing can be paid for. */
export function Methods({ methods }: { methods: ListingShown["paymentMethods"] }) {
  return (
    <ul aria-label="Payment methods" className="flex gap-1.5 text-muted">
      {methods.map((method) => {
        const Icon = METHOD_ICONS[method];
        return (
          <li key={method} title={METHOD_LABELS[method]}>
            <Icon className="size-4" aria-hidden="true" />
            <span className="sr-only">{METHOD_LABELS[method]}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** The page of an item's prices. */
export const itemPath = ({ limited }: Pick<ListingShown, "limited">): string =>
  `/shop/items/${limited.robloxAssetId}`;

type Named = Pick<ListingShown, "title" | "limited" | "serialNumber">;

/** What a title does not say about the item: its name, its serial number, both, or nothing. */
export function unsaidOf({ title, limited: { name }, serialNumber }: Named) {
  const serial = serialNumber === null ? null : `#${serialNumber}`;
  const isWhole = serial !== null && title === `${name} ${serial}`;
  return { name: isWhole || title === name ? null : name, serial: isWhole ? null : serial };
}

/** The line below a title: what it does not say, and the seller. @example "Valkyrie Helm #42 · Sold by carol" */
export function soldBy(listing: Named, seller: string): string {
  const { name, serial } = unsaidOf(listing);
  const item = [name, serial].filter((word) => word !== null).join(" ");
  return `${item}${item && " · "}Sold by ${seller}`;
}
