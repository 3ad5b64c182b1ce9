import { LogIn } from "lucide-react";
import { LOGIN_PATH } from "#web/lib/leave.ts";
import { type ButtonSize, buttonClass } from "#web/ui/button.tsx";

/** Goes to the platform's sign-in. */
export function SignInButton({ size = "md" }: { size?: ButtonSize }) {
  return (
    <a href={LOGIN_PATH} className={buttonClass({ variant: "primary", size })}>
      <LogIn className="size-4" aria-hidden="true" />
      Sign In with Roblox
    </a>
  );
}
