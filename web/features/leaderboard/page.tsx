import { PageHeading } from "#web/layout/page-heading.tsx";

/** Players by amount wagered or by profit. */
export default function LeaderboardPage() {
  return <PageHeading title="Leaderboard" />;
}
