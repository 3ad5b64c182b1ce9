import type { Context } from "hono";
import type { Config } from "#service/config.ts";
import type { Env } from "./access/caller.ts";
import { isFromProxy } from "./limits/address.ts";

/**
 * The country of a request, by ISO 3166, as a trusted proxy names it: null if the proxy does not know, undefined
 * without such a proxy. A client's own claim is ignored.
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

/** The values by which proxies say that they do not know. */
const UNKNOWN_COUNTRY = "XX";
