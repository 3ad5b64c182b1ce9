import { LogIn } from "lucide-react";
import { SIGNED_OUT, TITLE } from "#web/features/listings/messages.ts";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { SignInButton } from "#web/layout/sign-in-button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** What somebody without a session sees of the shop. */
export default function SignedOutPage() {
  return (
    <>
      <PageHeading title={TITLE} />
      <Card aria-label="Shop" className="grid min-h-72 place-items-center">
        <EmptyState icon={LogIn} text={SIGNED_OUT} action={<SignInButton />} />
      </Card>
    </>
  );
}
