import type { Core } from "#service/http/deps.ts";
import { Arrivals } from "./arrivals.ts";
import { Courier } from "./courier.ts";

/** Moves assets between logs; null if there is only one log. */
export interface TransitServices {
  readonly arrivals: Arrivals | null;
  readonly courier: Courier | null;
}

/** Makes these services if several logs are configured. */
export function createTransitServices(core: Core): TransitServices {
  const { logs } = core.config;
  if (logs === null) return { arrivals: null, courier: null };
  return { arrivals: new Arrivals(core, logs), courier: new Courier(core, logs) };
}
