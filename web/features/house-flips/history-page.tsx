import { PageHeading } from "#web/layout/page-heading.tsx";

/** The player's own games. */
export default function HistoryPage() {
  return <PageHeading title="History" />;
}
