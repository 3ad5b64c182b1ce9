import { useParams } from "wouter";
import { AsOfCard } from "#web/features/audit/as-of-card.tsx";
import { EntriesCard } from "#web/features/audit/entries-card.tsx";
import { isAccountName, NoAccount } from "#web/features/audit/no-account.tsx";
import { AdminFrame } from "#web/layout/console/admin-frame.tsx";
import { NameOfAccount } from "#web/ui/named.tsx";

/** The books of one account. */
export default function AccountPage() {
  const { account = "" } = useParams<{ account: string }>();
  return (
    <AdminFrame
      title="Account"
      description={
        <>
          <code className="break-all font-mono text-ink text-sm">{account}</code>
          <NameOfAccount account={account} />
        </>
      }
    >
      {isAccountName(account) ? (
        <>
          <AsOfCard account={account} />
          <EntriesCard account={account} />
        </>
      ) : (
        <NoAccount />
      )}
    </AdminFrame>
  );
}
