import { PageHeading } from "#web/layout/page-heading.tsx";

/** Commitments, client seed and rotation. */
export default function FairnessPage() {
  return <PageHeading title="Fairness" />;
}
