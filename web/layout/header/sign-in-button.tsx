import { LogIn } from "lucide-react";
import { useSignInAddress } from "#web/lib/api/sign-in-address.ts";
import { type ButtonSize, buttonClass } from "#web/ui/button.tsx";

/** Goes to the platform's sign-in, which leads back to this page. */
export function SignInButton({ size = "md" }: { size?: ButtonSize }) {
  return (
    <a href={useSignInAddress()} className={buttonClass({ variant: "primary", size })}>
      <LogIn className="size-4" aria-hidden="true" />
      Sign In with Roblox
    </a>
  );
}
