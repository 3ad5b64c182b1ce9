import { z } from "zod";

const secret = z.string().min(16, "must have at least 16 characters").optional();

/** The environment's settings of the verification service. */
export const ageEnvironment = {
  AGE_PROVIDER_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  AGE_PROVIDER_KEY: secret,
  AGE_PROVIDER_SECRET: secret,
};
type AgeEnvironment = z.infer<z.ZodObject<typeof ageEnvironment>>;

/** The address of the verification service. */
export interface AgeProviderSettings {
  readonly origin: string;
  /** Our credentials at the service. */
  readonly key: string;
  /** The service's signing key. */
  readonly secret: string;
}

const NAMES = ["AGE_PROVIDER_ORIGIN", "AGE_PROVIDER_KEY", "AGE_PROVIDER_SECRET"] as const;

/** Settings of which some are missing. */
export function wrongAgeProvider(e: Partial<AgeEnvironment>): string[] {
  const given = NAMES.filter((name) => e[name] !== undefined).length;
  return given === 0 || given === NAMES.length ? [] : [`${NAMES.join(", ")}: are needed all, or none`];
}

/** @returns null without a service */
export function ageProviderOf(e: AgeEnvironment): AgeProviderSettings | null {
  const { AGE_PROVIDER_ORIGIN: origin, AGE_PROVIDER_KEY: key, AGE_PROVIDER_SECRET: secret } = e;
  if (origin === undefined || key === undefined || secret === undefined) return null;
  return { origin: origin.replace(/\/+$/, ""), key, secret };
}
