import { SIGNED_OUT, TITLE } from "#web/features/listings/messages.ts";
import { SignedOut } from "#web/layout/signed-out.tsx";

export default function SignedOutPage() {
  return <SignedOut title={TITLE} label="Shop" text={SIGNED_OUT} />;
}
