import { PageHeading } from "#web/layout/page-heading.tsx";

/** Tries the sign-in. */
export default function OauthTestPage() {
  return <PageHeading title="OAuth Test" />;
}
