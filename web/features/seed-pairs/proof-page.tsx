import { PageHeading } from "#web/layout/page-heading.tsx";

/** The proof of one game. */
export default function ProofPage() {
  return <PageHeading title="Proof" />;
}
