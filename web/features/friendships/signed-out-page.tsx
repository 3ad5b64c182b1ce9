import { SIGNED_OUT, TITLE } from "#web/features/friendships/messages.ts";
import { SignedOut } from "#web/layout/signed-out.tsx";

export default function SignedOutPage() {
  return <SignedOut title={TITLE} text={SIGNED_OUT} />;
}
