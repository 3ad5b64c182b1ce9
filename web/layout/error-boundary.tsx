import { Component, type ReactNode } from "react";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { Button } from "#web/ui/button.tsx";

interface Props {
  readonly children: ReactNode;
}

/** Catches what a page throws and offers a way on; the rest of the site stays. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override readonly state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div role="alert" className="py-16">
        <PageHeading
          title="Something went wrong"
          description="This page could not be shown. Nothing you did was lost: every confirmed bet is in the ledger."
        />
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      </div>
    );
  }
}
