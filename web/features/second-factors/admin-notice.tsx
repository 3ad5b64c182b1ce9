import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { securityQuery } from "#web/features/second-factors/queries.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";

/** Tells an admin without a second factor why the console does not answer. */
export default function AdminNotice() {
  const { data } = useQuery(securityQuery);
  if (data?.isFactorRequired !== true) return null;
  return (
    <Notice
      tone="warn"
      title="Add a second factor first"
      className="mb-6"
      action={
        <Link href="/settings" className={buttonClass({ size: "sm" })}>
          Open settings
        </Link>
      }
    >
      The console answers only admins who have a passkey or an authenticator app.
    </Notice>
  );
}
