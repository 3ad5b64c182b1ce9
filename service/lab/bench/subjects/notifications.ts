import { DAY_MS } from "#domain/kernel/time.ts";
import { unreadCount } from "#projections/features/notifications/notices-told.ts";
import type { Service } from "#service/service.ts";
import { AuditError } from "../audit.ts";
import type { Bench, Subject } from "../bench.ts";
import { closedLoop } from "../load.ts";
import { playerId } from "../players.ts";
import { untilFollowed, withService } from "../services.ts";

const FEW = 10;
const MANY = 10_000;

/** Gives a player so many notifications, all of them unread. */
async function tell({ deps }: Service, player: string, count: number): Promise<void> {
  let table = "";
  await deps.reads.ask((name) => {
    table = name("notifications");
    return "select 1 as one";
  });
  await deps.db.query(
    `insert into ${table} (player_id, name, together, first_position, position, times, type, payload, at)
    select $1, '', n::text, n, n, 1, 'RoleGranted', '{}', $3 from generate_series(1, $2::bigint) as n`,
    [player, count, Date.now() - DAY_MS],
  );
}

/** The p50 of counting what one player has not read, in milliseconds. */
async function counting(bench: Bench, { deps }: Service, player: string): Promise<number> {
  const ask = async (): Promise<void> => {
    const listener = { playerId: player, isAdmin: false, now: Date.now() };
    if ((await unreadCount(deps.reads, listener)) < FEW)
      throw new AuditError("Notifications were not counted");
  };
  const { warmMs, measureMs } = bench.spans;
  return (await closedLoop(ask, { callers: 1, warmMs, measureMs })).p50;
}

/** What the bell asks. */
export const notificationSubjects: readonly Subject[] = [
  {
    id: "notifications",
    run: (bench) =>
      bench.onDatabase({ filled: true }, (url) =>
        withService(bench, url, async (service) => {
          await untilFollowed(service);
          const [few, many] = [playerId(0), playerId(1)];
          await tell(service, few, FEW);
          await tell(service, many, MANY);
          await service.deps.db.query("analyze");
          return {
            few: await counting(bench, service, few),
            many: await counting(bench, service, many),
          };
        }),
      ),
  },
];
