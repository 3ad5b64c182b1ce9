import { PageHeading } from "#web/layout/page-heading.tsx";

/** What was issued and who holds it. */
export default function LedgerPage() {
  return <PageHeading title="Ledger" />;
}
