import { PageHeading } from "#web/layout/page-heading.tsx";

/** The coin-flip game. */
export default function CasinoPage() {
  return <PageHeading title="Coin Flip" />;
}
