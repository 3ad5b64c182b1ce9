import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { invariant } from "#domain/kernel/invariant.ts";
import { isSessionExpected } from "#domain/kernel/session-hint.ts";
import { type Answer, ApiError, isSetupRequired, isUnauthorized } from "#web/lib/api/api.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";

/** The signed-in player, from the API. */
export type CurrentUser = Answer<"GET /auth/user">;

/** Polling interval of the balance while the live stream is down. */
const BALANCE_POLL_MS = 10_000;

/** The signed-in player; its balances come from the ledger itself. */
export const currentUserQuery = queryOptions({
  // Changed roles arrive as notifications.
  ...apiQuery("GET /auth/user", { topics: ["balance", "notifications"], pollMs: BALANCE_POLL_MS }),
  // Otherwise each part of a page would refetch for a known visitor.
  retryOnMount: ({ state }) => !isUnauthorized(state.error),
});

export type Session =
  | { readonly status: "loading"; readonly expected: boolean }
  | { readonly status: "setup-required" }
  | { readonly status: "signed-out"; readonly reachable: boolean }
  | { readonly status: "signed-in"; readonly user: CurrentUser };

// A query without data forgets its error when refetched; a signed-out visitor stays signed out.
function useKeptError(error: Error | null): Error | null {
  const [kept, keep] = useState(error);
  if (error !== null && error !== kept) keep(error);
  return error ?? kept;
}

/** The user of the page, as far as known. */
export function useSession(): Session {
  const query = useQuery(currentUserQuery);
  const { data } = query;
  const error = useKeptError(query.error);
  // Data first: after a lost session the page stays until sign-in begins again.
  if (data) return { status: "signed-in", user: data };
  if (!error) return { status: "loading", expected: isSessionExpected(document.cookie) };
  if (isSetupRequired(error)) return { status: "setup-required" };
  return { status: "signed-out", reachable: error instanceof ApiError };
}

/** The signed-in player, on pages that only signed-in players see. */
export function useUser(): CurrentUser {
  const { data } = useQuery(currentUserQuery);
  invariant(data !== undefined, "a page for players is shown to a signed-in player");
  return data;
}

/** The name shown for a player: first name, else the email up to the @, else 'Player'. */
export const displayName = (user: { firstName?: string | null; email?: string | null }): string =>
  user.firstName || user.email?.split("@")[0] || "Player";

/** Whether somebody is a moderator or an admin. */
export const isModerator = (session: Session): boolean =>
  session.status === "signed-in" && session.user.roles.length > 0;

/** Whether somebody sees the admin console. */
export const isAdmin = (session: Session): boolean =>
  session.status === "signed-in" && session.user.roles.includes("admin");
