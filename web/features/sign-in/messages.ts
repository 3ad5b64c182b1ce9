/** What went wrong at sign-in, by the `error` that the address carries. */
export const SIGN_IN_ERRORS: Readonly<Record<string, string>> = {
  code_expired: "Authorization code expired. Please try signing in again.",
  auth_failed: "Authentication failed. Please try again.",
  session_expired: "Session expired. Please try logging in again.",
};
export const SIGN_IN_ERROR_OTHER = "An error occurred during authentication.";

export const SETTINGS = [
  { name: "ROBLOX_CLIENT_ID", meaning: "the client id of your OAuth app" },
  { name: "ROBLOX_CLIENT_SECRET", meaning: "its client secret; keep it out of the repository" },
  { name: "ROBLOX_REDIRECT_URI", meaning: "the address of this site followed by /api/callback" },
] as const;

export const SETUP_STEPS = [
  "Create an OAuth app on the platform's credentials page.",
  "Add the redirect URI of this site to it, letter for letter, and allow the scopes openid and profile.",
  "Set the client id, the client secret and the redirect URI in the server's environment.",
  "Restart the server, then come back to this page.",
] as const;

export const TROUBLESHOOTING = [
  "Authorization codes expire in 10 minutes.",
  "Codes are single use: a page reloaded after sign-in cannot use its code again.",
  "The redirect URI must match exactly, to the last character.",
  "Session state must persist between leaving for the platform and coming back; cookies must be allowed.",
] as const;
