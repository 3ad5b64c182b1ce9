/** Why the platform gave no usable answer, in words of our own. */
export type PlatformTroubleKind =
  /** The inventory is hidden from us. */
  | "hidden"
  /** The player has to sign in again. */
  | "unauthorized"
  /** Too many requests; see `retryAfterSeconds`. */
  | "busy"
  /** It fails, or cannot be reached in time. */
  | "away"
  /** Its answer is not as documented. */
  | "strange";

/** A request to the platform failed. Contains nothing of its answer. */
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
