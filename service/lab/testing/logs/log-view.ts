import type { GivenLog } from "#domain/testing/given.ts";
import type { LogView } from "#service/event-store/commands/submission.ts";

/** A log in memory as a command sees it: all of it is loaded, and there are no secrets. */
export const viewOf = (log: GivenLog): LogView => ({
  stream: ({ kind, name }) => log.stream(kind, name),
  holding: (account, asset) => log.holding(account, asset),
  needs: () => {},
  at: log.at,
  secrets: { begin: () => {}, used: [] },
});
