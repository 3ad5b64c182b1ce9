import { Scale } from "lucide-react";
import { Link } from "wouter";
import { buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

const ACCOUNT =
  /^(?:house|issuance|platform|elsewhere|(?:player|escrow|creator-share|receivable):[A-Za-z0-9_-]{1,64}|transit:[1-9]\d{0,8}-[A-Za-z0-9_-]{1,64}|peer:[1-9]\d{0,8})$/;

/** Whether an account may have this name. @example isAccountName("player:p_1") // true */
export const isAccountName = (text: string): boolean => ACCOUNT.test(text);

/** Takes the place of an account's books. */
export const NoAccount = () => (
  <Card>
    <EmptyState
      icon={Scale}
      text="The ledger has no account of this name."
      action={
        <Link href="/admin/accounts" className={buttonClass()}>
          All accounts
        </Link>
      }
    />
  </Card>
);
