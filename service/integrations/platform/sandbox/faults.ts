import { z } from "zod";

/** Longest delay of a slow answer, in milliseconds. */
export const FAULT_DELAY_MS_MAX = 30_000;

/** A code lives a minute on the platform; ten minutes is what its older documents say. In milliseconds. */
export const CODE_LIFETIMES_MS = { minute: 60_000, tenMinutes: 600_000 } as const;

const DEFAULT_DELAY_MS = 10_000;
const SIGN_INS_MAX = 1_000_000;
const HOUR_S = 3_600;
const YEAR_S = 365 * 24 * HOUR_S;

/** The faults, with their labels on the sign-in page. */
export const FAULT_TEXTS = {
  none: "Nothing goes wrong",
  denied: "The person declines",
  expired: "The code has already expired",
  reused: "The code was already used",
  wrong_verifier: "The verifier does not match",
  slow: "The answer comes late",
  error_500: "The platform fails (500)",
} as const;

const faultNames = Object.keys(FAULT_TEXTS) as readonly (keyof typeof FAULT_TEXTS)[];

/** The endpoint that a slow or failing answer affects. */
const PLACES = ["token", "userinfo", "discovery", "certs"] as const;
export type FaultPlace = (typeof PLACES)[number];

/** The faults as a control call sets them; missing fields take their defaults, so each call states all. */
export const faultsSchema = z.strictObject({
  fault: z.enum(faultNames).default("none"),
  /** For `slow` and `error_500`: which endpoint. */
  at: z.enum(PLACES).default("token"),
  /** For `slow`: milliseconds. */
  delayMs: z.number().int().min(0).max(FAULT_DELAY_MS_MAX).default(DEFAULT_DELAY_MS),
  codeLifetimeMs: z
    .union([z.literal(CODE_LIFETIMES_MS.minute), z.literal(CODE_LIFETIMES_MS.tenMinutes)])
    .default(CODE_LIFETIMES_MS.minute),
  /** Seconds since the sign-in, as the ID token says; below 0 for the future, null to leave it out. */
  signedInSecondsAgo: z.number().int().min(-HOUR_S).max(YEAR_S).nullable().default(null),
  /** How many sign-ins it affects before it ends; null for all. */
  signIns: z.number().int().min(1).max(SIGN_INS_MAX).nullable().default(null),
});

export type FaultSettings = z.infer<typeof faultsSchema>;

/** The faults of one sign-in, fixed when its code is issued. */
export type SignInFaults = Pick<
  FaultSettings,
  "fault" | "at" | "delayMs" | "codeLifetimeMs" | "signedInSecondsAgo"
>;

/** No fault. */
export const noFaults: FaultSettings = faultsSchema.parse({});

/** The faults in force, for sign-ins that do not choose their own. */
export interface FaultSwitch {
  current(): FaultSettings;
  set(settings: z.input<typeof faultsSchema>): FaultSettings;
  /** Takes the faults for one sign-in, and counts it. */
  takeForSignIn(): SignInFaults;
}

/** Creates a switch without a fault. */
export function faultSwitch(): FaultSwitch {
  let settings = noFaults;
  return {
    current: () => settings,
    set(next) {
      settings = faultsSchema.parse(next);
      return settings;
    },
    takeForSignIn() {
      const taken = settings;
      if (taken.signIns === 1) settings = noFaults;
      else if (taken.signIns !== null) settings = { ...taken, signIns: taken.signIns - 1 };
      return taken;
    },
  };
}
