import { PageHeading } from "#web/layout/page-heading.tsx";

/** How to configure sign-in. */
export default function SetupPage() {
  return <PageHeading title="Setup Required" />;
}
