import type { SiteLogs } from "#domain/ledger/transit/transit.ts";
import type { Core } from "#service/http/deps.ts";

/** This log, and the others that the settings name; none for a single log. */
export const siteLogsOf = ({ config, writer }: Pick<Core, "config" | "writer">): SiteLogs => ({
  here: writer.logId,
  peers: new Set(config.logs?.all.map(({ id }) => id)),
});
