/** Why the platform gave no answer that can be used, in words of our own. */
export type PlatformTroubleKind =
  /** The inventory is hidden from us. */
  | "hidden"
  /** The player has to sign in again. */
  | "unauthorized"
  /** Asked too often; see `retryAfterSeconds`. */
  | "busy"
  /** It fails, or cannot be reached in time. */
  | "away"
  /** It answered something that is not as documented. */
  | "strange";

/** The platform could not be asked. Carries nothing of what it said. */
export class PlatformTrouble extends Error {
  override readonly name = "PlatformTrouble";
  readonly kind: PlatformTroubleKind;
  readonly retryAfterSeconds: number;

  constructor(kind: PlatformTroubleKind, what: string, retryAfterSeconds = 5) {
    super(`${what}: ${kind}`);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
