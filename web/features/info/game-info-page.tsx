import { PageHeading } from "#web/layout/page-heading.tsx";

/** The rules of the games. */
export default function GameInfoPage() {
  return <PageHeading title="Game Info" />;
}
