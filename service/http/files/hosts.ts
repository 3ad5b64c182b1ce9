import type { Context } from "hono";
import type { Config } from "#service/config.ts";
import type { Env } from "#service/http/access/caller.ts";
import { HttpProblem } from "#service/http/problem.ts";

const LOOPBACK = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/;
/** An IP address, which nobody can point elsewhere. */
const ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]+\])(:\d{1,5})?$/;

/**
 * Whether the service answers under a host: its public one, and this machine's, for health checks; outside production
 * under any address as well. Other names lead here by mistake or by DNS rebinding.
 */
export function isKnownHost(
  host: string,
  { publicUrl, mode, logs, logId }: Pick<Config, "publicUrl" | "mode" | "logs" | "logId">,
): boolean {
  const name = host.toLowerCase();
  // Other logs and the front use the address that the settings give to this log.
  const own = logs?.all.find(({ id }) => id === logId);
  if (own !== undefined && name === new URL(own.origin).host) return true;
  return name === publicUrl.host || LOOPBACK.test(name) || (mode !== "production" && ADDRESS.test(name));
}

/** Refuses requests for another host. @throws HttpProblem 421 */
export function demandKnownHost(context: Context<Env>, config: Config): void {
  const host = context.req.header("Host") ?? new URL(context.req.url).host;
  if (isKnownHost(host, config)) return;
  const detail = "This server does not serve that host. A proxy has to pass on the host of PUBLIC_URL.";
  throw new HttpProblem(421, { code: "unknown_host", detail });
}
