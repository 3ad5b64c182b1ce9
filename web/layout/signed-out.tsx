import { LogIn } from "lucide-react";
import { SignInButton } from "#web/layout/header/sign-in-button.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

interface SignedOutProps {
  readonly title: string;
  readonly label?: string;
  readonly text: string;
}

/** A player page for signed-out visitors. */
export function SignedOut({ title, label = title, text }: SignedOutProps) {
  return (
    <>
      <PageHeading title={title} />
      <Card aria-label={label} className="grid min-h-72 place-items-center">
        <EmptyState icon={LogIn} text={text} action={<SignInButton />} />
      </Card>
    </>
  );
}
