import type { Context } from "hono";
import type { Config } from "#service/config.ts";
import type { Env } from "./access/caller.ts";
import { isFromProxy } from "./limits/address.ts";

/**
 * The country that a request comes from, by ISO 3166, as a trusted proxy says it: null where the proxy does not know,
 * undefined where no proxy is asked. What anybody else says of themselves is not believed.
 */
export function regionOf(
  context: Context<Env>,
  config: Pick<Config, "regionHeader" | "trustedProxies">,
): string | null | undefined {
  if (config.regionHeader === null) return undefined;
  if (!isFromProxy(context, config)) return null;
  const said = context.req.header(config.regionHeader)?.toUpperCase() ?? "";
  return /^[A-Z]{2}$/.test(said) && said !== UNKNOWN_COUNTRY ? said : null;
}

/** The value of proxies that do not know. */
const UNKNOWN_COUNTRY = "XX";
