import { yearsSince } from "#domain/features/responsible-play/person.ts";
import { AGE_MIN } from "#domain/features/responsible-play/rules.ts";

/** Who is to be verified. A verifier is told no more than this. */
export interface PersonToVerify {
  readonly playerId: string;
  /** `yyyy-mm-dd`; null where the player gave none. */
  readonly birthDate: string | null;
  /** Milliseconds. */
  readonly at: number;
}

/** Somebody outside who knows how old people are; `unknown` leaves everything as it is. */
export interface AgeVerifier {
  verdictOf(person: PersonToVerify): Promise<"of_age" | "under_age" | "unknown">;
}

/** Plays a verifier in the demo and in tests: it believes the date that it is told. Production refuses it. */
export const sandboxVerifier: AgeVerifier = {
  async verdictOf({ birthDate, at }) {
    const years = birthDate === null ? null : yearsSince(birthDate, at);
    if (years === null) return "unknown";
    return years >= AGE_MIN ? "of_age" : "under_age";
  },
};
