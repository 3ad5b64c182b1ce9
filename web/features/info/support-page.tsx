import { PageHeading } from "#web/layout/page-heading.tsx";

/** Where to find help. */
export default function SupportPage() {
  return <PageHeading title="Support" />;
}
