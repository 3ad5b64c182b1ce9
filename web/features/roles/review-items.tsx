import { type ComponentType, Fragment, type ReactNode } from "react";
import type { AdminPlayer } from "#domain/features/roles/contract.ts";
import { useAddressDialog } from "#web/lib/address.ts";
import { cx } from "#web/lib/cx.ts";
import { useNow } from "#web/lib/page/use-now.ts";

/** Refresh interval of ages and claims. */
const TICK_MS = 1_000;

/** What the dialog of an act is about. */
export interface ReviewDialogProps<T> {
  readonly item: T;
  readonly onClose: () => void;
}

interface ReviewItemsProps<T> {
  /** What is listed, such as `Deposits`. */
  readonly of: string;
  readonly items: readonly T[];
  readonly isStale: boolean;
  /** One of them as a list item. `onAct` opens the dialog of an act. */
  readonly row: (item: T, on: { readonly now: number; readonly onAct: (act: string) => void }) => ReactNode;
  /** The dialogs of its acts by their names, of which the address has one. */
  readonly dialogs: { readonly [act: string]: ComponentType<ReviewDialogProps<T>> };
}

/** What is under review, with what admins can do about each, and the dialogs for it. */
export function ReviewItems<T extends { readonly id: string }>(props: ReviewItemsProps<T>) {
  const { of, items, isStale, row, dialogs } = props;
  const now = useNow(TICK_MS);
  const open = useAddressDialog();
  const about = items.find(({ id }) => id === open.on);
  const Asked = Object.hasOwn(dialogs, open.act) ? dialogs[open.act] : undefined;
  return (
    <>
      <ul aria-label={`${of} for review`} className={cx(isStale && "opacity-60")}>
        {items.map((item) => (
          <Fragment key={item.id}>{row(item, { now, onAct: (act) => open.open(act, item.id) })}</Fragment>
        ))}
      </ul>
      {about && Asked && <Asked item={about} onClose={open.close} />}
    </>
  );
}

interface ReviewItemProps {
  readonly label: string;
  readonly className: string;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** One of them: what it is, and beside it what can be done. */
export const ReviewItem = ({ label, className, actions, children }: ReviewItemProps) => (
  <li aria-label={label} className={cx("grid gap-4 border-line border-t py-4 first:border-t-0", className)}>
    {children}
    <div className="flex flex-col items-start gap-2 sm:min-h-17 sm:items-end sm:text-right">{actions}</div>
  </li>
);

interface ReviewStoryProps {
  readonly item: {
    readonly status: string;
    readonly firstApprovedBy: AdminPlayer | null;
    readonly reviewedBy: AdminPlayer | null;
  };
  /** What else is known of it, each a line where it is a text. */
  readonly before?: readonly unknown[];
  readonly after?: readonly unknown[];
}

/** The history of its review. */
export function ReviewStory({ item, before = [], after = [] }: ReviewStoryProps) {
  const { status, firstApprovedBy, reviewedBy } = item;
  const first =
    status === "pending" &&
    firstApprovedBy &&
    `Approved by ${firstApprovedBy.username}, a second admin is needed`;
  const reviewed = reviewedBy && `Reviewed by ${reviewedBy.username}`;
  const lines = [...before, first, reviewed, ...after].filter((line) => typeof line === "string");
  return lines.map((line) => (
    <p key={line} className="text-muted text-sm [overflow-wrap:anywhere]">
      {line}
    </p>
  ));
}
