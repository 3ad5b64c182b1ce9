import { SIGNED_OUT, TITLE } from "#web/features/chat/messages.ts";
import { SignedOut } from "#web/layout/signed-out.tsx";

export default function SignedOutPage() {
  return <SignedOut title={TITLE} label="Chat" text={SIGNED_OUT} />;
}
