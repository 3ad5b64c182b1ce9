import { PageHeading } from "#web/layout/page-heading.tsx";

/** How to keep play safe. */
export default function ResponsibleGamingPage() {
  return <PageHeading title="Responsible Gaming" />;
}
