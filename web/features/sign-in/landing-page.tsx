import { PageHeading } from "#web/layout/page-heading.tsx";

/** What visitors see first. */
export default function LandingPage() {
  return <PageHeading title="Florin" />;
}
