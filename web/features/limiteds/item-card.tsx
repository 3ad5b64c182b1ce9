import type { ReactNode } from "react";
import { ItemPicture } from "#web/features/limiteds/item-picture.tsx";
import { ItemValue } from "#web/features/limiteds/item-value.tsx";
import { Skeleton, SkeletonCards } from "#web/ui/skeleton.tsx";

const GRID = "grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-3 xl:grid-cols-4";

/** Cards of items side by side. */
export function ItemGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className={GRID}>
      {children}
    </ul>
  );
}

interface ItemCardProps {
  readonly name: string;
  readonly url: string;
  /** In RBX, as an answer carries it. */
  readonly value: string;
  /** Short words on the picture. */
  readonly badges?: ReactNode;
  readonly description?: string;
  readonly children?: ReactNode;
  /** What can be done with the item. */
  readonly action?: ReactNode;
}

/** One item: its picture, what it is, what it is worth. */
export function ItemCard({ name, url, value, badges, description, children, action }: ItemCardProps) {
  return (
    <li className="flex min-w-0 flex-col rounded-card border border-line bg-panel p-2.5 shadow-card sm:p-3">
      <div className="relative">
        <ItemPicture url={url} className="w-full" />
        <div className="absolute inset-x-1.5 top-1.5 flex flex-wrap justify-between gap-1">{badges}</div>
      </div>
      <div className="mt-3 flex min-w-0 grow flex-col gap-1 px-0.5">
        <h2 className="line-clamp-2 font-semibold text-ink text-sm leading-snug [overflow-wrap:anywhere]">
          {name}
        </h2>
        {description && <p className="line-clamp-2 text-muted text-xs">{description}</p>}
        <p className="mt-auto pt-1.5 text-base">
          <span className="sr-only">Value </span>
          <ItemValue value={value} />
        </p>
        {children}
      </div>
      {action && <div className="mt-3 grid">{action}</div>}
    </li>
  );
}

/** Holds the place of cards. */
export function ItemGridSkeleton({ count }: { count: number }) {
  return (
    <SkeletonCards
      count={count}
      testId="item-skeleton"
      className={GRID}
      cardClassName="space-y-3 p-2.5 sm:p-3"
    >
      <Skeleton className="aspect-square w-full rounded-control" />
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-9 w-full" />
    </SkeletonCards>
  );
}
