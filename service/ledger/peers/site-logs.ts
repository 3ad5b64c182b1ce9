import type { SiteLogs } from "#domain/ledger/transit/transit.ts";
import type { Core } from "#service/http/deps.ts";

/** This log, and those that the settings name: none where there is one log. */
export const siteLogsOf = ({ config, writer }: Pick<Core, "config" | "writer">): SiteLogs => ({
  here: writer.logId,
  peers: new Set(config.logs?.all.map(({ id }) => id)),
});
