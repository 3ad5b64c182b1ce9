import type { ReviewDeposit } from "#domain/features/deposits/contract.ts";
import {
  ApproveDialog,
  RejectDialog,
  ReverseDialog,
  WriteOffDialog,
} from "#web/features/deposits/review/review-acts.tsx";
import { ReviewRow } from "#web/features/deposits/review/review-row.tsx";
import { ReviewItems } from "#web/features/roles/review-items.tsx";

const DIALOG_OF = {
  approve: ApproveDialog,
  reject: RejectDialog,
  reverse: ReverseDialog,
  "write-off": WriteOffDialog,
} as const;
const isDialog = (act: string): act is keyof typeof DIALOG_OF => Object.hasOwn(DIALOG_OF, act);

/** Deposits with what admins can do about each, and the dialogs for it. */
export const Deposits = (props: { items: readonly ReviewDeposit[]; isStale: boolean }) => (
  <ReviewItems
    {...props}
    of="Deposits"
    row={(deposit, on) => <ReviewRow deposit={deposit} {...on} />}
    dialog={(act, deposit, onClose) => {
      const Asked = isDialog(act) ? DIALOG_OF[act] : null;
      return Asked && <Asked deposit={deposit} onClose={onClose} />;
    }}
  />
);
