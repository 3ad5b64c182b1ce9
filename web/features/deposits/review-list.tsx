import type { ReviewDeposit } from "#domain/features/deposits/contract.ts";
import {
  ApproveDialog,
  RejectDialog,
  ReverseDialog,
  WriteOffDialog,
} from "#web/features/deposits/review-acts.tsx";
import { ReviewRow } from "#web/features/deposits/review-row.tsx";
import { useAddressDialog } from "#web/lib/address.ts";
import { cx } from "#web/lib/cx.ts";
import { useNow } from "#web/lib/use-now.ts";

/** How often ages and leases are told anew. */
const TICK_MS = 1_000;

const DIALOG_OF = {
  approve: ApproveDialog,
  reject: RejectDialog,
  reverse: ReverseDialog,
  "write-off": WriteOffDialog,
} as const;
const isDialog = (act: string): act is keyof typeof DIALOG_OF => Object.hasOwn(DIALOG_OF, act);

/** Deposits with what admins can do about each, and the dialogs for it. */
export function Deposits({ items, isStale }: { items: readonly ReviewDeposit[]; isStale: boolean }) {
  const now = useNow(TICK_MS);
  const dialog = useAddressDialog();
  const about = items.find(({ id }) => id === dialog.on);
  const Asked = isDialog(dialog.act) ? DIALOG_OF[dialog.act] : null;
  return (
    <>
      <ul aria-label="Deposits for review" className={cx(isStale && "opacity-60")}>
        {items.map((deposit) => (
          <ReviewRow
            key={deposit.id}
            deposit={deposit}
            now={now}
            onAct={(act) => dialog.open(act, deposit.id)}
          />
        ))}
      </ul>
      {Asked && about && <Asked deposit={about} onClose={dialog.close} />}
    </>
  );
}
