import { useSearchParams } from "wouter";
import { BlocksSection } from "#web/features/ledger/blocks-section.tsx";
import { EntriesSection } from "#web/features/ledger/entries-section.tsx";
import { HeadCard } from "#web/features/ledger/head-card.tsx";
import { TrialBalanceCard } from "#web/features/ledger/trial-balance-card.tsx";
import { VerifySection } from "#web/features/ledger/verify-section.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { useSession } from "#web/lib/api/session.ts";
import { Tabs } from "#web/ui/tabs.tsx";

const HEADING = {
  title: "Ledger",
  description:
    "Every bet and every balance rests on one append-only log. This page shows that its books balance, and how anyone can check that.",
};

const BLOCKS = { value: "blocks", label: "Blocks", content: <BlocksSection /> };
const ENTRIES = { value: "entries", label: "Your entries", content: <EntriesSection /> };
const VERIFY = { value: "verify", label: "Verify", content: <VerifySection /> };

function Views() {
  const isSignedIn = useSession().status === "signed-in";
  const [params, setParams] = useSearchParams();
  const tabs = isSignedIn ? [BLOCKS, ENTRIES, VERIFY] : [BLOCKS, VERIFY];
  const view = tabs.find(({ value }) => value === params.get("view")) ?? BLOCKS;
  const choose = (value: string) =>
    setParams(value === BLOCKS.value ? {} : { view: value }, { replace: true });
  return <Tabs label="Views of the ledger" value={view.value} onChange={choose} tabs={tabs} />;
}

/** Drawn by the build: there before any script is. */
export const First = () => <PageHeading {...HEADING} />;

/** The books in public: what was issued and who holds it, the chain of blocks, and the means to check both. */
export default function LedgerPage() {
  return (
    <>
      <PageHeading {...HEADING} />
      <div className="mb-6 grid gap-4 lg:mb-8 lg:gap-6">
        <TrialBalanceCard />
        <HeadCard />
      </div>
      <Views />
    </>
  );
}
