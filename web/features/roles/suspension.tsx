import type { ReactNode } from "react";
import { SupportContact } from "#web/features/contacts/support-contact.tsx";
import { useSession } from "#web/lib/api/session.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { Notice } from "#web/ui/notice.tsx";

const BANNER_ID = "suspension";

/** Why the signed-in player can neither bet nor deposit; null for nearly everybody. */
function useSuspension() {
  const session = useSession();
  return session.status === "signed-in" ? session.user.suspension : null;
}

/** Shows a suspended player on every page the reason, the date and the contact. */
export function SuspensionBanner() {
  const suspension = useSuspension();
  return (
    <div role="status">
      {suspension && (
        <div className="mx-auto w-full max-w-7xl px-4 pt-4 sm:px-6">
          <Notice tone="bad" title="Your account is suspended">
            <div id={BANNER_ID} className="space-y-1">
              <p className="whitespace-pre-line">Reason: {suspension.reason}</p>
              <p>
                Since <time dateTime={suspension.since}>{dateAndTime(suspension.since)}</time>. You cannot
                bet, deposit or sync. Your balance and items stay yours.
              </p>
              <p>
                Questions: <SupportContact />
              </p>
            </div>
          </Notice>
        </div>
      )}
    </div>
  );
}

/** Controls that a suspended player sees, but cannot use: the banner says why. */
export function UnlessSuspended({ children }: { children: ReactNode }) {
  const isSuspended = useSuspension() !== null;
  return (
    <fieldset
      disabled={isSuspended}
      aria-describedby={isSuspended ? BANNER_ID : undefined}
      className="contents"
    >
      {children}
    </fieldset>
  );
}
