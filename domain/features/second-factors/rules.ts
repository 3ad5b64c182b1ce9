/** Maximum passkeys of a player. */
export const PASSKEYS_MAX = 20;
/** Recovery codes that are made at once. */
export const RECOVERY_CODES = 10;
/** The first factor asks for a sign-in that is at most so old, in milliseconds. */
export const ENROL_WITHIN_MS = 5 * 60_000;
/** Wrong codes that one player may send before waiting for `TRY_AGAIN_MS`. */
export const TRIES_MAX = 5;
export const TRY_AGAIN_MS = 15 * 60_000;
/** The factor of a player's authenticator app: there is at most one. */
export const TOTP = "totp";
