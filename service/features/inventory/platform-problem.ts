import { HttpProblem, unavailableProblem } from "#service/http/problem.ts";
import { PlatformTrouble } from "#service/integrations/platform/platform-trouble.ts";

/**
 * The error text for a failure of the platform. The site distinguishes three of them by a word: "private" for an
 * inventory that is hidden, "token" for a sign-in that has to be renewed, and neither for all others.
 */
export function platformProblem(error: unknown): unknown {
  if (!(error instanceof PlatformTrouble)) return error;
  const { kind, retryAfterSeconds } = error;
  if (kind === "hidden") {
    const detail = "Your Roblox inventory is private. Make it public and sync again.";
    return new HttpProblem(409, { code: "inventory_private", detail });
  }
  if (kind === "unauthorized") {
    const detail = "Your Roblox access token is no longer good. Sign out and sign in again.";
    return new HttpProblem(409, { code: "platform_token_expired", detail });
  }
  const detail = {
    busy: "Roblox is being asked too often at the moment. Try again shortly.",
    away: "Roblox cannot be reached at the moment. Try again shortly.",
    strange: "Roblox gave an answer that could not be used. Try again shortly.",
  }[kind];
  return unavailableProblem(detail, retryAfterSeconds);
}
