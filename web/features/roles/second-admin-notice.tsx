import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "#web/lib/api/api-query.ts";
import { useUser } from "#web/lib/api/session.ts";
import { Notice } from "#web/ui/notice.tsx";

/** Admins come first in the list of roles, so its first page shows whether there is another. */
const admins = apiQuery("GET /admin/roles", { input: { query: { limit: "20" } } });
/** Admins change rarely, and each time they are asked for is in the access log. */
const ADMINS_STALE_MS = 5 * 60_000;

/** Whether nobody else is an admin; false while that is not known. */
function useIsOnlyAdmin(): boolean {
  const { id } = useUser();
  const { data } = useQuery({ ...admins, staleTime: ADMINS_STALE_MS });
  if (data === undefined) return false;
  return !data.items.some(
    ({ player, role, suspended }) => role === "admin" && player.id !== id && !suspended,
  );
}

/** Says before the click that something needs a second admin, and what happens without one. */
export function SecondAdminNotice() {
  if (useIsOnlyAdmin()) {
    return (
      <Notice tone="warn" title="Needs a second admin">
        No other admin has signed in yet, so nobody can confirm this: it would lapse after 24 hours. An
        operator names further admins in ADMIN_PLATFORM_IDS.
      </Notice>
    );
  }
  return (
    <Notice tone="info" title="Needs a second admin">
      Nothing changes yet. Another admin has to confirm it within 24 hours.
    </Notice>
  );
}
