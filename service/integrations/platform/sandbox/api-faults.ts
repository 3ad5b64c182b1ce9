import { z } from "zod";
import { FAULT_DELAY_MS_MAX } from "#service/integrations/platform/sandbox/faults.ts";

const DEFAULT_DELAY_MS = 10_000;
const TIMES_MAX = 1_000_000;

/** Faults of the platform's APIs. */
export const API_FAULTS = [
  "none",
  "error_500",
  "slow",
  "rate_limited",
  "hidden",
  "hidden_legacy",
  "token_refused",
  "malformed",
  "circular_pages",
  "pending",
] as const;

/** The faulty endpoint. */
export const API_PLACES = [
  "inventory",
  "collectibles",
  "details",
  "resale",
  "thumbnails",
  "pictures",
  "refresh",
] as const;
export type ApiPlace = (typeof API_PLACES)[number];

/** The faults of the APIs as a control call sets them; missing fields take their defaults. */
export const apiFaultsSchema = z.strictObject({
  fault: z.enum(API_FAULTS).default("none"),
  at: z.enum(API_PLACES).default("inventory"),
  /** For `slow`: milliseconds. */
  delayMs: z.number().int().min(0).max(FAULT_DELAY_MS_MAX).default(DEFAULT_DELAY_MS),
  /** How many answers it affects before it ends; null for all. */
  times: z.number().int().min(1).max(TIMES_MAX).nullable().default(null),
});
export type ApiFaults = z.infer<typeof apiFaultsSchema>;

/** The faults of the APIs in force. */
export interface ApiFaultSwitch {
  current(): ApiFaults;
  set(settings: z.input<typeof apiFaultsSchema>): ApiFaults;
  /** The fault for an answer of an endpoint, counted; null for none. */
  take(place: ApiPlace): ApiFaults | null;
}

/** Creates a switch without a fault. */
export function apiFaultSwitch(): ApiFaultSwitch {
  const none = apiFaultsSchema.parse({});
  let settings = none;
  return {
    current: () => settings,
    set(next) {
      settings = apiFaultsSchema.parse(next);
      return settings;
    },
    take(place) {
      if (settings.fault === "none" || settings.at !== place) return null;
      const taken = settings;
      if (taken.times === 1) settings = none;
      else if (taken.times !== null) settings = { ...taken, times: taken.times - 1 };
      return taken;
    },
  };
}
