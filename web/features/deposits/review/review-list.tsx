import type { ReviewDeposit } from "#domain/features/deposits/contract.ts";
import {
  ApproveDialog,
  RejectDialog,
  ReverseDialog,
  WriteOffDialog,
} from "#web/features/deposits/review/review-acts.tsx";
import { ReviewRow } from "#web/features/deposits/review/review-row.tsx";
import { ReviewItems } from "#web/features/roles/review-items.tsx";

const DIALOGS = {
  approve: ApproveDialog,
  reject: RejectDialog,
  reverse: ReverseDialog,
  "write-off": WriteOffDialog,
} as const;

/** Deposits with what admins can do about each, and the dialogs for it. */
export const Deposits = (props: { items: readonly ReviewDeposit[]; isStale: boolean }) => (
  <ReviewItems
    {...props}
    of="Deposits"
    row={(deposit, on) => <ReviewRow deposit={deposit} {...on} />}
    dialogs={DIALOGS}
  />
);
